// SPDX-License-Identifier: Apache-2.0
// One translation unit of a program of which only some units include a tuned header; UNIT names its function.
#if defined(WITH_HEADER)
#include "perfdojo_tuned.hpp"
#endif
#include <perfdojo/dispatch/path.hpp>
#include <perfdojo/gemm.hpp>

namespace pd = perfdojo;

/// 0 if 3 x 20 times 20 x 40 is right here, else 1; 2 if this unit's schedule does not come from where it should.
int UNIT() {
#if defined(WITH_HEADER) && !defined(ELSEWHERE)
  constexpr pd::schedule_source wanted = pd::schedule_source::tuned;
#else
  constexpr pd::schedule_source wanted = pd::schedule_source::built_in;
#endif
  if (pd::path_of<pd::small_gemm_kernel<float>>(3, 40, 20).source != wanted) return 2;
  float a[3 * 20], b[20 * 40], c[3 * 40];
  for (int i = 0; i < 3 * 20; ++i) a[i] = float(i / 20 + 1);
  for (int i = 0; i < 20 * 40; ++i) b[i] = float(i % 40);
  pd::gemm(pd::row_major(a, 3, 20), pd::row_major(b, 20, 40), pd::row_major(c, 3, 40));
  for (int i = 0; i < 3 * 40; ++i)
    if (c[i] != float(20 * (i / 40 + 1) * (i % 40))) return 1;
  return 0;
}
