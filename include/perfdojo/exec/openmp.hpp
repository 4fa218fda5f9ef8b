// SPDX-License-Identifier: Apache-2.0
// openmp: the executor of programs that use OpenMP anyway. Exists only where the compiler has OpenMP switched on.
#pragma once

#if defined(_OPENMP)

#include <perfdojo/core/config.hpp>
#include <perfdojo/core/index_math.hpp>
#include <perfdojo/exec/parallel.hpp>

#include <omp.h>

namespace perfdojo {

/// The threads of OpenMP, as many as OMP_NUM_THREADS or omp_set_num_threads() say. Inside a parallel region it runs
/// in the calling thread.
struct openmp {
  static int concurrency() { return omp_in_parallel() ? 1 : omp_get_max_threads(); }

  PERFDOJO_INLINE static void parallel_for(index_t n, index_t grain, parallel_body body, void* context) {
    exec::guarded_body<exec::with_exceptions> guarded{body, context};
    share(n, grain, guarded.call, &guarded);
    guarded.rethrow();
  }

private:
  static void share(index_t n, index_t grain, parallel_body body, void* context) {
    if (n <= 0) return;
    grain = larger(1, smaller(grain, n));
    const index_t units = 1 + (n - 1) / grain;
    const int threads = static_cast<int>(smaller(units, concurrency()));
    if (threads == 1) {
      body(context, 0, n);
      return;
    }
    // Four pieces per thread: few calls of the body, and a thread that is late costs a quarter of its share.
    const index_t pieces = smaller(units, index_t{4} * threads);
    const index_t length = units / pieces;
    const index_t longer = units % pieces;  // pieces that have one unit more
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (index_t p = 0; p < pieces; ++p) {
      const index_t begin = p * length + smaller(p, longer);
      const index_t end = begin + length + (p < longer ? 1 : 0);
      body(context, begin * grain, end == units ? n : end * grain);
    }
  }
};
static_assert(executor<openmp>);

}  // namespace perfdojo

#endif
