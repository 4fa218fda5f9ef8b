// SPDX-License-Identifier: Apache-2.0
// buffer_lives_everywhere: a buffer without instances cannot have storage for each of them.
// REJECT: schedule_rejected<.*\bbuffer_lives_everywhere, .*\bstep<1>.*in_buffer<'t'>.*call_explain_for_details
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
using steps = pd::schedule<pd::unreuse_dimension<"t">>;
#else
using steps = pd::schedule<pd::reuse_dimension<"t", 0>, pd::unreuse_dimension<"t">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
