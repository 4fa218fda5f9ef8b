// SPDX-License-Identifier: Apache-2.0
// buffer_is_not_accessed: prefetch of a buffer that the scope does not write.
// REJECT: schedule_rejected<.*\bbuffer_is_not_accessed, .*\bstep<1>.*in_buffer<'x'>.*call_explain_for_details
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
using steps = pd::schedule<pd::prefetch<"x", "i">>;
#else
using steps = pd::schedule<pd::prefetch<"y", "i">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
