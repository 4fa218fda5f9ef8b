// SPDX-License-Identifier: Apache-2.0
// factor_out_of_range: split by 1.
// REJECT: schedule_rejected<.*\bfactor_out_of_range, .*\bstep<1>.*asked<1L?>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [30]
argument x f32 [30]
i 30
| y[i] = 2*x[i]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::split<"i", 1>>;
#else
using steps = pd::schedule<pd::split<"i", 2>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
