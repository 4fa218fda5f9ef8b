// SPDX-License-Identifier: Apache-2.0
// child_depends_on_scope: a nest that the index of the scope changes is hoisted.
// REJECT: schedule_rejected<.*\bchild_depends_on_scope, .*\bstep<1>.*scope<'i'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size N
argument x f32 [8]
argument y f32 [8]
argument w f32 [N]
heap t f32 [8]
heap u f32 [8]
i 8
| j 8
| | t[j] = exp(x[j])
| k 8
| | u[k] = x[k]*x[i]
| l 8
| | y[i] += t[l]*u[l]
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
