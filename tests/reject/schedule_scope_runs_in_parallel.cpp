// SPDX-License-Identifier: Apache-2.0
// scope_runs_in_parallel: a parallel scope inside another one.
// REJECT: schedule_rejected<.*\bscope_runs_in_parallel, .*\bstep<2>.*scope<'i'>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
size N
size K
argument C f32 [M, N]
argument A f32 [M, K]
argument B f32 [K, N]
i M
| j N
| | C[i, j] = 0
| | k K
| | | C[i, j] += A[i, k]*B[k, j]
)")
                                               .value;
};

#ifdef REJECT
using steps = pd::schedule<pd::parallelize<"i">, pd::parallelize<"k">>;
#else
using steps = pd::schedule<pd::parallelize<"i">>;
#endif
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
