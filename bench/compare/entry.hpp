// SPDX-License-Identifier: Apache-2.0
// How pd-compare calls this library: a table of plain functions, so that the same source can be compiled into the
// program and, with a tuned header, into a shared object at run time.
#pragma once

#include "../peers/problem.hpp"

namespace perfdojo::bench {

/// `pool` is what make_pool returned, or null for one thread.
struct our_entries {
  void* (*make_pool)(int threads);
  void (*gemm_f32)(void* pool, const gemm_problem<float>& p);
  void (*gemm_f64)(void* pool, const gemm_problem<double>& p);
  void (*softmax)(void* pool, const softmax_problem& p);
  void (*scale_shift_relu)(void* pool, const scale_shift_relu_problem& p);
};

}  // namespace perfdojo::bench

#if !defined(PERFDOJO_BENCH_EXPORT)
#define PERFDOJO_BENCH_EXPORT
#endif
extern "C" PERFDOJO_BENCH_EXPORT const perfdojo::bench::our_entries* perfdojo_bench_entries();
