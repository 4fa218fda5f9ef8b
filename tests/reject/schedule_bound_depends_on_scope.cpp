// SPDX-License-Identifier: Apache-2.0
// bound_depends_on_scope: interchange of a scope with one that its bound depends on.
// REJECT: schedule_rejected<.*\bbound_depends_on_scope, .*\bstep<2>.*scope<'i', '0'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i M
| y[i] = 2*x[i]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::split<"i", 6, pd::tail::guard>, pd::interchange<"i0", "i1">>;
#else
using steps = pd::schedule<pd::split<"i", 6, pd::tail::guard>, pd::unroll<"i1">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
