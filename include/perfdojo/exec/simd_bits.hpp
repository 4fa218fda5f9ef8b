// SPDX-License-Identifier: Apache-2.0
// The SIMD operations of targets without mask registers: a lane mask is a lane count, a comparison result a register
// of all ones and zeros. Include simd.hpp.
#pragma once

#include <perfdojo/exec/simd_scalar.hpp>
#include <perfdojo/exec/simd_types.hpp>

#if !(defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__))
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

// --------------------------------------------------------------------------------------- masks: the number of lanes
template <class T>
using lane_mask = int;
template <class T>
using bools = reg<typename register_of<T>::bits>;

template <class T>
PERFDOJO_INLINE lane_mask<T> first_lanes(index_t n) {
  return static_cast<int>(limited_count(n, lanes<T>));
}
template <class T>
PERFDOJO_INLINE lane_mask<T> all_lanes() {
  return lanes<T>;
}
template <class T>
PERFDOJO_INLINE bools<T> lane_bits(lane_mask<T> m) {
  using bits = typename register_of<T>::bits;
  return lane_numbers<bits>() < broadcast<bits>(m);
}

// Never touches memory outside the mask.
template <scalar_value T>
PERFDOJO_INLINE reg<T> load_masked(const T* p, lane_mask<T> m) {
#if defined(__AVX2__)
  using bits = typename register_of<T>::bits;
  if constexpr (sizeof(T) == 4)
    return reg<T>(_mm256_maskload_epi32(reinterpret_cast<const int*>(p), __m256i(lane_bits<bits>(m))));
  else
    return reg<T>(_mm256_maskload_epi64(reinterpret_cast<const long long*>(p), __m256i(lane_bits<bits>(m))));
#else
  T lane[lanes<T>]{};
  PERFDOJO_ROLLED for (int l = 0; l < m; ++l) lane[l] = p[l];
  return *reinterpret_cast<const typename register_of<T>::memory*>(lane);
#endif
}
template <scalar_value T>
PERFDOJO_INLINE void store_masked(T* p, reg<T> v, lane_mask<T> m) {
#if defined(__AVX2__)
  using bits = typename register_of<T>::bits;
  if constexpr (sizeof(T) == 4)
    _mm256_maskstore_epi32(reinterpret_cast<int*>(p), __m256i(lane_bits<bits>(m)), __m256i(v));
  else
    _mm256_maskstore_epi64(reinterpret_cast<long long*>(p), __m256i(lane_bits<bits>(m)), __m256i(v));
#else
  T lane[lanes<T>];
  *reinterpret_cast<typename register_of<T>::memory*>(lane) = v;
  PERFDOJO_ROLLED for (int l = 0; l < m; ++l) p[l] = lane[l];
#endif
}

// ------------------------------------------------------------------------------------------ comparison and selection
template <register_value V>
PERFDOJO_INLINE V select(bools<element<V>> c, V a, V b) {
#if defined(__SSE4_1__)  // one instruction: every byte of c has the sign of its lane
#if defined(__AVX2__)
  return V(_mm256_blendv_epi8(__m256i(b), __m256i(a), __m256i(c)));
#elif defined(__AVX__)
  if constexpr (sizeof(element<V>) == 4)
    return V(_mm256_blendv_ps(__m256(b), __m256(a), __m256(c)));
  else
    return V(_mm256_blendv_pd(__m256d(b), __m256d(a), __m256d(c)));
#else
  return V(_mm_blendv_epi8(__m128i(b), __m128i(a), __m128i(c)));
#endif
#else
  return V((bits_of<V>(a) & c) | (bits_of<V>(b) & ~c));
#endif
}
template <register_value V>
PERFDOJO_INLINE V blend(V inside, V outside, lane_mask<element<V>> m) {
  return select(lane_bits<element<V>>(m), inside, outside);
}
template <register_value V>
PERFDOJO_INLINE V keep_lanes(V v, lane_mask<element<V>> m) {
  return V(bits_of<V>(v) & lane_bits<element<V>>(m));
}

template <register_value V>
PERFDOJO_INLINE bools<element<V>> eq(V a, V b) {
  return a == b;
}
template <register_value V>
PERFDOJO_INLINE bools<element<V>> ne(V a, V b) {
  return a != b;
}
template <register_value V>
PERFDOJO_INLINE bools<element<V>> lt(V a, V b) {
  return a < b;
}
template <register_value V>
PERFDOJO_INLINE bools<element<V>> le(V a, V b) {
  return a <= b;
}
template <register_value V>
PERFDOJO_INLINE bools<element<V>> gt(V a, V b) {
  return a > b;
}
template <register_value V>
PERFDOJO_INLINE bools<element<V>> ge(V a, V b) {
  return a >= b;
}

