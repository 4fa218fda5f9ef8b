// SPDX-License-Identifier: Apache-2.0
// scope_is_a_branch: iterations of what runs once.
// REJECT: schedule_rejected<.*\bscope_is_a_branch, .*\bstep<2>.*scope<'i', 'u'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
i M
| y[i] = 1
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::specialise<"i", 8>, pd::unroll<"iu">>;
#else
using steps = pd::schedule<pd::specialise<"i", 8>, pd::unroll<"i_b">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
