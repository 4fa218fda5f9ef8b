// SPDX-License-Identifier: Apache-2.0
// approximation_is_forbidden: a user's move that rounds differently, under policy strict.
// REJECT: schedule_rejected<.*\bapproximation_is_forbidden, .*\bstep<2>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/strict.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [64]
argument x f32 [64]
i 64
| y[i] = x[i]/3
)")
                                               .value;
};
struct by_reciprocal_move {
  static constexpr pd::result_class worst_class = pd::result_class::approximates;
  constexpr pd::verdict check(const pd::ir::program&) const { return pd::accept(); }
  constexpr pd::ir::program apply(const pd::ir::program& p) const { return p; }
};
struct by_reciprocal {
  static constexpr by_reciprocal_move move{};
};

using steps = pd::schedule<pd::split<"i", 16>, by_reciprocal>;
#ifdef REJECT
using scheduled = pd::scheduled<program, pd::strict<steps>>;
#else
using scheduled = pd::scheduled<program, steps>;
#endif
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
