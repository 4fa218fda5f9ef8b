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

namespace kernels {
inline namespace PERFDOJO_DISPATCH {

template <class T>
[[gnu::noinline]] exec::argument_verdict scale_shift_relu_checked(const executor_ref& executor, T a, T b,
                                                                  const dynamic_view<const T, 1>& x,
                                                                  const dynamic_view<T, 1>& y) {
  using kernel = scale_shift_relu_kernel<T>;
  constexpr std::uint32_t units = exec::all_unit_strides<lang::program_of<kernel>>();
  const scalar_view<T> a_view{a}, b_view{b};
  using exec::argument_use;
  if (const exec::argument_verdict v =
          exec::check_views<argument_use::write_in_place, argument_use::read>(y, x);
      !v.ok())
    return v;
  const index_t n = y.extents[0];
  // In place the line to be written was just read, and streaming it costs three times an ordinary store (Emerald Rapids, 16 MiB).
  const bool in_place = x.data == y.data;
  const index_t work = in_place ? smaller(n, kernel::largest_cached) : n;
  if (work > kernel::largest_cached && x.extents[0] == n) {
    // Only whole registers at aligned addresses are streamed (simd_stream.hpp): what lies before the first goes by itself.
    if (const index_t head = exec::elements_to_register<T>(y.data); head > 0) {
      const auto part = [&](auto v, index_t from, index_t count) {
        v.data += from * v.strides[0];
        v.extents[0] = count;
        return v;
      };
      const exec::argument_verdict v = dispatch::run_kernel<kernel, units>(executor, head, part(y, 0, head),
                                                                           a_view, part(x, 0, head), b_view);
      if (!v.ok()) return v;
      return dispatch::run_kernel<kernel, units>(executor, n - head, part(y, head, n - head), a_view,
                                                 part(x, head, n - head), b_view);
    }
  }
  return dispatch::run_kernel<kernel, units>(executor, work, y, a_view, x, b_view);
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace kernels

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
  const exec::argument_verdict v = kernels::scale_shift_relu_checked<T>(
      options.exec, a, b, dynamic_view<const T, 1>(x), dynamic_view<T, 1>(y));
  if (!v.ok()) [[unlikely]]
    exec::fail(v, exec::names_of<lang::program_of<scale_shift_relu_kernel<T>>>.of);
}
template <viewable X, viewable Y>
void scale_shift_relu(typename Y::value_type a, typename Y::value_type b, const X& x, const Y& y) {
  scale_shift_relu(elementwise_options{}, a, b, x, y);
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace perfdojo
