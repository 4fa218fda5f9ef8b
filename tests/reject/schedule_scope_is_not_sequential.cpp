// SPDX-License-Identifier: Apache-2.0
// scope_is_not_sequential: a scope is unrolled twice.
// REJECT: schedule_rejected<.*\bscope_is_not_sequential, .*\bstep<3>.*scope<'i', '0'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [30]
argument x f32 [30]
i 30
| y[i] = 2*x[i]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::split<"i", 6>, pd::unroll<"i0">, pd::unroll<"i0">>;
#else
using steps = pd::schedule<pd::split<"i", 6>, pd::unroll<"i0">, pd::unroll<"i1">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
