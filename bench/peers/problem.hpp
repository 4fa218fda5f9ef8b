// SPDX-License-Identifier: Apache-2.0
// What is computed in a comparison: shapes and operands, the same for every library.
#pragma once

#include <cstddef>
#include <variant>

namespace perfdojo::bench {

using size = std::ptrdiff_t;

/// C [m, n] = A [m, k] B [k, n], all row-major without gaps.
template <class T>
struct gemm_problem {
  size m, n, k;
  const T* a;
  const T* b;
  T* c;
};

/// Each row of Y [rows, columns] is the softmax of that row of X.
struct softmax_problem {
  size rows, columns;
  const float* x;
  float* y;
};

/// y[i] = max(a * x[i] + b, 0) for i < n.
struct scale_shift_relu_problem {
  size n;
  float a, b;
  const float* x;
  float* y;
};

using problem =
    std::variant<gemm_problem<float>, gemm_problem<double>, softmax_problem, scale_shift_relu_problem>;

}  // namespace perfdojo::bench
