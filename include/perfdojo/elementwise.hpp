// SPDX-License-Identifier: Apache-2.0
// Element-wise kernels: scale_shift_relu.
#pragma once

#define PERFDOJO_ELEMENTWISE_INCLUDED

#include <perfdojo/dispatch/run_kernel.hpp>
#include <perfdojo/kernels/elementwise_kernels.hpp>

namespace perfdojo {

/// Options of element-wise kernels.
struct elementwise_options {
  executor_ref exec{};
};

inline namespace PERFDOJO_DISPATCH {

/// y[i] = max(a * x[i] + b, 0).
///
/// Shapes:   x, y vectors of one length, 0 included. y may be the very same view as x.
/// Strides:  any; unit stride is fast, others are right but slow.
/// Numbers:  float; a * x + b is one fma where the target has it; NaN stays NaN.
/// Errors:   throws kernel_error (without exceptions: message and abort) for lengths that differ or are negative, null pointers with
///           elements, or y overlapping x in another way.
template <viewable X, viewable Y>
void scale_shift_relu(const elementwise_options& options, typename Y::value_type a, typename Y::value_type b,
                      const X& x, const Y& y) {
  using T = typename Y::value_type;
  static_assert(std::is_same_v<T, float> && std::is_same_v<typename X::value_type, T>,
                "perfdojo: scale_shift_relu is for float");
  static_assert(X::rank == 1 && Y::rank == 1, "perfdojo: scale_shift_relu wants vectors");
  static_assert(!std::is_const_v<typename Y::element_type>,
                "perfdojo: scale_shift_relu writes y, which is const");
  using kernel = scale_shift_relu_kernel<T>;
  using mathematics = lang::program_of<kernel>;
  const scalar_view<T> a_view{a}, b_view{b};
  using exec::argument_use;
  exec::argument_verdict v = exec::check_views<argument_use::write_in_place, argument_use::read,
                                               argument_use::read, argument_use::read>(y, a_view, x, b_view);
  constexpr std::uint32_t units = exec::all_unit_strides<mathematics>();
  const index_t n = y.extent(0);
  // In place the line to be written was just read, and streaming it costs three times an ordinary store (Emerald Rapids, 16 MiB).
  const bool in_place = static_cast<const void*>(x.data) == static_cast<const void*>(y.data);
  const index_t work = in_place ? smaller(n, kernel::largest_cached) : n;
  // Only whole registers at aligned addresses are streamed (simd_stream.hpp): what lies before the first goes by itself.
  const index_t head =
      work > kernel::largest_cached && x.extent(0) == n ? exec::elements_to_register<T>(y.data) : 0;
  const auto part = [&](index_t from, index_t count) {
    const exec::argument arguments[] = {vector(y.data + from * y.strides[0], count, y.strides[0]), a_view,
                                        vector(x.data + from * x.strides[0], count, x.strides[0]), b_view};
    return dispatch::run_kernel<kernel, units>(options.exec, count, arguments);
  };
  if (v.ok() && head > 0) {
    v = part(0, head);
    if (v.ok()) v = part(head, n - head);
  } else if (v.ok()) {
    const exec::argument arguments[] = {y, a_view, x, b_view};
    v = dispatch::run_kernel<kernel, units>(options.exec, work, arguments);
  }
  if (!v.ok()) [[unlikely]]
    exec::fail(v, exec::names_of<mathematics>.of);
}
template <viewable X, viewable Y>
void scale_shift_relu(typename Y::value_type a, typename Y::value_type b, const X& x, const Y& y) {
  scale_shift_relu(elementwise_options{}, a, b, x, y);
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace perfdojo
