// SPDX-License-Identifier: Apache-2.0
// A pass over rows that prefetches the next row and streams its result, for memory_hints_test.py.
#include <perfdojo/exec/run.hpp>
#include <perfdojo/lang/lower.hpp>

namespace pd = perfdojo;

struct twice {
  static constexpr pd::lang::index<"r"> r{};
  static constexpr pd::lang::index<"j"> j{};
  static constexpr pd::lang::tensor<"X", float, "R", "N"> X{};
  static constexpr pd::lang::tensor<"Y", float, "R", "N"> Y{};
  static constexpr auto math = (Y(r, j) = X(r, j) + X(r, j));
};
constexpr pd::index_t lanes = pd::exec::lanes<float>;
using steps = pd::schedule<pd::split<"j", 4 * lanes, pd::tail::guard>, pd::split<"j1", lanes>,
                           pd::unroll<"j10">, pd::vectorize<"j11">, pd::prefetch_ahead<"X", "j0", "r", 1>,
                           pd::prefetch<"Y", "j0">, pd::stream<"Y", "r">>;

void run_twice(pd::dynamic_view<const float, 2> x, pd::dynamic_view<float, 2> y);
void run_twice(pd::dynamic_view<const float, 2> x, pd::dynamic_view<float, 2> y) {
  pd::run<twice, steps>(y, x);
}
