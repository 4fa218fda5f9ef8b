// SPDX-License-Identifier: Apache-2.0
// Softmax over rows as mathematics, with its default schedule. The entry point is perfdojo/softmax.hpp.
#pragma once

#include <perfdojo/dispatch/tuned.hpp>
#include <perfdojo/lang/lower.hpp>
#include <perfdojo/schedule/composed/row_pass.hpp>
#include <perfdojo/schedule/schedule.hpp>
#include <perfdojo/target/facts.hpp>

namespace perfdojo {

/// Y[r, j] = exp(X[r, j] - m[r]) / sum over j of the same, m the maximum of row r.
///
/// Shapes:   X, Y [R, N]; extents may be 0.
/// Strides:  in elements; unit stride along rows is fast. Alignment: that of float.
/// Numbers:  f32; one reciprocal per row multiplies the exponentials (2 roundings). A row with a NaN or with +Inf is NaN; -Inf
///           gives 0; a row of -Inf only is NaN, as in PyTorch. The order of the sum is that of the schedule.
template <class T>
struct softmax_kernel {
  static constexpr lang::index<"r"> r{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::tensor<"X", T, "R", "N"> X{};
  static constexpr lang::tensor<"Y", T, "R", "N"> Y{};
  static constexpr lang::temporary<"m", T, "R"> m{};
  static constexpr lang::temporary<"e", T, "R", "N"> e{};
  static constexpr lang::temporary<"s", T, "R"> s{};
  static constexpr lang::temporary<"q", T, "R"> q{};

  // max_number ignores NaN, which is one instruction; the NaN comes back through the exponential.
  static constexpr auto math =
      lang::statements(m(r) = lang::max_number(j, X(r, j)), e(r, j) = lang::exp(X(r, j) - m(r)),
                       s(r) = lang::sum(j, e(r, j)), q(r) = T(1) / s(r), Y(r, j) = e(r, j) * q(r));

  // Four accumulators hide most of the latency of maximum and sum; more would lengthen short rows. (Arbitrary within 4 to 8.)
  // One row is fetched ahead: 17 and 22 GB/s at 512 x 4096 (Emerald Rapids). Rows above a third of L2 push it out again: 13 and 10
  // at 16 x 262144.
  using default_step = softmax_rows<target::native_facts.vector_bytes / sizeof(T), 4>;
  using default_schedule = schedule<default_step>;
  // X and Y, as in elementwise_kernels.hpp.
  static constexpr index_t largest_cached = target::cached_elements(target::native_facts, 2 * sizeof(T));
  using default_entries = tuned_entries<tuned_entry<largest_cached, default_schedule>,
                                        tuned_entry<INT64_MAX, schedule<default_step, stream<"Y", "r">>>>;
};
// tests/unit/kernels/default_schedules_test.cpp
template <class T>
inline constexpr bool
    is_proven<lang::program_of<softmax_kernel<T>>, typename softmax_kernel<T>::default_step> = true;

}  // namespace perfdojo
