// SPDX-License-Identifier: Apache-2.0
// element_may_not_exist: the tile would be loaded even where K is 0, and y may be empty then.
// REJECT: schedule_rejected<.*\belement_may_not_exist, .*\bstep<1>.*in_buffer<'y'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
size K
argument y f32 [K]
argument A f32 [M, K]
i M
| k K
| | y[0] += A[i, k]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::accumulate<"y", "i">>;
#else
using steps = pd::schedule<pd::accumulate<"y", "k">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
