// SPDX-License-Identifier: Apache-2.0
// An application in small: calls every kernel for a few sizes and compares with plain loops. Prints "right" or what is wrong.
#include <perfdojo/elementwise.hpp>
#include <perfdojo/exec/openmp.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace pd = perfdojo;
using pd::index_t;

namespace {

float at(index_t i) { return static_cast<float>(i * 7 % 11) - 5.f; }
std::vector<float> filled(index_t n) {
  std::vector<float> v(static_cast<std::size_t>(n));
  for (index_t i = 0; i < n; ++i) v[static_cast<std::size_t>(i)] = at(i);
  return v;
}

bool product_is_right(index_t m, index_t n, index_t k, double alpha, pd::executor_ref executor = {}) {
  const std::vector<float> a = filled(m * k), b = filled(k * n);
  std::vector<float> c(static_cast<std::size_t>(m * n), NAN);
  pd::gemm({.alpha = alpha, .exec = executor}, pd::col_major(a.data(), m, k), pd::row_major(b.data(), k, n),
           pd::row_major(c.data(), m, n));
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j) {
      float sum = 0;
      for (index_t l = 0; l < k; ++l) sum += static_cast<float>(alpha) * at(l * m + i) * at(l * n + j);
      if (!(c[static_cast<std::size_t>(i * n + j)] == sum)) return false;
    }
  return true;
}

bool rows_are_right(index_t rows, index_t columns) {
  const std::vector<float> x = filled(rows * columns);
  std::vector<float> y(x.size(), NAN);
  pd::softmax(pd::row_major(x.data(), rows, columns), pd::row_major(y.data(), rows, columns));
  for (index_t r = 0; r < rows; ++r) {
    double sum = 0;
    for (index_t j = 0; j < columns; ++j) sum += std::exp(at(r * columns + j));
    for (index_t j = 0; j < columns; ++j) {
      const double wanted = std::exp(at(r * columns + j)) / sum;
      if (!(std::fabs(y[static_cast<std::size_t>(r * columns + j)] - wanted) <= 1e-5 * wanted)) return false;
    }
  }
  return true;
}

bool vector_is_right(index_t n) {
  std::vector<float> x = filled(n);
  pd::scale_shift_relu(2.f, 1.f, pd::vector(x.data(), n), pd::vector(x.data(), n));
  for (index_t i = 0; i < n; ++i)
    if (x[static_cast<std::size_t>(i)] != std::fmax(2.f * at(i) + 1.f, 0.f)) return false;
  return true;
}

#if defined(_OPENMP)
// H37: threads in a product, and products in threads. H36: many larger ones, each with its own C.
bool threads_are_right() {
  pd::openmp executor;
  bool right = product_is_right(150, 200, 170, 1, executor);
#pragma omp parallel for num_threads(2) reduction(&& : right)
  for (int i = 0; i < 100; ++i) right = right && product_is_right(20, 20, 20, 1, executor);
  const std::vector<float> a(99 * 99, 8), b(99 * 99, 5);
#pragma omp parallel for num_threads(4) reduction(&& : right)
  for (int i = 0; i < 500; ++i) {
    std::vector<float> c(99 * 99, -1);
    pd::gemm(pd::row_major(a.data(), 99, 99), pd::row_major(b.data(), 99, 99),
             pd::row_major(c.data(), 99, 99));
    for (const float v : c) right = right && v == 3960;
  }
  return right;
}
#endif

}  // namespace

int main() {
  for (const index_t n : {1, 7, 16, 33, 100})
    for (const double alpha : {1.0, 2.0})
      if (!product_is_right(n, n + 3, n / 2 + 1, alpha))
        return std::printf("gemm %d\n", static_cast<int>(n)), 1;
  for (const index_t n : {1, 5, 64, 99})
    if (!rows_are_right(3, n)) return std::printf("softmax %d\n", static_cast<int>(n)), 1;
  for (const index_t n : {0, 1, 5, 64, 99})
    if (!vector_is_right(n)) return std::printf("scale_shift_relu %d\n", static_cast<int>(n)), 1;
#if defined(_OPENMP)
  if (!threads_are_right()) return std::printf("threads\n"), 1;
#endif
  std::printf("right\n");
  return 0;
}
