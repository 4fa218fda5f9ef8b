// SPDX-License-Identifier: Apache-2.0
// dimension_is_reused: a part of a folded buffer.
// REJECT: schedule_rejected<.*\bdimension_is_reused, .*\bstep<2>.*in_buffer<'t'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M]
i M
| t[i] = 0
| k 4
| | t[i] += x[i]
| y[i] = t[i] + 1
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::reuse_dimension<"t", 0>, pd::accumulate<"t", "k">>;
#else
using steps = pd::schedule<pd::accumulate<"t", "k">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
