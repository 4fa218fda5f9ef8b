// SPDX-License-Identifier: Apache-2.0
// sum_is_no_variance: what the first scope adds up must be what the second takes distances of.
// REJECT: schedule_rejected<.*\bsum_is_no_variance, .*\bstep<1>.*in_buffer<'v'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument v f32 []
argument x f32 [16]
argument z f32 [16]
heap t f32 []
t[] = 0
j 16
| t[] += z[j]
k 16
| v[] += (x[k] - t[])*(x[k] - t[])
t[] = 0
l 16
| t[] += x[l]
o 16
| v[] += (x[o] - t[])*(x[o] - t[])
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::online_variance<"j", "k">>;
#else
using steps = pd::schedule<pd::online_variance<"l", "o">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
