// SPDX-License-Identifier: Apache-2.0
// A packed product of each type, for inner_loops_test.py. The sizes of two arrays tell how many fma one iteration has.
#include <perfdojo/gemm.hpp>

namespace pd = perfdojo;

namespace {
constexpr auto f32 = pd::gemm_kernel<float>::blocks;
constexpr auto f64 = pd::gemm_kernel<double>::blocks;
}  // namespace

extern "C" {
extern const char fma_of_f32[f32.mr * f32.nv * f32.unroll];
extern const char fma_of_f64[f64.mr * f64.nv * f64.unroll];
const char fma_of_f32[f32.mr * f32.nv * f32.unroll] = {};
const char fma_of_f64[f64.mr * f64.nv * f64.unroll] = {};
}

void product(pd::dynamic_view<const float, 2> a, pd::dynamic_view<const float, 2> b,
             pd::dynamic_view<float, 2> c);
void product(pd::dynamic_view<const float, 2> a, pd::dynamic_view<const float, 2> b,
             pd::dynamic_view<float, 2> c) {
  pd::gemm(a, b, c);
}
void product(pd::dynamic_view<const double, 2> a, pd::dynamic_view<const double, 2> b,
             pd::dynamic_view<double, 2> c);
void product(pd::dynamic_view<const double, 2> a, pd::dynamic_view<const double, 2> b,
             pd::dynamic_view<double, 2> c) {
  pd::gemm(a, b, c);
}
