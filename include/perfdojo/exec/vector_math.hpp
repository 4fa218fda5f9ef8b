// SPDX-License-Identifier: Apache-2.0
// exp, log, tanh and erf of registers and values, f32 and f64. A value is lane 0 of a register, so that vector body,
// tail and scalar code give the same bits. Coefficients are left to vector_math_constants.hpp.
//
// Largest errors in units in the last place, from dense samples against long double (vector_math_test.cpp asserts
// them; targets without FMA in brackets):
//            exp        log        tanh       erf
//   float    2 (3)      1          2 (2.5)    1.5
//   double   1 (1.5)    1          2 (2.5)    1.5
// NaN gives NaN. Results below the normal range are rounded subnormals.
#pragma once

#include <perfdojo/exec/simd.hpp>
#include <perfdojo/exec/vector_math_constants.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

// c[0] * x^(N-1) + ... + c[N-1] by Horner's rule: the fewest instructions; calls on other registers hide the latency.
template <register_value V, int N>
PERFDOJO_INLINE V polynomial(V x, const element<V> (&c)[N]) {
  V p = broadcast(c[0]);
  PERFDOJO_UNROLL for (int i = 1; i < N; ++i) p = fma(p, x, broadcast(c[i]));
  return p;
}

template <register_value V>
PERFDOJO_INLINE V copy_sign(V magnitude, V sign) {
  using T = element<V>;
  const bits_of<V> top = bits_of<V>(broadcast(T(-0.0)));
  return V((bits_of<V>(magnitude) & ~top) | (bits_of<V>(sign) & top));
}

/// e^x. exp(-inf) = 0, exp(inf) = inf, larger than the largest number gives inf, smaller than half of the smallest
/// subnormal gives 0.
//
// With n = round(x / ln 2) and r = x - n ln 2 in two steps, the result is p(r) 2^n. Adding `shifter` rounds to an
// integer, which then stands in the low bits.
template <register_value V>
requires is_floating<V> PERFDOJO_INLINE V exp(V x) {
  using T = element<V>;
  using k = math_constants<T>;
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
  // vscalefps takes any n, NaN and infinities included; p(r) only has to stay finite for it.
  const V n = fma(x, broadcast(k::log2e), broadcast(k::shifter)) - broadcast(k::shifter);
  V r = fma(n, broadcast(-k::ln2_high), x);
  r = fma(n, broadcast(-k::ln2_low), r);
  r = limit_magnitude(r, broadcast(T(0.35)));
  return scale_by_power_of_two(polynomial(r, k::exp), n);
#else
  // 2^n in two factors, since n goes below the smallest normal exponent and above the largest.
  x = at_most(at_least(x, broadcast(k::exp_lowest)), broadcast(k::exp_highest));
  const V biased = fma(x, broadcast(k::log2e), broadcast(k::shifter + 2 * k::exponent_bias));
  const V n = biased - broadcast(k::shifter + 2 * k::exponent_bias);
  V r = fma(n, broadcast(-k::ln2_high), x);
  r = fma(n, broadcast(-k::ln2_low), r);
  const unsigned_of<V> both_exponents = unsigned_of<V>(biased), one = both_exponents >> 1;
  const V p = mul(polynomial(r, k::exp), V(one << k::mantissa_bits));
  return mul(p, V((both_exponents - one) << k::mantissa_bits));
#endif
}

/// Natural logarithm. log(0) = -inf, log(inf) = inf, log(x < 0) = NaN.
//
// x = m 2^k with m in [sqrt(1/2), sqrt(2)); subnormal x is scaled up first.
template <register_value V>
requires is_floating<V> PERFDOJO_INLINE V log(V x) {
  using T = element<V>;
  using k = math_constants<T>;
  using U = unsigned_of<V>;
  using word = element<bits_of<V>>;
  const auto tiny = lt(x, broadcast(k::smallest_normal));
  const V scaled = select(tiny, mul(x, broadcast(k::two_to_mantissa_bits)), x);
  const U bits = U(scaled) + U(broadcast(word(k::one_bits - k::sqrt_half_bits)));
  const V m = V((bits & U(broadcast(word(k::mantissa_mask)))) + U(broadcast(word(k::sqrt_half_bits))));
  V exponent =
      V((bits >> k::mantissa_bits) + U(broadcast(k::shifter))) - broadcast(k::shifter + k::exponent_bias);
  exponent = exponent - select(tiny, broadcast(T(k::mantissa_bits)), V{});
  const V f = m - broadcast(T(1)), low = mul(exponent, broadcast(k::ln2_low));
  V r;
  if constexpr (std::is_same_v<T, float>) {
    // log(1 + f) = f - f^2 / 2 + f^3 q(f)
    const V square = mul(f, f);
    r = fma(mul(square, f), polynomial(f, k::log), low);
    r = f + fma(square, broadcast(T(-0.5)), r);
  } else {
    // log(1 + f) = f - (h - s (h + 2 s^2 q(s^2))) with s = f / (2 + f) and h = f^2 / 2: the odd series converges faster
    const V s = f / (f + broadcast(T(2))), square = mul(s, s), h = mul(mul(f, f), broadcast(T(0.5)));
    const V q = mul(mul(square, broadcast(T(2))), polynomial(square, k::log));
    r = f - (h - fma(s, h + q, low));
  }
  r = fma(exponent, broadcast(k::ln2_high), r);
  r = select(eq(x, broadcast(k::infinity)), x, r);
  return select(gt(x, V{}), r, select(eq(x, V{}), broadcast(-k::infinity), broadcast(k::nan)));
}

/// Hyperbolic tangent; +-1 at infinities, keeps the sign of zero.
//
// 1 - 2 / (e^2a + 1) cannot overflow to NaN (known-faults.md H12), but cancels for small a.
template <register_value V>
requires is_floating<V> PERFDOJO_INLINE V tanh(V x) {
  using T = element<V>;
  using k = math_constants<T>;
  const V a = abs(x), square = mul(x, x), one = broadcast(T(1));
  const V small = fma(mul(a, square), polynomial(square, k::tanh), a);
  const V large = one - broadcast(T(2)) / (exp(a + a) + one);
  return copy_sign(select(lt(a, broadcast(k::tanh_split)), small, large), x);
}

/// Error function; +-1 at infinities, keeps the sign of zero.
//
// log(1 - erf(a)) is nearly a parabola for a >= 1; below, erf(a) / a is a polynomial in a^2.
template <register_value V>
requires is_floating<V> PERFDOJO_INLINE V erf(V x) {
  using T = element<V>;
  using k = math_constants<T>;
  const V a = at_most(abs(x), broadcast(k::erf_is_one)), square = mul(a, a), one = broadcast(T(1));
  const V small = fma(a, polynomial(square, k::erf_small), a);
  const V large = one - exp(polynomial(a, k::erf_large));
  return copy_sign(select(lt(a, one), small, large), x);
}

template <scalar_value T>
requires is_floating<T> PERFDOJO_INLINE T exp(T x) { return exp(broadcast(x))[0]; }
template <scalar_value T>
requires is_floating<T> PERFDOJO_INLINE T log(T x) { return log(broadcast(x))[0]; }
template <scalar_value T>
requires is_floating<T> PERFDOJO_INLINE T tanh(T x) { return tanh(broadcast(x))[0]; }
template <scalar_value T>
requires is_floating<T> PERFDOJO_INLINE T erf(T x) { return erf(broadcast(x))[0]; }

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
