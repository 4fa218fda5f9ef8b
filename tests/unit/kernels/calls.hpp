// SPDX-License-Identifier: Apache-2.0
// calls: the entry points of the kernels for run-time views, compiled once for all tests of this folder.
#pragma once

#include <perfdojo/elementwise.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>

namespace calls {

template <class T>
using matrix = perfdojo::dynamic_view<T, 2>;
template <class T>
using vector = perfdojo::dynamic_view<T, 1>;

// In gemm_test.cpp.
void gemm(const perfdojo::gemm_options&, matrix<const float>, matrix<const float>, matrix<float>);
void gemm(const perfdojo::gemm_options&, matrix<const double>, matrix<const double>, matrix<double>);
// In softmax_test.cpp.
void softmax(const perfdojo::softmax_options&, matrix<const float>, matrix<float>);
// In elementwise_test.cpp.
void scale_shift_relu(float a, float b, vector<const float>, vector<float>);

}  // namespace calls
