// SPDX-License-Identifier: Apache-2.0
// values_change_when_repeated: the last tile of a sum begins before the other tiles end.
// REJECT: schedule_rejected<.*\bvalues_change_when_repeated, .*\bstep<1>.*scope<'i'>.*in_buffer<'y'>.*asked<8L?>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [30]
argument x f32 [30]
i 30
| y[i] += 2*x[i]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::split<"i", 8, pd::tail::overlap>>;
#else
using steps = pd::schedule<pd::split<"i", 8, pd::tail::peel>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
