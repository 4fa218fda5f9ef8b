// SPDX-License-Identifier: Apache-2.0
// gemm: C = alpha A B + beta C, for float and double, any order of the operands, any size.
#pragma once

#define PERFDOJO_GEMM_INCLUDED

#include <perfdojo/dispatch/run_kernel.hpp>
#include <perfdojo/kernels/gemm_kernel.hpp>

namespace perfdojo {

/// Options of gemm. alpha and beta are converted to the element type.
struct gemm_options {
  double alpha = 1;
  double beta = 0;
  executor_ref exec{};
};

namespace kernels {
inline namespace PERFDOJO_DISPATCH {

/// Below this many multiply-adds threads cost more than they save: about 30 microseconds on one core (performance.md, section 4).
inline constexpr index_t smallest_parallel_work = 1 << 21;

template <class T>
using matrix_in = dynamic_view<const T, 2>;
template <class T>
using matrix_out = dynamic_view<T, 2>;

template <class T>
exec::argument_verdict gemm_of_nothing(const executor_ref& executor, T beta, matrix_in<T> a, matrix_in<T> b,
                                       const matrix_out<T>& c);

// C has unit stride along rows, or along neither dimension.
template <class T>
PERFDOJO_INLINE exec::argument_verdict gemm_by_rows(const executor_ref& executor, T alpha, T beta,
                                                    const matrix_in<T>& a, const matrix_in<T>& b,
                                                    const matrix_out<T>& c) {
  const index_t m = c.extents[0], n = c.extents[1], k = a.extents[1], work = limited_product(m, n, k);
  const bool in_parallel = work >= smallest_parallel_work;
  const scalar_view<T> alpha_view{alpha}, beta_view{beta};
  using small = small_gemm_kernel<T>;
  if (alpha == T(1) && b.strides[1] == 1 && c.strides[1] == 1 &&
      small::suits(work, k, b.strides[0], dispatch::largest_work_of<small>()) &&
      !(in_parallel && executor.concurrency() > 1))
    return dispatch::run_kernel_of_size<small, dispatch::bit_of<small>("B") | dispatch::bit_of<small>("C"),
                                        void>(executor_ref{}, work, c, beta_view, a, b);
  if (alpha == T(0)) [[unlikely]]
    return gemm_of_nothing<T>(executor, beta, a, b, c);
  using kernel = gemm_kernel<T>;
  const executor_ref alone{};
  return dispatch::run_kernel_of_size<kernel, dispatch::bit_of<kernel>("C")>(
      in_parallel ? executor : alone, work, c, beta_view, alpha_view, a, b);
}
// C by columns: C' = B' A'.
template <class T>
[[gnu::noinline]] exec::argument_verdict gemm_by_columns(const executor_ref& executor, T alpha, T beta,
                                                         const matrix_in<T>& a, const matrix_in<T>& b,
                                                         const matrix_out<T>& c) {
  return gemm_by_rows<T>(executor, alpha, beta, transposed(b), transposed(a), transposed(c));
}
// BLAS: if alpha is 0, A and B are not read. Their inner dimension becomes empty, which makes any alpha do.
template <class T>
[[gnu::cold, gnu::noinline]] exec::argument_verdict gemm_of_nothing(const executor_ref& executor, T beta,
                                                                    matrix_in<T> a, matrix_in<T> b,
                                                                    const matrix_out<T>& c) {
  a.extents[1] = 0;
  b.extents[0] = 0;
  return gemm_by_rows<T>(executor, T(1), beta, a, b, c);
}

inline constexpr name gemm_names[] = {"C", "A", "B"};

/// The first disagreement of sizes. Arguments are numbered as in gemm_names.
template <class T>
exec::argument_verdict compare_sizes(const matrix_in<T>& a, const matrix_in<T>& b, const matrix_out<T>& c) {
  exec::argument_verdict v;
  const auto compare = [&](int argument, index_t found, int dimension, int other, index_t asked) {
    if (found == asked || !v.ok()) return;
    v = {exec::argument_fault::extent_mismatch,
         static_cast<std::int8_t>(argument),
         static_cast<std::int8_t>(other),
         static_cast<std::int8_t>(dimension),
         asked,
         found};
  };
  compare(1, a.extents[0], 0, 0, c.extents[0]);
  compare(2, b.extents[1], 1, 0, c.extents[1]);
  compare(2, b.extents[0], 0, 1, a.extents[1]);
  return v;
}

// Views by reference: a copy would be read with wider loads than the stores that wrote it, and wait for them.
template <class T>
exec::argument_verdict gemm_checked(const gemm_options& options, const matrix_in<T>& a, const matrix_in<T>& b,
                                    const matrix_out<T>& c) {
  using exec::argument_use;
  exec::argument_verdict v =
      exec::check_views<argument_use::write, argument_use::read_matrix, argument_use::read_matrix>(c, a, b);
  if (v.ok()) v = compare_sizes<T>(a, b, c);
  if (!v.ok()) return v;
  const T alpha = static_cast<T>(options.alpha), beta = static_cast<T>(options.beta);
  if (c.strides[1] != 1 && c.strides[0] == 1 && c.extents[1] != 1)
    return gemm_by_columns<T>(options.exec, alpha, beta, a, b, c);
  return gemm_by_rows<T>(options.exec, alpha, beta, a, b, c);
}

/// Are all sizes part of the types, and is the product a small one?
template <class A, class B, class C>
constexpr bool is_small_and_fixed() {
  for (int d = 0; d < 2; ++d)
    if (A::static_extents[d] <= 0 || B::static_extents[d] <= 0 || C::static_extents[d] <= 0) return false;
  return limited_product(C::static_extents[0], C::static_extents[1], A::static_extents[1]) <=
         small_gemm_kernel<typename C::value_type>::largest_work;
}

/// A product whose sizes are constants: loops and tails are those of these sizes.
template <class T, class A, class B, class C>
PERFDOJO_INLINE exec::argument_verdict gemm_of_fixed_size(const gemm_options& options, const A& a, const B& b,
                                                          const C& c) {
  if (static_cast<T>(options.alpha) != T(1) || b.strides[1] != 1 || c.strides[1] != 1) [[unlikely]]
    return gemm_checked<T>(options, matrix_in<T>(a), matrix_in<T>(b), matrix_out<T>(c));
  using exec::argument_use;
  const exec::argument_verdict v =
      exec::check_views<argument_use::write, argument_use::read_matrix, argument_use::read_matrix>(c, a, b);
  if (!v.ok()) return v;
  using kernel = small_gemm_kernel<T>;
  using beta_view = scalar_view<T>;
  using program = exec::program_for<lang::program_of<kernel>, C, beta_view, A, B>;
  constexpr index_t work = C::static_extents[0] * C::static_extents[1] * A::static_extents[1];
  return dispatch::run_kernel_of_size<kernel, dispatch::bit_of<kernel>("B") | dispatch::bit_of<kernel>("C"),
                                      void, program>(executor_ref{}, work, c,
                                                     beta_view{static_cast<T>(options.beta)}, a, b);
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace kernels

inline namespace PERFDOJO_DISPATCH {

/// C = alpha A B + beta C.
///
/// Shapes:   A [M, K], B [K, N], C [M, N]; any extent may be 0; K == 0 or alpha == 0 scales C by beta.
/// Sizes:    run-time values, or fixed<N> in the views; when all of a small product are fixed, the code is for these sizes alone.
/// Strides:  any; C by rows or by columns is fast, with neither stride 1 it is right but slow.
/// Numbers:  alpha * A is rounded to T, sums are in T; NaN and Inf pass through. beta == 0: C is not read.
///           alpha == 0: A and B are not read. Subnormal numbers are computed as such, unless the caller's threads flush them: x86 CPUs
///           do that in microcode, 100 to 400 times as slowly (256^3 on Emerald Rapids).
/// Errors:   throws kernel_error (without exceptions: message and abort) for shapes that do not agree, negative extents, a leading
///           dimension smaller than a row, null pointers with elements, C overlapping A or B, or no scratch memory.
template <viewable A, viewable B, viewable C>
void gemm(const gemm_options& options, const A& a, const B& b, const C& c) {
  using T = typename C::value_type;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "perfdojo: gemm is for float and double");
  static_assert(std::is_same_v<typename A::value_type, T> && std::is_same_v<typename B::value_type, T>,
                "perfdojo: gemm wants A, B and C of one element type");
  static_assert(A::rank == 2 && B::rank == 2 && C::rank == 2, "perfdojo: gemm wants matrices");
  static_assert(!std::is_const_v<typename C::element_type>, "perfdojo: gemm writes C, which is const");
  constexpr auto may_agree = [](index_t x, index_t y) { return x < 0 || y < 0 || x == y; };
  static_assert(may_agree(A::static_extents[0], C::static_extents[0]) &&
                    may_agree(B::static_extents[1], C::static_extents[1]) &&
                    may_agree(A::static_extents[1], B::static_extents[0]),
                "perfdojo: gemm wants A [M, K], B [K, N] and C [M, N]; these fixed sizes do not agree");
  exec::argument_verdict v;
  if constexpr (kernels::is_small_and_fixed<A, B, C>()) {
    v = kernels::gemm_of_fixed_size<T>(options, a, b, c);
  } else {
    v = kernels::gemm_checked<T>(options, kernels::matrix_in<T>(a), kernels::matrix_in<T>(b),
                                 kernels::matrix_out<T>(c));
  }
  if (!v.ok()) [[unlikely]]
    exec::fail(v, kernels::gemm_names);
}
/// C = A B.
template <viewable A, viewable B, viewable C>
void gemm(const A& a, const B& b, const C& c) {
  gemm(gemm_options{}, a, b, c);
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace perfdojo
