// SPDX-License-Identifier: Apache-2.0
// producer_depends_on_scope: the element holds the value of the last k.
// REJECT: schedule_rejected<.*\bproducer_depends_on_scope, .*\bstep<1>.*in_buffer<'t'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [8]
argument A f32 [8, 4]
heap t f32 [8]
heap u f32 [8, 4]
i 8
| k 4
| | t[i] = A[i, k]
| | u[i, k] = A[i, k]
j 8
| y[j] = t[j] + u[j, 0]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::inline_producer<"t">>;
#else
using steps = pd::schedule<pd::inline_producer<"u">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
