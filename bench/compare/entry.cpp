// SPDX-License-Identifier: Apache-2.0
// The calls of this library. Where a tuned header counts, it comes by -include, so before everything else.
#include "entry.hpp"

#include <perfdojo/elementwise.hpp>
#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>

namespace perfdojo::bench {
namespace {

template <class T>
void multiply(void* pool, const gemm_problem<T>& p) {
  const auto a = row_major(p.a, p.m, p.k);
  const auto b = row_major(p.b, p.k, p.n);
  const auto c = row_major(p.c, p.m, p.n);
  if (pool == nullptr) return gemm(a, b, c);
  gemm(gemm_options{.alpha = T(1), .beta = T(0), .exec = *static_cast<thread_pool*>(pool)}, a, b, c);
}

const our_entries entries = {
    [](int threads) -> void* { return new thread_pool(threads); },
    multiply<float>,
    multiply<double>,
    [](void*, const softmax_problem& p) {
      softmax(row_major(p.x, p.rows, p.columns), row_major(p.y, p.rows, p.columns));
    },
    [](void*, const scale_shift_relu_problem& p) {
      scale_shift_relu(p.a, p.b, vector(p.x, p.n), vector(p.y, p.n));
    },
};

}  // namespace
}  // namespace perfdojo::bench

const perfdojo::bench::our_entries* perfdojo_bench_entries() { return &perfdojo::bench::entries; }
