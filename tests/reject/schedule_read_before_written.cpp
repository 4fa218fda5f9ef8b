// SPDX-License-Identifier: Apache-2.0
// read_before_written: elements of the temporary do not start from an assignment.
// REJECT: schedule_rejected<.*\bread_before_written, .*\bstep<1>.*in_buffer<'t'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M]
heap u f32 [M]
i M
| t[i] += 2*x[i]
h M
| u[h] = 0
| u[h] += x[h]
j M
| y[j] = t[j] + u[j]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::compute_at<"i", "j">>;
#else
using steps = pd::schedule<pd::compute_at<"h", "j">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
