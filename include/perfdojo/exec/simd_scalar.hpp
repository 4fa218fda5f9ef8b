// SPDX-License-Identifier: Apache-2.0
// The operations of the SIMD layer on one value, with the bits that a lane would have. Include simd.hpp.
#pragma once

#include <perfdojo/exec/simd_types.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

template <scalar_value T>
PERFDOJO_INLINE bool eq(T a, T b) {
  return a == b;
}
template <scalar_value T>
PERFDOJO_INLINE bool ne(T a, T b) {
  return a != b;
}
template <scalar_value T>
PERFDOJO_INLINE bool lt(T a, T b) {
  return a < b;
}
template <scalar_value T>
PERFDOJO_INLINE bool le(T a, T b) {
  return a <= b;
}
template <scalar_value T>
PERFDOJO_INLINE bool gt(T a, T b) {
  return a > b;
}
template <scalar_value T>
PERFDOJO_INLINE bool ge(T a, T b) {
  return a >= b;
}
template <scalar_value T>
PERFDOJO_INLINE T select(bool c, T a, T b) {
  return c ? a : b;
}

PERFDOJO_INLINE float fma(float a, float b, float c) {
  if constexpr (has_fma) return __builtin_fmaf(a, b, c);
  return rounded(a * b) + c;
}
PERFDOJO_INLINE double fma(double a, double b, double c) {
  if constexpr (has_fma) return __builtin_fma(a, b, c);
  return rounded(a * b) + c;
}

// The compiler's sqrt calls the library for negative arguments, to set errno.
#if defined(__x86_64__)
PERFDOJO_INLINE float sqrt(float a) { return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(a))); }
PERFDOJO_INLINE double sqrt(double a) { return _mm_cvtsd_f64(_mm_sqrt_sd(_mm_set_sd(a), _mm_set_sd(a))); }
#else
PERFDOJO_INLINE float sqrt(float a) { return __builtin_sqrtf(a); }
PERFDOJO_INLINE double sqrt(double a) { return __builtin_sqrt(a); }
#endif

// x86's rule: the second operand where either is NaN or both are zeros.
template <scalar_value T>
PERFDOJO_INLINE T max_or_second(T a, T b) {
  return a > b ? a : b;
}
template <scalar_value T>
PERFDOJO_INLINE T min_or_second(T a, T b) {
  return a < b ? a : b;
}

// Of operands that compare equal (zeros differ in sign) maximum takes the positive one and minimum the negative one.
template <scalar_value T>
PERFDOJO_INLINE T ordered_maximum(T a, T b) {
  return a == b ? (__builtin_signbit(a) ? b : a) : (a > b ? a : b);
}
template <scalar_value T>
PERFDOJO_INLINE T ordered_minimum(T a, T b) {
  return a == b ? (__builtin_signbit(a) ? a : b) : (a < b ? a : b);
}
template <scalar_value T>
requires is_floating<T> PERFDOJO_INLINE T maximum(T a, T b) {
  return __builtin_isunordered(a, b) ? static_cast<T>(__builtin_nan("")) : ordered_maximum(a, b);
}
template <scalar_value T>
requires is_floating<T> PERFDOJO_INLINE T minimum(T a, T b) {
  return __builtin_isunordered(a, b) ? static_cast<T>(__builtin_nan("")) : ordered_minimum(a, b);
}
template <scalar_value T>
requires is_floating<T> PERFDOJO_INLINE T maximum_number(T a, T b) {
  return __builtin_isunordered(a, b) ? (a != a ? b : a) : ordered_maximum(a, b);
}
template <scalar_value T>
requires is_floating<T> PERFDOJO_INLINE T minimum_number(T a, T b) {
  return __builtin_isunordered(a, b) ? (a != a ? b : a) : ordered_minimum(a, b);
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
