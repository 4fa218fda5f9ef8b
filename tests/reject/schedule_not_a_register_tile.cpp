// SPDX-License-Identifier: Apache-2.0
// not_a_register_tile: registers indexed by a loop.
// REJECT: schedule_rejected<.*\bnot_a_register_tile, .*\bstep<3>.*scope<'i', '3'>.*in_buffer<'t'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
size K
argument y f32 [M]
argument x f32 [M, K]
heap t f32 [6] in i0
i0 M/6
| i1 6
| | t[i1] = 0
| k K
| | i2 6 bound M - 6*i0
| | | t[i2] += x[6*i0+i2, k]
| i3 6 bound M - 6*i0
| | y[6*i0+i3] = t[i3]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::unroll<"i1">, pd::unroll<"i2">, pd::place<"t", pd::ir::place::registers>>;
#else
using steps = pd::schedule<pd::unroll<"i1">, pd::unroll<"i2">, pd::unroll<"i3">,
                           pd::place<"t", pd::ir::place::registers>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
