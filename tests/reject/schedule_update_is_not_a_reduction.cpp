// SPDX-License-Identifier: Apache-2.0
// update_is_not_a_reduction: each iteration has an accumulator of its own.
// REJECT: schedule_rejected<.*\bupdate_is_not_a_reduction, .*\bstep<1>.*scope<'i'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
i 8
| k 4
| | y[i] += A[i, k]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::rfactor<"i", "i">>;
#else
using steps = pd::schedule<pd::rfactor<"k", "k">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
