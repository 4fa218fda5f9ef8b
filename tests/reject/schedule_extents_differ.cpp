// SPDX-License-Identifier: Apache-2.0
// extents_differ: join of scopes of different extents.
// REJECT: schedule_rejected<.*\bextents_differ, .*\bstep<1>.*scope<'k'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [8]
argument x f32 [6]
i 6
| y[i] = x[i]
j 6
| y[j] *= 2
k 8
| y[k] += 1
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::join<"j", "k">>;
#else
using steps = pd::schedule<pd::join<"i", "j">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
