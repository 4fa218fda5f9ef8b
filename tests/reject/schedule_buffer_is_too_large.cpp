// SPDX-License-Identifier: Apache-2.0
// buffer_is_too_large: a table of 8 KiB on the stack.
// REJECT: schedule_rejected<.*\bbuffer_is_too_large, .*\bstep<1>.*in_buffer<'t'>.*asked<4096L?>.*found<8192L?>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument y f32 [2048]
heap t f32 [2048]
heap u f32 [1024]
i 2048
| t[i] = y[i]
j 1024
| u[j] = t[j]
| y[j] = u[j]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::place<"t", pd::ir::place::stack>>;
#else
using steps = pd::schedule<pd::place<"u", pd::ir::place::stack>>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
