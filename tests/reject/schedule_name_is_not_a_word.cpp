// SPDX-License-Identifier: Apache-2.0
// name_is_not_a_word: a packed buffer with a blank in its name.
// REJECT: schedule_rejected<.*\bname_is_not_a_word, .*\bstep<1>.*in_buffer<'x', ' ', 'y'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
i M
| k K
| | y[i] += A[i, k]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::pack<"A", "i", "x y">>;
#else
using steps = pd::schedule<pd::pack<"A", "i", "P">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
