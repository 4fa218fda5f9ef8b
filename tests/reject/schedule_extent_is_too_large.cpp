// SPDX-License-Identifier: Apache-2.0
// extent_is_too_large: a vector of a hundred lanes.
// REJECT: schedule_rejected<.*\bextent_is_too_large, .*\bstep<1>.*found<100L?>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [100]
i 100
| y[i] = 1
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::vectorize<"i">>;
#else
using steps = pd::schedule<pd::split<"i", 10>, pd::vectorize<"i1">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
