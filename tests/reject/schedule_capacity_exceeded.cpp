// SPDX-License-Identifier: Apache-2.0
// capacity_exceeded: split_dimension of a buffer of four dimensions.
// REJECT: schedule_rejected<.*\bcapacity_exceeded, .*\bstep<1>.*in_buffer<'t'>.*found<4L?>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [2, 2, 2, 4]
heap t f32 [2, 2, 2, 4]
heap u f32 [2, 2, 4]
i 2
| j 2
| | k 2
| | | l 4
| | | | t[i, j, k, l] = 1
| | | | u[j, k, l] = 1
| | | | y[i, j, k, l] = t[i, j, k, l] + u[j, k, l]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::split_dimension<"t", 3, 4>>;
#else
using steps = pd::schedule<pd::split_dimension<"u", 2, 4>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
