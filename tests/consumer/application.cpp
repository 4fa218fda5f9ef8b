// SPDX-License-Identifier: Apache-2.0
// What an application needs of the library; each folder here builds it in another way.
#include <cstdio>
#include <vector>

#include <perfdojo/gemm.hpp>

namespace pd = perfdojo;

// C = A B with A(i, k) = i and B(k, j) = j + 1: every element is exact.
int main() {
  const pd::index_t m = 37, n = 29, k = 53;
  std::vector<float> a(m * k), b(k * n), c(m * n, -1.f);
  for (pd::index_t i = 0; i < m * k; ++i) a[i] = float(i / k);
  for (pd::index_t i = 0; i < k * n; ++i) b[i] = float(i % n + 1);
  pd::gemm(pd::row_major(a.data(), m, k), pd::row_major(b.data(), k, n), pd::row_major(c.data(), m, n));
  for (pd::index_t i = 0; i < m; ++i)
    for (pd::index_t j = 0; j < n; ++j)
      if (c[i * n + j] != float(k * i * (j + 1))) {
        std::printf("C(%d, %d) is %g\n", int(i), int(j), c[i * n + j]);
        return 1;
      }
  std::puts("right");
}
