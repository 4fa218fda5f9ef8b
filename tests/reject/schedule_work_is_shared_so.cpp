// SPDX-License-Identifier: Apache-2.0
// work_is_shared_so: one iteration at a time, as without the step.
// REJECT: schedule_rejected<.*\bwork_is_shared_so, .*\bstep<2>.*scope<'i'>.*call_explain_for_details
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
using steps = pd::schedule<pd::parallelize<"i">, pd::share<"i", 1>>;
#else
using steps = pd::schedule<pd::parallelize<"i">, pd::share<"i", 8>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
