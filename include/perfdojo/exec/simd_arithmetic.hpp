// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the SIMD layer, on registers and on one value. What every target does in its own way (fma, sqrt,
// comparisons, floating maximum) is left to simd_avx512.hpp, simd_bits.hpp and simd_scalar.hpp. Include simd.hpp.
#pragma once

#include <perfdojo/exec/simd_avx512.hpp>
#include <perfdojo/exec/simd_bits.hpp>
#include <perfdojo/exec/simd_scalar.hpp>
#include <perfdojo/exec/simd_types.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

// Integers wrap. A floating product is rounded where it stands: no compiler may contract it with a later sum.
template <simd_value V>
struct wrapping;
template <register_value V>
struct wrapping<V> {
  using type = unsigned_of<V>;
};
template <scalar_value V>
requires std::is_integral_v<V>
struct wrapping<V> {
  using type = std::make_unsigned_t<V>;
};
template <simd_value V>
PERFDOJO_INLINE V add(V a, V b) {
  if constexpr (is_floating<V>)
    return a + b;
  else
    return V(typename wrapping<V>::type(a) + typename wrapping<V>::type(b));
}
template <simd_value V>
PERFDOJO_INLINE V sub(V a, V b) {
  if constexpr (is_floating<V>)
    return a - b;
  else
    return V(typename wrapping<V>::type(a) - typename wrapping<V>::type(b));
}
template <simd_value V>
PERFDOJO_INLINE V mul(V a, V b) {
  if constexpr (is_floating<V>)
    return rounded(a * b);
  else
    return V(typename wrapping<V>::type(a) * typename wrapping<V>::type(b));
}
template <simd_value V>
requires(!is_floating<V>) PERFDOJO_INLINE V fma(V a, V b, V c) { return add(mul(a, b), c); }
template <simd_value V>
PERFDOJO_INLINE V neg(V a) {
  if constexpr (is_floating<V>)
    return -a;
  else
    return sub(V{}, a);
}
/// Integers: towards zero; x / 0 is 0 and the smallest number / -1 is itself. Never traps, so masked lanes may hold 0.
template <simd_value V>
PERFDOJO_INLINE V div(V a, V b) {
  if constexpr (is_floating<V>)
    return a / b;
  else if constexpr (scalar_value<V>)
    return b == 0 ? 0 : b == -1 ? neg(a) : a / b;
  else {
    PERFDOJO_UNROLL for (int l = 0; l < lanes<element<V>>; ++l) a[l] =
        div(element<V>(a[l]), element<V>(b[l]));
    return a;
  }
}
template <register_value V>
PERFDOJO_INLINE V abs(V a) {
  using bits = bits_of<V>;
  constexpr int top = 8 * static_cast<int>(sizeof(element<V>)) - 1;
  if constexpr (is_floating<V>) return V(unsigned_of<V>(a) << 1 >> 1);
  const bits sign = bits(a) >> top;
  return V(sub(bits(a) ^ sign, sign));
}
template <scalar_value T>
PERFDOJO_INLINE T abs(T a) {
  if constexpr (std::is_same_v<T, float>)
    return __builtin_fabsf(a);
  else if constexpr (std::is_same_v<T, double>)
    return __builtin_fabs(a);
  else
    return a < 0 ? neg(a) : a;
}
/// 1 / sqrt(a) in two rounded operations, not the instruction's estimate.
template <simd_value V>
requires is_floating<V> PERFDOJO_INLINE V rsqrt(V a) {
  if constexpr (scalar_value<V>)
    return V(1) / sqrt(a);
  else
    return broadcast(element<V>(1)) / sqrt(a);
}

// ------------------------------------------------------------------------------------------------ maximum and minimum
// Floating-point maximum, minimum, maximum_number and minimum_number are those of IEEE 754-2019, 9.6: the first two
// are NaN where either operand is, the others the number where only one operand is a quiet NaN; -0 < +0.
template <simd_value V>
requires(!is_floating<V>) PERFDOJO_INLINE V maximum(V a, V b) { return a > b ? a : b; }
template <simd_value V>
requires(!is_floating<V>) PERFDOJO_INLINE V minimum(V a, V b) { return a < b ? a : b; }
template <simd_value V>
requires(!is_floating<V>) PERFDOJO_INLINE V maximum_number(V a, V b) { return maximum(a, b); }
template <simd_value V>
requires(!is_floating<V>) PERFDOJO_INLINE V minimum_number(V a, V b) { return minimum(a, b); }
/// maximum(x, bound) and minimum(x, bound) in one instruction, for a bound that is not NaN. Of two zeros, x.
template <simd_value V>
PERFDOJO_INLINE V at_least(V x, V bound) {
  if constexpr (is_floating<V>)
    return max_or_second(bound, x);
  else
    return maximum(x, bound);
}
template <simd_value V>
PERFDOJO_INLINE V at_most(V x, V bound) {
  if constexpr (is_floating<V>)
    return min_or_second(bound, x);
  else
    return minimum(x, bound);
}
/// maximum_number(so_far, x) in one instruction, for a so_far that is not NaN: the result is not NaN either, so a
/// reduction that starts at -inf may use it all the way. Of two zeros, so_far.
template <simd_value V>
PERFDOJO_INLINE V accumulate_maximum_number(V so_far, V x) {
  if constexpr (is_floating<V>)
    return max_or_second(x, so_far);
  else
    return maximum(x, so_far);
}
template <simd_value V>
PERFDOJO_INLINE V accumulate_minimum_number(V so_far, V x) {
  if constexpr (is_floating<V>)
    return min_or_second(x, so_far);
  else
    return minimum(x, so_far);
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
