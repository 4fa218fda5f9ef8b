// SPDX-License-Identifier: Apache-2.0
// The CPU executor runs what the storage moves make: tiles in registers, on the stack and in the heap, at sequential, unrolled and
// parallel scopes, at sizes around all block edges.
#include <perfdojo/exec/run.hpp>

#include "support/same_result.hpp"

#include <doctest/doctest.h>

namespace pd = perfdojo;
namespace lang = perfdojo::lang;
using pd::tail;
using pd::ir::place;

namespace {

/// y[i, j] = (x[i] + sum over k of A[i, k]) * A[i, j].
struct scaled_rows {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::tensor<"A", float, "M", "N"> A{};
  static constexpr lang::tensor<"x", float, "M"> x{};
  static constexpr lang::temporary<"t", float, "M"> t{};
  static constexpr lang::tensor<"y", float, "M", "N"> y{};
  static constexpr auto math =
      lang::statements(t(i) = lang::sum(j, A(i, j)) + x(i), y(i, j) = t(i) * A(i, j));
};

template <class... Steps>
void check_schedule() {
  for (const int m : {0, 1, 3, 8, 13}) {
    for (const int n : {0, 1, 5, 8, 19}) {
      support::dice d(static_cast<std::uint64_t>(m * 20 + n));
      std::vector<float> A(static_cast<std::size_t>(m * n)), x(static_cast<std::size_t>(m)), y(A.size(), -1);
      for (float& v : A) v = static_cast<float>(d.between(-3, 3));
      for (float& v : x) v = static_cast<float>(d.between(-3, 3));
      pd::run<scaled_rows, pd::schedule<Steps...>>(pd::row_major(A.data(), m, n), pd::vector(x.data(), m),
                                                   pd::row_major(y.data(), m, n));
      CAPTURE(m);
      CAPTURE(n);
      bool right = true;
      for (int i = 0; i < m; ++i) {
        float sum = x[static_cast<std::size_t>(i)];
        for (int j = 0; j < n; ++j) sum += A[static_cast<std::size_t>(i * n + j)];
        for (int j = 0; j < n; ++j) {
          const auto at = static_cast<std::size_t>(i * n + j);
          right = right && y[at] == sum * A[at];
        }
      }
      CHECK(right);
    }
  }
}

using rows_of_4 = pd::split<"i_b", 4, tail::guard>;
using columns_of_8 = pd::split<"j_b", 8, tail::guard>;

}  // namespace

TEST_CASE("executor: a producer at an iteration, a block, an unrolled row, a thread") {
  check_schedule<pd::compute_at<"i", "i_b">>();
  check_schedule<rows_of_4, pd::compute_at<"i", "i_b0">>();
  check_schedule<rows_of_4, pd::unroll<"i_b1">, pd::compute_at<"i", "i_b1">>();
  check_schedule<rows_of_4, pd::parallelize<"i_b0">, pd::compute_at<"i", "i_b0">,
                 pd::place<"t", place::stack>>();
}

TEST_CASE("executor: panels at a block and at an unrolled row") {
  check_schedule<rows_of_4, pd::pack<"A", "i_b0">>();
  check_schedule<rows_of_4, pd::unroll<"i_b1">, pd::pack<"A", "i_b1">>();
}

TEST_CASE("executor: tiles in the heap, on the stack and in registers") {
  check_schedule<rows_of_4, pd::stage<"y", "i_b0">>();
  check_schedule<rows_of_4, pd::unroll<"i_b1">, pd::stage<"y", "i_b1">>();
  check_schedule<rows_of_4, columns_of_8, pd::interchange<"i_b1", "j_b0">,
                 pd::stage<"y", "j_b0", place::stack>>();
  check_schedule<pd::split<"j", 4, tail::guard>, pd::rfactor<"j0", "j1">>();
  check_schedule<pd::accumulate<"t", "i">>();
}
