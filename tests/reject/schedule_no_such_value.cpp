// SPDX-License-Identifier: Apache-2.0
// no_such_value: the scope has two values that no iteration changes.
// REJECT: schedule_rejected<.*\bno_such_value, .*\bstep<1>.*asked<2L?>, .*found<2L?>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N]
argument a f32 []
j N
| y[j] = exp(x[0])*x[j] + exp(a[])
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::hoist<"j", 2>>;
#else
using steps = pd::schedule<pd::hoist<"j", 1>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
