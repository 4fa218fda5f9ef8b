// SPDX-License-Identifier: Apache-2.0
// buffer_is_not_stored_in_vectors: a scalar store.
// REJECT: schedule_rejected<.*\bbuffer_is_not_stored_in_vectors, .*\bstep<2>.*in_buffer<'y'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [64]
argument x f32 [64]
i 64
| y[i] = 2*x[i]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::split<"i", 16>, pd::stream<"y", "i0">>;
#else
using steps = pd::schedule<pd::split<"i", 16>, pd::vectorize<"i1">, pd::stream<"y", "i0">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
