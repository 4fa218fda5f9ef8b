// SPDX-License-Identifier: Apache-2.0
// bound_depends_on_scope: interchange of a scope with one whose bound depends on it, and on more iterations than it has.
// REJECT: schedule_rejected<.*\bbound_depends_on_scope, .*\bstep<1>.*scope<'i', '0'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i0 M/6
| i1 6 bound M - 5*i0
| | y[5*i0+i1] = 2*x[5*i0+i1]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::interchange<"i0", "i1">>;
#else
using steps = pd::schedule<pd::unroll<"i1">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
