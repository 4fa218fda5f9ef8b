// SPDX-License-Identifier: Apache-2.0
// buffer_has_one_reader: a producer is computed again for the only scope that reads it.
// REJECT: schedule_rejected<.*\bbuffer_has_one_reader, .*\bstep<1>.*scope<'k'>.*in_buffer<'u'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument x f32 [8]
argument y f32 [8]
argument z f32 [8]
heap t f32 [8]
heap u f32 [8]
h 8
| u[h] = 3*x[h]
i 8
| t[i] = 2*x[i]
j 8
| y[j] = t[j]
k 8
| z[k] = t[k] + u[k]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::recompute<"h", "k">>;
#else
using steps = pd::schedule<pd::recompute<"i", "k">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
