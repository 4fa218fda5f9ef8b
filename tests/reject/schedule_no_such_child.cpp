// SPDX-License-Identifier: Apache-2.0
// no_such_child: fission after the last child.
// REJECT: schedule_rejected<.*\bno_such_child, .*\bstep<1>.*asked<2L?>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
argument z f32 [M]
argument x f32 [M]
i M
| y[i] = 2*x[i]
| z[i] = y[i]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::fission<"i", 2>>;
#else
using steps = pd::schedule<pd::fission<"i", 1>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
