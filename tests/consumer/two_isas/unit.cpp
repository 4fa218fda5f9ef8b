// SPDX-License-Identifier: Apache-2.0
// One translation unit of a program whose units have different instruction sets; UNIT names its function.
#include <perfdojo/elementwise.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>

namespace pd = perfdojo;

/// Whether every kernel is right here, on small exact data.
bool UNIT() {
  float a[3 * 20], b[20 * 40], c[3 * 40];
  for (int i = 0; i < 3 * 20; ++i) a[i] = float(i / 20 + 1);
  for (int i = 0; i < 20 * 40; ++i) b[i] = float(i % 40);
  pd::gemm(pd::row_major(a, 3, 20), pd::row_major(b, 20, 40), pd::row_major(c, 3, 40));
  for (int i = 0; i < 3 * 40; ++i)
    if (c[i] != float(20 * (i / 40 + 1) * (i % 40))) return false;

  pd::scale_shift_relu(2.f, -3.f, pd::vector(b, 40), pd::vector(c, 40));
  for (int i = 0; i < 40; ++i)
    if (c[i] != (2 * i > 3 ? float(2 * i - 3) : 0.f)) return false;

  // A row of equal values: equal shares.
  pd::softmax(pd::row_major(a, 1, 20), pd::row_major(c, 1, 20));
  float sum = 0;
  for (int i = 0; i < 20; ++i) sum += c[i];
  return sum > 0.9999f && sum < 1.0001f && c[0] == c[19];
}
