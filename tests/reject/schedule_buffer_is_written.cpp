// SPDX-License-Identifier: Apache-2.0
// buffer_is_written: a copy in front of a scope that writes the buffer would be out of date.
// REJECT: schedule_rejected<.*\bbuffer_is_written, .*\bstep<1>.*in_buffer<'y'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
i M
| k K
| | y[i] += A[i, k]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::pack<"y", "i">>;
#else
using steps = pd::schedule<pd::pack<"A", "i">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
