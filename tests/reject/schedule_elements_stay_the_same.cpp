// SPDX-License-Identifier: Apache-2.0
// elements_stay_the_same: later rows read the same weights.
// REJECT: schedule_rejected<.*\belements_stay_the_same, .*\bstep<3>.*in_buffer<'w'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [30, 64]
argument x f32 [30, 64]
argument w f32 [64]
r 30
| i 64
| | y[r, i] = w[i]*x[r, i]
)")
                                               .value;
};

#ifdef REJECT
using ahead = pd::prefetch_ahead<"w", "i0", "r", 1>;
#else
using ahead = pd::prefetch_ahead<"x", "i0", "r", 1>;
#endif
using steps = pd::schedule<pd::split<"i", 16>, pd::vectorize<"i1">, ahead>;
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
