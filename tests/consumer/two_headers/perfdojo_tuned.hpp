// SPDX-License-Identifier: Apache-2.0
// What pd-tuner writes, by hand: products of small matrices run as the mathematics stands, without any move. With ELSEWHERE they
// were tuned on a CPU that does not exist.
#pragma once

#if defined(ELSEWHERE)
#define PERFDOJO_DISPATCH tuned_elsewhere
#else
#define PERFDOJO_DISPATCH tuned_by_hand
#endif

#include <perfdojo/dispatch/tuned.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace perfdojo {

inline namespace PERFDOJO_DISPATCH {
struct tuned_origin {
#if defined(ELSEWHERE)
  static constexpr target::cpu cpu{"NobodysCPU", 1, 2};
  static constexpr char refusal[] = "perfdojo: tuned elsewhere";
#endif
};
}  // namespace PERFDOJO_DISPATCH

template <class T>
struct small_gemm_kernel;
template <>
struct tuned<small_gemm_kernel<float>> {
  using entries = tuned_entries<tuned_entry<INT64_MAX, schedule<>>>;
  using origin = tuned_origin;
};

}  // namespace perfdojo
