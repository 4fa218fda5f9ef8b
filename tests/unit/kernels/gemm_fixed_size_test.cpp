// SPDX-License-Identifier: Apache-2.0
// gemm() with sizes as part of the views: all layouts, alpha and beta, and the checks.
#include <perfdojo/gemm.hpp>

#include "support/gemm_problem.hpp"

namespace pd = perfdojo;
using pd::index_t;

namespace {

// The same elements, with sizes as constants. In dimensions of one element the stride means nothing.
template <index_t Rows, index_t Columns, class T>
pd::tensor_view<T, Rows, Columns> fixed_view(const pd::tensor_view<T, pd::dynamic, pd::dynamic>& v) {
  pd::tensor_view<T, Rows, Columns> f;
  f.data = v.data;
  f.strides[0] = v.strides[0];
  f.strides[1] = v.strides[1];
  return f;
}

template <class T, index_t M, index_t N, index_t K>
void check_fixed() {
  static_assert(pd::kernels::is_small_and_fixed<pd::tensor_view<T, M, K>, pd::tensor_view<T, K, N>,
                                                pd::tensor_view<T, M, N>>());
  support::gemm_checker<T> checker(4 * (M + K) * (N + K) + 256);
  index_t wrong = 0;
  for (unsigned turn = 0; turn < 216; ++turn)
    wrong += checker.wrong(support::rotated_problem(M, N, K, turn),
                           [](double alpha, double beta, const auto& a, const auto& b, const auto& c) {
                             pd::gemm(pd::gemm_options{.alpha = alpha, .beta = beta}, fixed_view<M, K>(a),
                                      fixed_view<K, N>(b), fixed_view<M, N>(c));
                           });
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("gemm: fixed sizes, every layout, alpha and beta") {
  check_fixed<float, 1, 1, 1>();
  check_fixed<float, 8, 8, 8>();
  check_fixed<float, 13, 37, 3>();
  check_fixed<double, 9, 17, 5>();
}

TEST_CASE("gemm: some sizes fixed, others not; none at all") {
  float a[6], b[12], c[8];
  for (int i = 0; i < 12; ++i) b[i] = a[i % 6] = static_cast<float>(i % 6 + 1);
  pd::gemm(pd::row_major(a, pd::fixed<2>, 3), pd::row_major(b, 3, pd::fixed<4>), pd::row_major(c, 2, 4));
  CHECK(c[0] == 1 * b[0] + 2 * b[4] + 3 * b[8]);
  c[0] = 7;
  pd::gemm(pd::row_major(a, pd::fixed<2>, pd::fixed<0>), pd::row_major(b, pd::fixed<0>, pd::fixed<4>),
           pd::row_major(c, pd::fixed<2>, pd::fixed<4>));
  CHECK(c[0] == 0);
}

#if defined(__cpp_exceptions)
TEST_CASE("gemm: fixed sizes are checked as others are") {
  float a[64], b[64], c[64];
  const auto view = [](float* x) { return pd::row_major(x, pd::fixed<8>, pd::fixed<8>); };
  CHECK_THROWS_AS(pd::gemm(view(a), view(b), view(a)), pd::kernel_error);
  CHECK_THROWS_AS(pd::gemm(view(a), view(nullptr), view(c)), pd::kernel_error);
  CHECK_THROWS_AS(pd::gemm(view(a), pd::row_major(b, pd::fixed<8>, pd::fixed<8>, 7), view(c)),
                  pd::kernel_error);
}
#endif
