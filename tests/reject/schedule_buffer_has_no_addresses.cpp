// SPDX-License-Identifier: Apache-2.0
// buffer_has_no_addresses: registers are not padded.
// REJECT: schedule_rejected<.*\bbuffer_has_no_addresses, .*\bstep<2>.*in_buffer<'t'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
stack t f32 [6] in i
i M
| j 6 unrolled
| | t[j] = 2
| y[i] = t[5]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::place<"t", pd::ir::place::registers>, pd::pad_dimension<"t", 0, 4>>;
#else
using steps = pd::schedule<pd::pad_dimension<"t", 0, 4>, pd::place<"t", pd::ir::place::registers>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
