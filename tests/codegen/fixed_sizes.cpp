// SPDX-License-Identifier: Apache-2.0
// Products of sizes known at compile time, for compile_cost_test.py.
#include <perfdojo/gemm.hpp>

namespace pd = perfdojo;

void small(const float* a, const float* b, float* c);
void small(const float* a, const float* b, float* c) {
  pd::gemm(pd::row_major(a, pd::fixed<100>, pd::fixed<50>), pd::row_major(b, pd::fixed<50>, pd::fixed<100>),
           pd::row_major(c, pd::fixed<100>, pd::fixed<100>));
}
void large(const float* a, const float* b, float* c);
void large(const float* a, const float* b, float* c) {
  pd::gemm(pd::row_major(a, pd::fixed<512>, pd::fixed<512>), pd::row_major(b, pd::fixed<512>, pd::fixed<512>),
           pd::row_major(c, pd::fixed<512>, pd::fixed<512>));
}
