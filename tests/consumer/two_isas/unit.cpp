// SPDX-License-Identifier: Apache-2.0
// One translation unit of a program whose units have different instruction sets; UNIT names its function.
#include <perfdojo/gemm.hpp>


namespace pd = perfdojo;

/// Whether 3 x 20 times 20 x 40 is right here.
bool UNIT() {
  float a[3 * 20], b[20 * 40], c[3 * 40];
  for (int i = 0; i < 3 * 20; ++i) a[i] = float(i / 20 + 1);
  for (int i = 0; i < 20 * 40; ++i) b[i] = float(i % 40);
  pd::gemm(pd::row_major(a, 3, 20), pd::row_major(b, 20, 40), pd::row_major(c, 3, 40));
  for (int i = 0; i < 3 * 40; ++i)
    if (c[i] != float(20 * (i / 40 + 1) * (i % 40))) return false;
  return true;
}
