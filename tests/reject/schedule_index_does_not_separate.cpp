// SPDX-License-Identifier: Apache-2.0
// index_does_not_separate: split_dimension by a factor that cuts through a block.
// REJECT: schedule_rejected<.*\bindex_does_not_separate, .*\bstep<1>.*in_buffer<'t'>.*asked<4L?>.*call_explain_for_details
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
using steps = pd::schedule<pd::split_dimension<"t", 0, 4>>;
#else
using steps = pd::schedule<pd::split_dimension<"t", 0, 6>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
