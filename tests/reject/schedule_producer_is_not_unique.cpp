// SPDX-License-Identifier: Apache-2.0
// producer_is_not_unique: prefetch of a buffer that two operations write.
// REJECT: schedule_rejected<.*\bproducer_is_not_unique, .*\bstep<1>.*in_buffer<'y'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
argument z f32 [M]
i M
| y[i] = 0
| y[i] += 1
| z[i] = 2
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::prefetch<"y", "i">>;
#else
using steps = pd::schedule<pd::prefetch<"z", "i">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
