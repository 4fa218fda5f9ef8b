// SPDX-License-Identifier: Apache-2.0
// scopes_are_not_siblings: join of scopes that do not stand side by side.
// REJECT: schedule_rejected<.*\bscopes_are_not_siblings, .*\bstep<2>.*scope<'i', '_', 'b'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
argument z f32 [M]
argument x f32 [M]
i M
| y[i] = 2*x[i]
| z[i] = y[i]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::fission<"i", 1>, pd::join<"i_b", "i">>;
#else
using steps = pd::schedule<pd::fission<"i", 1>, pd::join<"i", "i_b">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
