// SPDX-License-Identifier: Apache-2.0
// buffer_lives_in_scope: a vector whose lanes would share a temporary.
// REJECT: schedule_rejected<.*\bbuffer_lives_in_scope, .*\bstep<2>.*in_buffer<'t'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [8]
argument x f32 [8]
heap t f32 [8]
i 8
| t[i] = 2*x[i]
| y[i] = t[i] + 1
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::reuse_dimension<"t", 0>, pd::vectorize<"i">>;
#else
using steps = pd::schedule<pd::reuse_dimension<"t", 0>, pd::unroll<"i">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
