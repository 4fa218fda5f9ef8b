// SPDX-License-Identifier: Apache-2.0
// dimension_out_of_range: a dimension that the buffer does not have.
// REJECT: schedule_rejected<.*\bdimension_out_of_range, .*\bstep<1>.*in_buffer<'t'>.*asked<1L?>.*found<1L?>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M]
i M
| t[i] = 2*x[i]
| y[i] = t[i] + 1
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::reuse_dimension<"t", 1>>;
#else
using steps = pd::schedule<pd::reuse_dimension<"t", 0>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
