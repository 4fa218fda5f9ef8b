// SPDX-License-Identifier: Apache-2.0
// scope_may_not_run: a nest that fills an argument is hoisted out of a scope that a size may keep from running.
// REJECT: schedule_rejected<.*\bscope_may_not_run, .*\bstep<1>.*scope<'i'>.*in_buffer<'z'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size N
argument x f32 [8]
argument y f32 [8]
argument w f32 [N]
argument z f32 [8]
heap t f32 [8]
i N
| j 8
| | t[j] = exp(x[j])
| k 8
| | z[k] = x[k]
| l 8
| | y[l] += t[l]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::hoist_nest<"i", 2>>;
#else
using steps = pd::schedule<pd::hoist_nest<"i", 1>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
