// SPDX-License-Identifier: Apache-2.0
// The SIMD operations that AVX-512 (F, DQ, BW, VL) does in its own way: masks, comparisons, fma, maximum.
// Include simd.hpp.
//
// Intrinsics are called in their masked form where the plain one of g++ 12 reads an "undefined" register and warns
// (GCC PR 105593); with a constant mask of all ones both are the same instruction.
#pragma once

#include <perfdojo/exec/simd_types.hpp>

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#include <immintrin.h>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

// ------------------------------------------------------------------------------------------------ masks: a bit per lane
template <class T>
using lane_mask = unsigned;
template <class T>
using bools = unsigned;

template <class T>
inline constexpr unsigned all_bits = (1u << lanes<T>)-1u;

template <class T>
PERFDOJO_INLINE lane_mask<T> first_lanes(index_t n) {
  const unsigned count = limited_count(n, lanes<T>);
#if defined(__BMI2__)
  return _bzhi_u32(all_bits<T>, count);
#else
  return (1u << count) - 1u;
#endif
}
template <class T>
PERFDOJO_INLINE lane_mask<T> all_lanes() {
  return all_bits<T>;
}

PERFDOJO_INLINE reg<float> load_masked(const float* p, lane_mask<float> m) {
  return _mm512_maskz_loadu_ps(static_cast<__mmask16>(m), p);
}
PERFDOJO_INLINE reg<double> load_masked(const double* p, lane_mask<double> m) {
  return _mm512_maskz_loadu_pd(static_cast<__mmask8>(m), p);
}
PERFDOJO_INLINE reg<std::int32_t> load_masked(const std::int32_t* p, lane_mask<std::int32_t> m) {
  return reg<std::int32_t>(_mm512_maskz_loadu_epi32(static_cast<__mmask16>(m), p));
}
PERFDOJO_INLINE reg<std::int64_t> load_masked(const std::int64_t* p, lane_mask<std::int64_t> m) {
  return reg<std::int64_t>(_mm512_maskz_loadu_epi64(static_cast<__mmask8>(m), p));
}
PERFDOJO_INLINE void store_masked(float* p, reg<float> v, lane_mask<float> m) {
  _mm512_mask_storeu_ps(p, static_cast<__mmask16>(m), v);
}
PERFDOJO_INLINE void store_masked(double* p, reg<double> v, lane_mask<double> m) {
  _mm512_mask_storeu_pd(p, static_cast<__mmask8>(m), v);
}
PERFDOJO_INLINE void store_masked(std::int32_t* p, reg<std::int32_t> v, lane_mask<std::int32_t> m) {
  _mm512_mask_storeu_epi32(p, static_cast<__mmask16>(m), __m512i(v));
}
PERFDOJO_INLINE void store_masked(std::int64_t* p, reg<std::int64_t> v, lane_mask<std::int64_t> m) {
  _mm512_mask_storeu_epi64(p, static_cast<__mmask8>(m), __m512i(v));
}

// Lane l from p[l * stride]. Indices of 64 bits, 8 at a time: a stride times a lane may pass 2^31.
template <scalar_value T>
PERFDOJO_INLINE reg<T> gather_masked(const T* p, index_t stride, lane_mask<T> m) {
  const __m512i at = __m512i(lane_numbers<index_t>() * stride);
  if constexpr (sizeof(T) == 8) return reg<T>(_mm512_mask_i64gather_epi64(__m512i{}, __mmask8(m), at, p, 8));
  if constexpr (sizeof(T) == 4) {
    typedef T half __attribute__((vector_size(32)));
    const half low = half(_mm512_mask_i64gather_epi32(__m256i{}, __mmask8(m), at, p, 4));
    const half high = half(_mm512_mask_i64gather_epi32(__m256i{}, __mmask8(m >> 8), at, p + 8 * stride, 4));
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  }
}

// --------------------------------------------------------------------------------------------- comparison and selection
PERFDOJO_INLINE reg<float> select(bools<float> c, reg<float> a, reg<float> b) {
  return _mm512_mask_mov_ps(b, static_cast<__mmask16>(c), a);
}
PERFDOJO_INLINE reg<double> select(bools<double> c, reg<double> a, reg<double> b) {
  return _mm512_mask_mov_pd(b, static_cast<__mmask8>(c), a);
}
PERFDOJO_INLINE reg<std::int32_t> select(bools<std::int32_t> c, reg<std::int32_t> a, reg<std::int32_t> b) {
  return reg<std::int32_t>(_mm512_mask_mov_epi32(__m512i(b), static_cast<__mmask16>(c), __m512i(a)));
}
PERFDOJO_INLINE reg<std::int64_t> select(bools<std::int64_t> c, reg<std::int64_t> a, reg<std::int64_t> b) {
  return reg<std::int64_t>(_mm512_mask_mov_epi64(__m512i(b), static_cast<__mmask8>(c), __m512i(a)));
}
template <register_value V>
PERFDOJO_INLINE V blend(V inside, V outside, lane_mask<element<V>> m) {
  return select(m, inside, outside);
}
template <register_value V>
PERFDOJO_INLINE V keep_lanes(V v, lane_mask<element<V>> m) {
  return select(m, v, V{});
}

