// SPDX-License-Identifier: Apache-2.0
// gemm through its entry point: every small size, large and odd ones, in every layout, between forbidden pages, with NaN
// wherever nothing may be read. The blocks and executors are in gemm_blocks_test.cpp and gemm_parallel_test.cpp.
#include "support/gemm_problem.hpp"
#include "unit/kernels/calls.hpp"

namespace pd = perfdojo;
using support::gemm_problem, support::layout, support::edge;

void calls::gemm(const pd::gemm_options& options, matrix<const float> a, matrix<const float> b,
                 matrix<float> c) {
  pd::gemm(options, a, b, c);
}
void calls::gemm(const pd::gemm_options& options, matrix<const double> a, matrix<const double> b,
                 matrix<double> c) {
  pd::gemm(options, a, b, c);
}

namespace {

template <class T>
void check_small_sizes(unsigned first_turn) {
  support::gemm_checker<T> checker(40 * 2 * 44 + 256);
  unsigned turn = first_turn;
  pd::index_t wrong = 0, sizes = 0;
  constexpr pd::index_t step = support::all_sizes ? 1 : 3;
  for (pd::index_t m = 0; m <= 40; m += step)
    for (pd::index_t n = turn % step; n <= 40; n += step)
      for (pd::index_t k = turn % step; k <= 40; k += step) {
        if (wrong > 10) break;
        turn += 13;  // 13 has no factor in common with the lengths of the rotations
        ++sizes;
        wrong += checker.wrong(support::rotated_problem(m, n, k, turn),
                               [](double alpha, double beta, const auto& a, const auto& b, const auto& c) {
                                 calls::gemm({.alpha = alpha, .beta = beta}, a, b, c);
                               });
      }
  CHECK(wrong == 0);
  CHECK(sizes > (support::all_sizes ? 68920 : 2000));
}

template <class T>
void check_large(const gemm_problem& p) {
  const pd::index_t most =
      pd::larger(pd::larger((p.m + 3) * (p.k + 3), (p.k + 3) * (p.n + 3)), (p.m + 3) * (p.n + 3));
  support::gemm_checker<T> checker(2 * most + 256);
  CHECK(checker.wrong(p, [](double alpha, double beta, const auto& a, const auto& b, const auto& c) {
    calls::gemm({.alpha = alpha, .beta = beta}, a, b, c);
  }) == 0);
}

}  // namespace

TEST_CASE("gemm: H08 H17 H31 H34 f32 every size 0..40 cubed") { check_small_sizes<float>(0); }
TEST_CASE("gemm: H08 H17 H31 H34 f32 every size 0..40 cubed, other layouts") { check_small_sizes<float>(7); }
TEST_CASE("gemm: H08 H17 H31 H34 f64 every size 0..40 cubed") { check_small_sizes<double>(3); }

TEST_CASE("gemm: large, odd and skinny sizes") {
  using enum layout;
  check_large<float>({127, 127, 127, by_rows, by_rows, by_rows});
  check_large<double>({127, 127, 127, by_columns, by_rows_gap, by_columns_gap, edge::start, 2, 1});
  check_large<float>({5, 7, 3000, by_rows, by_rows, by_rows_gap, edge::end, 1, 0.5});
  check_large<double>({5, 7, 3000, by_columns, by_columns, by_rows, edge::start, -0.5, 0});
  check_large<float>({300, 3300, 20, by_rows, by_rows, by_rows, edge::end, 1, 0});
  check_large<float>({300, 3300, 20, flipped, by_columns_gap, by_columns, edge::start, 1, 1});
  check_large<float>({1, 4096, 64, by_rows, by_rows, by_rows, edge::end, 1, 0});
  check_large<double>({1, 4096, 64, by_columns, by_rows, by_columns, edge::end, 1, 1});
  check_large<float>({4096, 1, 64, by_rows, by_rows, by_rows, edge::end, 1, 0});
  check_large<double>({4096, 1, 64, by_rows, by_columns, by_columns_gap, edge::start, 1, 0});
  check_large<float>({200, 90, 130, spread, spread, spread, edge::end, 2, 0.5});
  if (support::all_sizes) check_large<float>({1023, 1021, 1019, by_rows, by_rows, by_rows, edge::end, 1, 0});
}
