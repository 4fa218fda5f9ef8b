// SPDX-License-Identifier: Apache-2.0
// extent_is_empty: first into a scope that never runs.
// REJECT: schedule_rejected<.*\bextent_is_empty, .*\bstep<1>.*scope<'k'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [4]
y[0] = 1
i 4
| y[i] += 1
y[1] = 1
k 0
| y[k] += 1
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::first<"k">>;
#else
using steps = pd::schedule<pd::first<"i">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
