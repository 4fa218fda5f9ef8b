// SPDX-License-Identifier: Apache-2.0
// The matrix product as mathematics, with default schedules from facts about the target. The entry point is perfdojo/gemm.hpp.
#pragma once

#include <perfdojo/lang/lower.hpp>
#include <perfdojo/schedule/composed/blocked_gemm.hpp>
#include <perfdojo/schedule/schedule.hpp>
#include <perfdojo/target/facts.hpp>

namespace perfdojo {
namespace kernels {

/// Blocks for the packed product on a target, in elements of `bytes` bytes. Any size of the problem is right with any blocks.
constexpr gemm_blocks default_blocks(const target::facts& f, index_t bytes) {
  gemm_blocks b;
  b.lanes = f.vector_bytes / bytes;
  b.nv = 2;
  // mr * nv accumulators, nv vectors of B and one broadcast of A are live at once (performance.md, section 3).
  b.mr = (f.vector_registers - b.nv - 1) / b.nv;
  // A panel of B, which all register tiles of a block of rows reuse, a third larger than L1: what does not stay there comes from L2 in
  // time, and each further block of k costs a pass over C. On Emerald Rapids 512 is 1.03 times as fast as 384 at 1024^3, and 640 is
  // not faster (bench/README.md).
  b.kc = larger(b.lanes, smaller(512, f.l1_bytes * 4 / 3 / (b.nv * b.lanes * bytes)) / b.lanes * b.lanes);
  // The packed block of A has a quarter of L2: panels of B, C and prefetches pass through the rest.
  b.mt = larger(1, f.l2_bytes / 4 / (b.kc * bytes * b.mr));
  // 3072 columns of f32 on 64-byte vectors: 3 MiB of packed B, beyond L2, within the share of L3 of a server core. Arbitrary below.
  b.nt = 96;
  b.unroll = 2;
  return b;
}

/// How many rows of a matrix, `stride` bytes apart, have a panel in L2 that stays there while it is used again. Rows that are a
/// multiple of a large power of two apart share few sets: at 4096 bytes of 2 MiB in 16 ways one set in 64. Half of the ways are left to
/// everything else.
constexpr index_t rows_that_stay(const target::facts& f, index_t stride) {
  const index_t way = f.l2_bytes / f.l2_ways, line = 64;
  const index_t apart = stride & -stride;  // the largest power of two that divides it
  return f.l2_ways / 2 * (way / (apart < line ? line : apart < way ? apart : way));
}

}  // namespace kernels

template <class T>
struct small_gemm_kernel;

/// C[i, j] = alpha * sum over k of A[i, k] * B[k, j] + beta * C[i, j], with packed operands.
///
/// Shapes:   A [M, K], B [K, N], C [M, N]; extents may be 0; K == 0 scales C by beta.
/// Strides:  in elements; C has unit stride along rows, A and B any. Alignment: that of T.
/// Numbers:  alpha multiplies A; sums in T, ascending in k within blocks of kc. beta == 0 never reads C.
/// Source:   BLAS level 3, xGEMM.
template <class T>
struct gemm_kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::index<"k"> k{};
  static constexpr lang::tensor<"A", T, "M", "K"> A{};
  static constexpr lang::tensor<"B", T, "K", "N"> B{};
  static constexpr lang::inout<"C", T, "M", "N"> C{};
  static constexpr lang::scalar<"alpha", T> alpha{};
  static constexpr lang::scalar<"beta", T> beta{};

  static constexpr auto math =
      (C(i, j) = lang::select(beta == T(0), T(0), beta* C(i, j)) + lang::sum(k, alpha* A(i, k) * B(k, j)));

  static constexpr gemm_blocks blocks = kernels::default_blocks(target::native_facts, sizeof(T));
  using default_step =
      blocked_gemm<blocks.mr, blocks.nv, blocks.lanes, blocks.kc, blocks.mt, blocks.nt, blocks.unroll>;
  using default_schedule = schedule<default_step>;

  /// What gemm() takes instead for small products.
  using small_kernel = small_gemm_kernel<T>;
};
// tests/unit/kernels/default_schedules_test.cpp
template <class T>
inline constexpr bool is_proven<lang::program_of<gemm_kernel<T>>, typename gemm_kernel<T>::default_step> =
    true;

/// The same with alpha == 1 and operands used where they are, for small sizes. B has unit stride along rows.
template <class T>
struct small_gemm_kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::index<"k"> k{};
  static constexpr lang::tensor<"A", T, "M", "K"> A{};
  static constexpr lang::tensor<"B", T, "K", "N"> B{};
  static constexpr lang::inout<"C", T, "M", "N"> C{};
  static constexpr lang::scalar<"beta", T> beta{};

  static constexpr auto math =
      (C(i, j) = lang::select(beta == T(0), T(0), beta* C(i, j)) + lang::sum(k, A(i, k) * B(k, j)));

  // Half as many rows as registers would hold: each number of rows is code of its own, and 16 accumulators hide the latency of
  // an fma (4 cycles, 2 ports) already.
  static constexpr index_t lanes = target::native_facts.vector_bytes / sizeof(T);
  static constexpr index_t rows = target::native_facts.vector_registers >= 32 ? 8 : 6;
  using default_step = direct_gemm<rows, 2, lanes>;
  using default_schedule = schedule<default_step>;

  /// Up to this M * N * K the product without packing is the faster one. On a core of the Sapphire Rapids family it is 1.14 times as
  /// fast at 256^3; the two are level at 320^3 where a neighbour uses the same L2, and at 400^3 to 500^3 without one. A third vector,
  /// 1.13 times as fast at 384^3, would take the compiler a second longer and is left to the tuner, which finds its own limit.
  static constexpr index_t largest_work = 288 * 288 * 288;

  /// Is a product with rows of B `b_row` elements apart best computed without packing?
  PERFDOJO_INLINE static constexpr bool suits(index_t work, index_t k, index_t b_row,
                                              index_t limit = largest_work) {
    if (work > limit) return false;
    return k <= 64 || kernels::rows_that_stay(target::native_facts, b_row * index_t(sizeof(T))) >= k;
  }
  PERFDOJO_INLINE static constexpr bool suits_contiguous(index_t limit, index_t m, index_t n, index_t k) {
    return suits(limited_product(m, n, k), k, n, limit);
  }
};
template <class T>
inline constexpr bool
    is_proven<lang::program_of<small_gemm_kernel<T>>, typename small_gemm_kernel<T>::default_step> = true;

}  // namespace perfdojo
