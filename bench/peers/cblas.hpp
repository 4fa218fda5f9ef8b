// SPDX-License-Identifier: Apache-2.0
// C = A B through a library's cblas_?gemm.
#pragma once

#include "peer.hpp"

#include <utility>

namespace perfdojo::bench {

/// cblas_sgemm and cblas_dgemm with 32-bit integers; enumerators as in the reference CBLAS.
template <class T>
using cblas_gemm = void(int order, int transpose_a, int transpose_b, int m, int n, int k, T alpha, const T* a,
                        int lda, const T* b, int ldb, T beta, T* c, int ldc);
inline constexpr int cblas_row_major = 101;
inline constexpr int cblas_no_transpose = 111;

struct cblas_functions {
  cblas_gemm<float>* sgemm = nullptr;
  cblas_gemm<double>* dgemm = nullptr;
};

template <class T>
std::function<void()> cblas_call(cblas_gemm<T>* gemm, const gemm_problem<T>& p) {
  return [=] {
    const int m = static_cast<int>(p.m);
    const int n = static_cast<int>(p.n);
    const int k = static_cast<int>(p.k);
    gemm(cblas_row_major, cblas_no_transpose, cblas_no_transpose, m, n, k, T(1), p.a, k, p.b, n, T(0), p.c,
         n);
  };
}

/// A library of which only gemm is used; `description` is an offer without a call.
class cblas_peer : public peer {
public:
  cblas_peer(cblas_functions functions, offer description)
      : functions_(functions), description_(std::move(description)) {}

  std::vector<offer> offers(const problem& p) override {
    offer o = description_;
    if (const auto* f32 = std::get_if<gemm_problem<float>>(&p)) o.run = cblas_call(functions_.sgemm, *f32);
    if (const auto* f64 = std::get_if<gemm_problem<double>>(&p)) o.run = cblas_call(functions_.dgemm, *f64);
    if (!o.run) return {};
    return {o};
  }

private:
  cblas_functions functions_;
  offer description_;
};

}  // namespace perfdojo::bench
