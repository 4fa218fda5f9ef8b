// SPDX-License-Identifier: Apache-2.0
// condition_depends_on_scope: unrolling of a scope that a condition names.
// REJECT: schedule_rejected<.*\bcondition_depends_on_scope, .*\bstep<1>.*scope<'i'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [30]
argument x f32 [30]
i 30
| y[i] = x[i] if first(i)
| y[i] = y[i-1] + x[i] if later(i)
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::unroll<"i">>;
#else
using steps = pd::schedule<>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
