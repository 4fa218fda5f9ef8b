// SPDX-License-Identifier: Apache-2.0
// reassociation_is_forbidden: lanes that add up one sum, under policy strict.
// REJECT: schedule_rejected<.*\breassociation_is_forbidden, .*\bstep<2>.*in_buffer<'s'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/strict.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument s f32 []
argument x f32 [64]
i 64
| s[] += x[i]
)")
                                               .value;
};

using steps = pd::schedule<pd::split<"i", 16>, pd::vectorize<"i1">>;
#ifdef REJECT
using scheduled = pd::scheduled<program, pd::strict<steps>>;
#else
using scheduled = pd::scheduled<program, steps>;
#endif
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
