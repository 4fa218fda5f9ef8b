// SPDX-License-Identifier: Apache-2.0
// value_may_not_exist: without elements there is no x[0].
// REJECT: schedule_rejected<.*\bvalue_may_not_exist, .*\bstep<1>.*scope<'j'>.*call_explain_for_details
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
using steps = pd::schedule<pd::hoist<"j", 0>>;
#else
using steps = pd::schedule<pd::hoist<"j", 1>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
