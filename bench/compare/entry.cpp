// SPDX-License-Identifier: Apache-2.0
// The calls of this library. Where a tuned header counts, it comes by -include, so before everything else.
#include "entry.hpp"

#include <perfdojo/elementwise.hpp>
#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>

namespace perfdojo::bench {
namespace {

executor_ref executor_of(void* pool) {
  return pool == nullptr ? executor_ref{} : executor_ref(*static_cast<thread_pool*>(pool));
}

template <class T>
void multiply(void* pool, const gemm_problem<T>& p) {
  gemm(gemm_options{.exec = executor_of(pool)}, row_major(p.a, p.m, p.k), row_major(p.b, p.k, p.n),
       row_major(p.c, p.m, p.n));
}

const our_entries entries = {
    [](int threads) -> void* { return new thread_pool(threads); },
    multiply<float>,
    multiply<double>,
    [](void* pool, const softmax_problem& p) {
      softmax(softmax_options{.exec = executor_of(pool)}, row_major(p.x, p.rows, p.columns),
              row_major(p.y, p.rows, p.columns));
    },
    [](void* pool, const scale_shift_relu_problem& p) {
      scale_shift_relu(elementwise_options{.exec = executor_of(pool)}, p.a, p.b, vector(p.x, p.n),
                       vector(p.y, p.n));
    },
};

}  // namespace
}  // namespace perfdojo::bench

const perfdojo::bench::our_entries* perfdojo_bench_entries() { return &perfdojo::bench::entries; }
