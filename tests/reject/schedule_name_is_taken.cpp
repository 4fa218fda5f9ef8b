// SPDX-License-Identifier: Apache-2.0
// name_is_taken: a packed buffer with the name of another one.
// REJECT: schedule_rejected<.*\bname_is_taken, .*\bstep<1>.*in_buffer<'y'>.*call_explain_for_details
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
using steps = pd::schedule<pd::pack<"A", "i", "y">>;
#else
using steps = pd::schedule<pd::pack<"A", "i", "P">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
