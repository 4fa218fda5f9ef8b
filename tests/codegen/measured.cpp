// SPDX-License-Identifier: Apache-2.0
// One call of one kernel inside a function that callgrind counts, for instruction_counts_test.py.
#include <perfdojo/elementwise.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>

#include <cstdio>
#include <cstring>
#include <vector>

namespace pd = perfdojo;

namespace {
std::vector<float> a(1 << 17, 0.5f), b(1 << 17, 0.25f), c(1 << 17);

void product(pd::index_t n) {
  pd::gemm(pd::row_major(a.data(), n, n), pd::row_major(b.data(), n, n), pd::row_major(c.data(), n, n));
}
}  // namespace

// By name in callgrind's --toggle-collect.
extern "C" [[gnu::noinline]] void measured(const char* what) {
  if (std::strcmp(what, "gemm_64") == 0) product(64);
  if (std::strcmp(what, "gemm_256") == 0) product(256);
  if (std::strcmp(what, "softmax_64x1024") == 0)
    pd::softmax(pd::row_major(a.data(), 64, 1024), pd::row_major(c.data(), 64, 1024));
  if (std::strcmp(what, "scale_shift_relu_65536") == 0)
    pd::scale_shift_relu(2.f, 1.f, pd::vector(a.data(), 65536), pd::vector(c.data(), 65536));
}

int main(int count, char** arguments) {
  if (count != 2) return 2;
  // The first call allocates.
  if (std::strcmp(arguments[1], "gemm_64") == 0) product(64);
  if (std::strcmp(arguments[1], "gemm_256") == 0) product(256);
  measured(arguments[1]);
  std::printf("%g\n", static_cast<double>(c[1]));
  return 0;
}
