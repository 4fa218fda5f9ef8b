// SPDX-License-Identifier: Apache-2.0
// first_iteration_needs_values: later where the first iteration is not overwritten.
// REJECT: schedule_rejected<.*\bfirst_iteration_needs_values, .*\bstep<1>.*scope<'k'>.*in_buffer<'u'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [8]
heap t f32 [8]
heap u f32 [8]
k 3
| i 8
| | t[i] = y[i]
| i_b 8 if first(k)
| | t[i_b] = 0
| i_c 8
| | u[i_c] = t[i_c]
| i_d 4 if first(k)
| | u[i_d] = 1
| i_e 8
| | y[i_e] = u[i_e] + 1
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::later<"k", 2>>;
#else
using steps = pd::schedule<pd::later<"k", 0>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