// -------------------------------------------------------------------------------------------------------- arithmetic
#if defined(__AVX__)
PERFDOJO_INLINE reg<float> sqrt(reg<float> a) { return _mm256_sqrt_ps(a); }
PERFDOJO_INLINE reg<double> sqrt(reg<double> a) { return _mm256_sqrt_pd(a); }
PERFDOJO_INLINE reg<float> max_or_second(reg<float> a, reg<float> b) { return _mm256_max_ps(a, b); }
PERFDOJO_INLINE reg<double> max_or_second(reg<double> a, reg<double> b) { return _mm256_max_pd(a, b); }
PERFDOJO_INLINE reg<float> min_or_second(reg<float> a, reg<float> b) { return _mm256_min_ps(a, b); }
PERFDOJO_INLINE reg<double> min_or_second(reg<double> a, reg<double> b) { return _mm256_min_pd(a, b); }
#elif defined(__x86_64__)
PERFDOJO_INLINE reg<float> sqrt(reg<float> a) { return _mm_sqrt_ps(a); }
PERFDOJO_INLINE reg<double> sqrt(reg<double> a) { return _mm_sqrt_pd(a); }
PERFDOJO_INLINE reg<float> max_or_second(reg<float> a, reg<float> b) { return _mm_max_ps(a, b); }
PERFDOJO_INLINE reg<double> max_or_second(reg<double> a, reg<double> b) { return _mm_max_pd(a, b); }
PERFDOJO_INLINE reg<float> min_or_second(reg<float> a, reg<float> b) { return _mm_min_ps(a, b); }
PERFDOJO_INLINE reg<double> min_or_second(reg<double> a, reg<double> b) { return _mm_min_pd(a, b); }
#else
#if defined(__aarch64__)
PERFDOJO_INLINE reg<float> sqrt(reg<float> a) { return reg<float>(vsqrtq_f32(float32x4_t(a))); }
PERFDOJO_INLINE reg<double> sqrt(reg<double> a) { return reg<double>(vsqrtq_f64(float64x2_t(a))); }
#else
PERFDOJO_INLINE reg<float> sqrt(reg<float> a) {
  PERFDOJO_UNROLL for (int l = 0; l < lanes<float>; ++l) a[l] = sqrt(a[l]);
  return a;
}
PERFDOJO_INLINE reg<double> sqrt(reg<double> a) {
  PERFDOJO_UNROLL for (int l = 0; l < lanes<double>; ++l) a[l] = sqrt(a[l]);
  return a;
}
#endif
template <register_value V>
PERFDOJO_INLINE V max_or_second(V a, V b) {
  return select(gt(a, b), a, b);
}
template <register_value V>
PERFDOJO_INLINE V min_or_second(V a, V b) {
  return select(lt(a, b), a, b);
}
#endif

#if defined(__AVX__) && defined(__FMA__)
PERFDOJO_INLINE reg<float> fma(reg<float> a, reg<float> b, reg<float> c) { return _mm256_fmadd_ps(a, b, c); }
PERFDOJO_INLINE reg<double> fma(reg<double> a, reg<double> b, reg<double> c) {
  return _mm256_fmadd_pd(a, b, c);
}
#elif defined(__aarch64__)
PERFDOJO_INLINE reg<float> fma(reg<float> a, reg<float> b, reg<float> c) {
  return reg<float>(vfmaq_f32(float32x4_t(c), float32x4_t(a), float32x4_t(b)));
}
PERFDOJO_INLINE reg<double> fma(reg<double> a, reg<double> b, reg<double> c) {
  return reg<double>(vfmaq_f64(float64x2_t(c), float64x2_t(a), float64x2_t(b)));
}
#else
template <register_value V>
requires is_floating<V> PERFDOJO_INLINE V fma(V a, V b, V c) {
  if constexpr (!has_fma) return rounded(a * b) + c;
  PERFDOJO_UNROLL for (int l = 0; l < lanes<element<V>>; ++l) c[l] = fma(a[l], b[l], c[l]);
  return c;
}
#endif

// Where the operands differ both orders of max_or_second agree. Equal ones have equal bits or are zeros, whose signs
// the bit operation chooses; all ones are a NaN.
template <register_value V>
requires is_floating<V> PERFDOJO_INLINE V maximum(V a, V b) {
  using bits = bits_of<V>;
  return V((bits(max_or_second(a, b)) & bits(max_or_second(b, a))) | bits(ne(a, a)) | bits(ne(b, b)));
}
template <register_value V>
requires is_floating<V> PERFDOJO_INLINE V minimum(V a, V b) {
  using bits = bits_of<V>;
  return V(bits(min_or_second(a, b)) | bits(min_or_second(b, a)) | bits(ne(a, a)) | bits(ne(b, b)));
}
// A NaN in b is replaced first; with a NaN in a the second form of the maximum must not count.
template <register_value V>
requires is_floating<V> PERFDOJO_INLINE V maximum_number(V a, V b) {
  using bits = bits_of<V>;
  const V number = select(ne(b, b), a, b);
  return V(bits(max_or_second(a, number)) & (bits(max_or_second(number, a)) | bits(ne(a, a))));
}
template <register_value V>
requires is_floating<V> PERFDOJO_INLINE V minimum_number(V a, V b) {
  using bits = bits_of<V>;
  const V number = select(ne(b, b), a, b);
  return V(bits(min_or_second(a, number)) | (bits(min_or_second(number, a)) & bits(eq(a, a))));
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
#endif
