// SPDX-License-Identifier: Apache-2.0
// gemm_problem: one matrix product between forbidden pages, compared with three plain loops. Values are small integers, so that
// sums are exact in any order and results must be equal.
#pragma once

#include "support/guard_pages.hpp"

#include <limits>
#include <vector>

namespace support {

struct gemm_problem {
  index_t m = 0, n = 0, k = 0;
  layout a = layout::by_rows, b = layout::by_rows, c = layout::by_rows;
  edge at = edge::end;
  double alpha = 1, beta = 0;
};

/// Rotates through layouts, edges, alpha and beta, so that neighbouring sizes get other ones.
inline gemm_problem rotated_problem(index_t m, index_t n, index_t k, unsigned turn) {
  gemm_problem p{m, n, k};
  p.a = all_layouts[turn % 6];
  p.b = all_layouts[turn / 6 % 6];
  p.c = all_layouts[turn / 36 % 6];
  p.at = turn / 3 % 2 == 0 ? edge::end : edge::start;
  constexpr double alphas[] = {1, 1, 0, 2, 1, -0.5}, betas[] = {0, 1, 0.5, 0};
  p.alpha = alphas[turn / 5 % 6];
  p.beta = betas[turn / 7 % 4];
  return p;
}

/// Small integers from a counter.
inline int small_value(std::uint32_t i) {
  i *= 2654435761u;
  return static_cast<int>((i >> 16) % 6) - 2;
}

template <class T>
class gemm_checker {
public:
  explicit gemm_checker(index_t elements)
      : a_(elements * size), b_(elements * size), c_(elements * size), expected_(0) {}

  /// f(alpha, beta, A, B, C) computes. Returns how many elements are wrong, padding counting as one.
  template <class F>
  index_t wrong(const gemm_problem& p, F f) {
    INFO("m=" << p.m << " n=" << p.n << " k=" << p.k << " layouts " << static_cast<int>(p.a)
              << static_cast<int>(p.b) << static_cast<int>(p.c) << " edge " << static_cast<int>(p.at)
              << " alpha=" << p.alpha << " beta=" << p.beta);
    const T nan = std::numeric_limits<T>::quiet_NaN();
    const guarded_matrix<T> a(a_, p.a, p.m, p.k, p.at), b(b_, p.b, p.k, p.n, p.at),
        c(c_, p.c, p.m, p.n, p.at);
    // What must not be read is NaN: A and B where alpha is 0, C where beta is 0.
    fill(a, p.m, p.k, 1, p.alpha == 0);
    fill(b, p.k, p.n, 77, p.alpha == 0);
    fill(c, p.m, p.n, 5, p.beta == 0);
    expected_.assign(static_cast<std::size_t>(p.m * p.n), T(0));
    for (index_t i = 0; i < p.m; ++i) {
      T* row = expected_.data() + i * p.n;
      if (p.beta != 0)
        for (index_t j = 0; j < p.n; ++j) row[j] = static_cast<T>(p.beta) * c(i, j);
      if (p.alpha == 0) continue;
      for (index_t k = 0; k < p.k; ++k) {
        const T x = static_cast<T>(p.alpha) * a(i, k);
        const T* y = b.view().data + k * b.view().strides[0];
        const index_t step = b.view().strides[1];
        for (index_t j = 0; j < p.n; ++j) row[j] += x * y[j * step];
      }
    }
    f(p.alpha, p.beta, perfdojo::dynamic_view<const T, 2>(a.view()),
      perfdojo::dynamic_view<const T, 2>(b.view()), c.view());
    index_t count = 0;
    T worst = nan;
    for (index_t i = 0; i < p.m; ++i)
      for (index_t j = 0; j < p.n; ++j)
        if (!(c(i, j) == expected_[static_cast<std::size_t>(i * p.n + j)])) {
          if (count == 0) worst = c(i, j);
          ++count;
        }
    if (!c.gaps_untouched()) ++count;
    if (count != 0) FAIL_CHECK(count << " wrong, the first is " << worst);
    return count;
  }

private:
  static constexpr index_t size = static_cast<index_t>(sizeof(T));
  static void fill(const guarded_matrix<T>& x, index_t rows, index_t columns, std::uint32_t seed,
                   bool with_nan) {
    const T nan = std::numeric_limits<T>::quiet_NaN();
    for (index_t i = 0; i < rows; ++i)
      for (index_t j = 0; j < columns; ++j) x(i, j) = with_nan ? nan : static_cast<T>(small_value(seed++));
  }

  guarded_memory a_, b_, c_;
  std::vector<T> expected_;
};

/// All sizes where the compiler optimises; a sample without, where a size takes a hundred times as long.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
inline constexpr bool all_sizes = true;
#else
inline constexpr bool all_sizes = false;
#endif

}  // namespace support
