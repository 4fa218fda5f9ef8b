// SPDX-License-Identifier: Apache-2.0
// gemm: fixed sizes that do not agree.
// REJECT: perfdojo: gemm wants A \[M, K\], B \[K, N\] and C \[M, N\]; these fixed sizes do not agree
#include <perfdojo/gemm.hpp>

namespace pd = perfdojo;

#ifdef REJECT
constexpr auto inner = pd::fixed<4>;
#else
constexpr auto inner = pd::fixed<3>;
#endif

void product(const float* a, const float* b, float* c) {
  pd::gemm(pd::row_major(a, pd::fixed<2>, pd::fixed<3>), pd::row_major(b, inner, pd::fixed<5>),
           pd::row_major(c, pd::fixed<2>, pd::fixed<5>));
}
