// SPDX-License-Identifier: Apache-2.0
// Element-wise kernels as mathematics, with default schedules. The entry points are in perfdojo/elementwise.hpp.
#pragma once

#include <perfdojo/dispatch/tuned.hpp>
#include <perfdojo/lang/lower.hpp>
#include <perfdojo/schedule/composed/row_pass.hpp>
#include <perfdojo/schedule/schedule.hpp>
#include <perfdojo/target/facts.hpp>

namespace perfdojo {

/// y[i] = max(a * x[i] + b, 0).
///
/// Shapes:   x, y [N]; N may be 0. y may be the same view as x.
/// Strides:  in elements; unit stride is fast. Alignment: that of float.
/// Numbers:  a * x + b is one fma where the target has it. NaN stays NaN.
template <class T>
struct scale_shift_relu_kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"x", T, "N"> x{};
  static constexpr lang::tensor<"y", T, "N"> y{};
  static constexpr lang::scalar<"a", T> a{};
  static constexpr lang::scalar<"b", T> b{};

  static constexpr auto math = (y(i) = (lang::max)(a * x(i) + b, T(0)));

  // 64 Ki elements are about 20 microseconds of one thread at memory speed, what a fork is worth (performance.md, section 4).
  using default_step = vector_pass<target::native_facts.vector_bytes / sizeof(T), 4, 65536>;
  using default_schedule = schedule<default_step>;
  // x and y in L2 and a core's share of L3. Beyond, an ordinary store first reads the line that it replaces from memory. Ordinary and
  // streamed, one core of Emerald Rapids: 36 and 34 GB/s at 2 MiB, 23 and 34 at 4 MiB, 14 and 27 at 64 MiB.
  static constexpr index_t largest_cached = target::cached_elements(target::native_facts, 2 * sizeof(T));
  using default_entries = tuned_entries<tuned_entry<largest_cached, default_schedule>,
                                        tuned_entry<INT64_MAX, schedule<default_step, stream<"y", "i0">>>>;
};
// tests/unit/kernels/default_schedules_test.cpp
template <class T>
inline constexpr bool is_proven<lang::program_of<scale_shift_relu_kernel<T>>,
                                typename scale_shift_relu_kernel<T>::default_step> = true;

}  // namespace perfdojo
