// SPDX-License-Identifier: Apache-2.0
// indices_do_not_combine: fuse of scopes whose indices are used on their own.
// REJECT: schedule_rejected<.*\bindices_do_not_combine, .*\bstep<1>.*scope<'j'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [5, 6]
argument z f32 [30]
i 5
| j 6
| | y[i, j] = 1
k 5
| l 6
| | z[6*k+l] = 1
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::fuse<"i", "j">>;
#else
using steps = pd::schedule<pd::fuse<"k", "l">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
