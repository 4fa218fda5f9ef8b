// SPDX-License-Identifier: Apache-2.0
// What pd-tuner writes, by hand: products of small matrices run as the mathematics stands, without any move.
#pragma once

#define PERFDOJO_DISPATCH tuned_by_hand

#include <perfdojo/dispatch/tuned.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace perfdojo {

template <class T>
struct small_gemm_kernel;
template <>
struct tuned<small_gemm_kernel<float>> {
  using entries = tuned_entries<tuned_entry<INT64_MAX, schedule<>>>;
};

}  // namespace perfdojo
