// SPDX-License-Identifier: Apache-2.0
// permutation_is_invalid: a permutation that names a dimension twice.
// REJECT: schedule_rejected<.*\bpermutation_is_invalid, .*\bstep<1>.*in_buffer<'t'>.*asked<11L?>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [4, 6]
heap t f32 [4, 6]
i 4
| j 6
| | t[i, j] = y[i, j]
k 4
| l 6
| | y[k, l] = t[k, l]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::permute_dimensions<"t", 11>>;
#else
using steps = pd::schedule<pd::permute_dimensions<"t", 10>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