template <int F, int I, register_value V>
PERFDOJO_INLINE bools<element<V>> compare(V a, V b) {
  using T = element<V>;
  if constexpr (std::is_same_v<T, float>) return _mm512_cmp_ps_mask(a, b, F);
  if constexpr (std::is_same_v<T, double>) return _mm512_cmp_pd_mask(a, b, F);
  if constexpr (std::is_same_v<T, std::int32_t>) return _mm512_cmp_epi32_mask(__m512i(a), __m512i(b), I);
  if constexpr (std::is_same_v<T, std::int64_t>) return _mm512_cmp_epi64_mask(__m512i(a), __m512i(b), I);
}
template <register_value V>
PERFDOJO_INLINE auto eq(V a, V b) {
  return compare<_CMP_EQ_OQ, _MM_CMPINT_EQ>(a, b);
}
template <register_value V>
PERFDOJO_INLINE auto ne(V a, V b) {
  return compare<_CMP_NEQ_UQ, _MM_CMPINT_NE>(a, b);
}
template <register_value V>
PERFDOJO_INLINE auto lt(V a, V b) {
  return compare<_CMP_LT_OQ, _MM_CMPINT_LT>(a, b);
}
template <register_value V>
PERFDOJO_INLINE auto le(V a, V b) {
  return compare<_CMP_LE_OQ, _MM_CMPINT_LE>(a, b);
}
template <register_value V>
PERFDOJO_INLINE auto gt(V a, V b) {
  return lt(b, a);
}
template <register_value V>
PERFDOJO_INLINE auto ge(V a, V b) {
  return le(b, a);
}

// --------------------------------------------------------------------------------------------------------- arithmetic
PERFDOJO_INLINE reg<float> fma(reg<float> a, reg<float> b, reg<float> c) { return _mm512_fmadd_ps(a, b, c); }
PERFDOJO_INLINE reg<double> fma(reg<double> a, reg<double> b, reg<double> c) {
  return _mm512_fmadd_pd(a, b, c);
}
PERFDOJO_INLINE reg<float> sqrt(reg<float> a) { return _mm512_maskz_sqrt_ps(__mmask16(-1), a); }
PERFDOJO_INLINE reg<double> sqrt(reg<double> a) { return _mm512_maskz_sqrt_pd(__mmask8(-1), a); }

// vmaxps and vminps: the second operand where either is NaN or both are zeros.
PERFDOJO_INLINE reg<float> max_or_second(reg<float> a, reg<float> b) {
  return _mm512_maskz_max_ps(__mmask16(-1), a, b);
}
PERFDOJO_INLINE reg<double> max_or_second(reg<double> a, reg<double> b) {
  return _mm512_maskz_max_pd(__mmask8(-1), a, b);
}
PERFDOJO_INLINE reg<float> min_or_second(reg<float> a, reg<float> b) {
  return _mm512_maskz_min_ps(__mmask16(-1), a, b);
}
PERFDOJO_INLINE reg<double> min_or_second(reg<double> a, reg<double> b) {
  return _mm512_maskz_min_pd(__mmask8(-1), a, b);
}

// vrangeps: the number where one operand is a quiet NaN; -0 < +0. The sign (bits 3:2 of the immediate) is the result's.
inline constexpr int range_min = 0b0100, range_max = 0b0101;
PERFDOJO_INLINE reg<float> maximum_number(reg<float> a, reg<float> b) {
  return _mm512_maskz_range_ps(__mmask16(-1), a, b, range_max);
}
PERFDOJO_INLINE reg<double> maximum_number(reg<double> a, reg<double> b) {
  return _mm512_maskz_range_pd(__mmask8(-1), a, b, range_max);
}
PERFDOJO_INLINE reg<float> minimum_number(reg<float> a, reg<float> b) {
  return _mm512_maskz_range_ps(__mmask16(-1), a, b, range_min);
}
PERFDOJO_INLINE reg<double> minimum_number(reg<double> a, reg<double> b) {
  return _mm512_maskz_range_pd(__mmask8(-1), a, b, range_min);
}
// The sign of x with the smaller magnitude of the two; bound where x is NaN.
PERFDOJO_INLINE reg<float> limit_magnitude(reg<float> x, reg<float> bound) {
  return _mm512_maskz_range_ps(__mmask16(-1), x, bound, 0b0010);
}
PERFDOJO_INLINE reg<double> limit_magnitude(reg<double> x, reg<double> bound) {
  return _mm512_maskz_range_pd(__mmask8(-1), x, bound, 0b0010);
}
// a * 2^floor(n) rounded once, for every n.
PERFDOJO_INLINE reg<float> scale_by_power_of_two(reg<float> a, reg<float> n) {
  return _mm512_maskz_scalef_ps(__mmask16(-1), a, n);
}
PERFDOJO_INLINE reg<double> scale_by_power_of_two(reg<double> a, reg<double> n) {
  return _mm512_maskz_scalef_pd(__mmask8(-1), a, n);
}
// Lanes without an order keep the NaN below.
PERFDOJO_INLINE reg<float> maximum(reg<float> a, reg<float> b) {
  const auto ordered = _mm512_cmp_ps_mask(a, b, _CMP_ORD_Q);
  return _mm512_mask_range_ps(broadcast(__builtin_nanf("")), ordered, a, b, range_max);
}
PERFDOJO_INLINE reg<double> maximum(reg<double> a, reg<double> b) {
  const auto ordered = _mm512_cmp_pd_mask(a, b, _CMP_ORD_Q);
  return _mm512_mask_range_pd(broadcast(__builtin_nan("")), ordered, a, b, range_max);
}
PERFDOJO_INLINE reg<float> minimum(reg<float> a, reg<float> b) {
  const auto ordered = _mm512_cmp_ps_mask(a, b, _CMP_ORD_Q);
  return _mm512_mask_range_ps(broadcast(__builtin_nanf("")), ordered, a, b, range_min);
}
PERFDOJO_INLINE reg<double> minimum(reg<double> a, reg<double> b) {
  const auto ordered = _mm512_cmp_pd_mask(a, b, _CMP_ORD_Q);
  return _mm512_mask_range_pd(broadcast(__builtin_nan("")), ordered, a, b, range_min);
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
#endif
