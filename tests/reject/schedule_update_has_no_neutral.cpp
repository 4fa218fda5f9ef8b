// SPDX-License-Identifier: Apache-2.0
// update_has_no_neutral: the largest of 64-bit integers starts from none that is a constant.
// REJECT: schedule_rejected<.*\bupdate_has_no_neutral, .*\bstep<1>.*in_buffer<'y'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y i64 []
argument n i64 []
argument x i64 [16]
i 16
| y[] max= x[i]
j 16
| n[] += x[j]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::rfactor<"i", "i">>;
#else
using steps = pd::schedule<pd::rfactor<"j", "j">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
