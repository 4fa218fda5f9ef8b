// SPDX-License-Identifier: Apache-2.0
// softmax: over the rows of a matrix.
#pragma once

#define PERFDOJO_SOFTMAX_INCLUDED

#include <perfdojo/dispatch/run_kernel.hpp>
#include <perfdojo/kernels/softmax_kernel.hpp>

namespace perfdojo {

/// Options of softmax.
struct softmax_options {
  executor_ref exec{};
};

namespace kernels {
inline namespace PERFDOJO_DISPATCH {

template <class T>
[[gnu::noinline]] exec::argument_verdict softmax_checked(const executor_ref& executor,
                                                         const dynamic_view<const T, 2>& x,
                                                         const dynamic_view<T, 2>& y) {
  using kernel = softmax_kernel<T>;
  if (const exec::argument_verdict v =
          exec::check_views<exec::argument_use::read_matrix, exec::argument_use::write>(x, y);
      !v.ok())
    return v;
  const index_t work = limited_product(x.extents[0], x.extents[1], 1);
  // A row of 4096 takes about a microsecond, a fork about as long: threads from 16 such rows on.
  const executor_ref alone{};
  return dispatch::run_kernel<kernel, exec::all_unit_strides<lang::program_of<kernel>>()>(
      work < 65536 ? alone : executor, work, x, y);
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace kernels

inline namespace PERFDOJO_DISPATCH {

/// Y[r, j] = exp(X[r, j]) / sum over j of exp(X[r, j]), without overflow.
///
/// Shapes:   X, Y [R, N]; extents may be 0.
/// Strides:  any; unit stride along rows is fast, others are right but slow.
/// Numbers:  float. A row with NaN or +Inf becomes NaN, as does a row of -Inf only; other -Inf give 0.
/// Errors:   throws kernel_error (without exceptions: message and abort) for shapes that differ, negative extents, null pointers with
///           elements, Y overlapping X, or no scratch memory (one row per thread).
template <viewable X, viewable Y>
void softmax(const softmax_options& options, const X& x, const Y& y) {
  using T = typename Y::value_type;
  static_assert(std::is_same_v<T, float> && std::is_same_v<typename X::value_type, T>,
                "perfdojo: softmax is for float");
  static_assert(X::rank == 2 && Y::rank == 2, "perfdojo: softmax wants matrices");
  static_assert(!std::is_const_v<typename Y::element_type>, "perfdojo: softmax writes Y, which is const");
  const exec::argument_verdict v =
      kernels::softmax_checked<T>(options.exec, dynamic_view<const T, 2>(x), dynamic_view<T, 2>(y));
  if (!v.ok()) [[unlikely]]
    exec::fail(v, exec::names_of<lang::program_of<softmax_kernel<T>>>.of);
}
template <viewable X, viewable Y>
void softmax(const X& x, const Y& y) {
  softmax(softmax_options{}, x, y);
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace perfdojo
