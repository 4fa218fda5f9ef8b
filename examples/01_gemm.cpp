// SPDX-License-Identifier: Apache-2.0
// Matrix products in an application. The header that pd-tuner writes is optional: with it on the include path the tuned
// schedule runs, without it the built-in one.
//   g++ -std=c++20 -O2 -march=native -I include -I <folder of the tuned header> examples/01_gemm.cpp && ./a.out [m n k]
#if __has_include("perfdojo_tuned.hpp")
#include "perfdojo_tuned.hpp"
#endif
#include <perfdojo/dispatch/path.hpp>
#include <perfdojo/gemm.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace pd = perfdojo;

namespace {

struct matrix {
  int rows, columns;
  std::vector<float> elements;  // row by row

  matrix(int r, int c, int seed) : rows(r), columns(c), elements(std::size_t(r) * std::size_t(c)) {
    unsigned state = 12345u + static_cast<unsigned>(seed);
    for (float& e : elements) {
      state = state * 1664525u + 1013904223u;
      e = static_cast<float>(state >> 8) * 0x1p-23f - 1.f;  // in [-1, 1)
    }
  }
  float& at(int i, int j) { return elements[std::size_t(i) * std::size_t(columns) + std::size_t(j)]; }
};

// Elements of c that are not alpha a b + beta before, up to the rounding that any order of the sums may have.
int count_wrong(matrix& a, matrix& b, matrix& c, double alpha, double beta, matrix& before) {
  int wrong = 0;
  std::vector<double> want(std::size_t(c.columns)), size(want);
  for (int i = 0; i < c.rows; ++i) {
    for (int j = 0; j < c.columns; ++j) {
      want[std::size_t(j)] = beta * before.at(i, j);
      size[std::size_t(j)] = std::abs(want[std::size_t(j)]);
    }
    for (int k = 0; k < a.columns; ++k)
      for (int j = 0; j < c.columns; ++j) {
        const double term = alpha * double(a.at(i, k)) * double(b.at(k, j));
        want[std::size_t(j)] += term;
        size[std::size_t(j)] += std::abs(term);
      }
    // Each of the k + 3 operations rounds by at most 2^-24 of what is summed up.
    for (int j = 0; j < c.columns; ++j) {
      const double tolerance = (a.columns + 3) * 0x1p-24 * size[std::size_t(j)];
      if (!(std::abs(double(c.at(i, j)) - want[std::size_t(j)]) <= tolerance)) ++wrong;
    }
  }
  return wrong;
}

// Where the schedule of a product comes from, on the CPU that runs this.
void print_schedule(int m, int n, int k) {
  const pd::call_path path = pd::path_of<pd::gemm_kernel<float>>(m, n, k);
  std::printf("schedule: %s%s\n", name_of(path.source),
              path.small_kernel ? ", of the kernel for small products" : "");
  const char* why = path.small_kernel ? pd::why_not_tuned<pd::small_gemm_kernel<float>>()
                                      : pd::why_not_tuned<pd::gemm_kernel<float>>();
  if (path.source != pd::schedule_source::tuned) std::printf("%s\n", why);
}

}  // namespace

int main(int count, char** arguments) {
  const int m = count == 4 ? std::atoi(arguments[1]) : 512;
  const int n = count == 4 ? std::atoi(arguments[2]) : 512;
  const int k = count == 4 ? std::atoi(arguments[3]) : 512;
  if (m < 1 || n < 1 || k < 1 || (count != 1 && count != 4)) {
    std::fprintf(stderr, "usage: %s [m n k]\n", arguments[0]);
    return 2;
  }
  matrix a(m, k, 1), b(k, n, 2), c(m, n, 3), before = c;
  const auto A = pd::row_major(a.elements.data(), m, k);
  const auto B = pd::row_major(b.elements.data(), k, n);
  const auto C = pd::row_major(c.elements.data(), m, n);

  pd::gemm(A, B, C);  // C = A B
  int wrong = count_wrong(a, b, c, 1, 0, before);

  // The same matrices seen by columns are their transposes: C' = 2 B' A' + C'.
  before = c;
  pd::gemm(pd::gemm_options{.alpha = 2, .beta = 1}, pd::col_major(b.elements.data(), n, k),
           pd::col_major(a.elements.data(), k, m), pd::col_major(c.elements.data(), n, m));
  wrong += count_wrong(a, b, c, 2, 1, before);

  // The fastest of the calls that fit into half a second.
  using clock = std::chrono::steady_clock;
  double fastest = 1e9;
  for (const clock::time_point start = clock::now(); clock::now() - start < std::chrono::milliseconds(500);) {
    const clock::time_point from = clock::now();
    pd::gemm(A, B, C);
    const double seconds = std::chrono::duration<double>(clock::now() - from).count();
    fastest = seconds < fastest ? seconds : fastest;
  }
  std::printf("gemm f32 %dx%dx%d: %.1f GF/s on one thread, %s\n", m, n, k, 2e-9 * m * n * k / fastest,
              wrong == 0 ? "results right" : "results WRONG");
  print_schedule(m, n, k);
  return wrong == 0 ? 0 : 1;
}
