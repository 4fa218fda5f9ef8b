// SPDX-License-Identifier: Apache-2.0
// sum_does_not_start_at_zero: what the sum starts from would be scaled too.
// REJECT: schedule_rejected<.*\bsum_does_not_start_at_zero, .*\bstep<1>.*in_buffer<'s'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument m f32 []
argument n f32 []
argument s f32 []
argument x f32 [16]
s[] = 1
j 16
| m[] max= x[j]
k 16
| s[] += exp(x[k] - m[])
s[] = 0
l 16
| n[] max= x[l]
o 16
| s[] += exp(x[o] - n[])
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::online<"j", "k">>;
#else
using steps = pd::schedule<pd::online<"l", "o">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
