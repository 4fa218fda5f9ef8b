// SPDX-License-Identifier: Apache-2.0
// bf16: a float with 8 bits of precision, as two bytes of memory. It is stored and converted; programs compute in float.
#pragma once

#include <cstdint>

namespace perfdojo {

namespace detail {

// The float between |x| and 0 next to x, with its last bit set where x lies beside a float: rounding that to fewer bits gives what
// rounding x would, where rounding x to float first might step onto a tie.
constexpr float rounded_to_odd(double x) {
  constexpr double most = 0x1.fffffep127;  // of a float; constant evaluation converts nothing beyond
  if (x > most || x < -most) return x > 0 ? __builtin_inff() : -__builtin_inff();
  const float f = static_cast<float>(x);
  const double back = static_cast<double>(f);
  if (back == x || x != x) return f;
  std::uint32_t bits = __builtin_bit_cast(std::uint32_t, f);
  if ((back < 0 ? -back : back) > (x < 0 ? -x : x)) --bits;
  return __builtin_bit_cast(float, bits | 1);
}
constexpr double rounded_to_odd(std::int64_t x) {
  constexpr std::int64_t exact = std::int64_t(1) << 53;
  if (x > -exact && x < exact) return static_cast<double>(x);
  constexpr std::int64_t low = (1 << 11) - 1;
  return static_cast<double>((x & ~low) | ((x & low) != 0 ? 1 << 10 : 0));
}

// The upper half of x, rounded to nearest, ties to even. A NaN stays one.
constexpr std::uint16_t bf16_bits(float x) {
  const std::uint32_t u = __builtin_bit_cast(std::uint32_t, x);
  if (x != x) return static_cast<std::uint16_t>(u >> 16 | 0x40);
  return static_cast<std::uint16_t>((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

}  // namespace detail

/// A bfloat16 number: sign, the 8 exponent bits of a float, 7 bits of fraction. Conversion to it rounds once, to nearest even, from
/// every type; conversion to float is exact.
struct bf16 {
  std::uint16_t bits;

  bf16() = default;
  constexpr explicit bf16(float x) : bits(detail::bf16_bits(x)) {}
  constexpr explicit bf16(double x) : bits(detail::bf16_bits(detail::rounded_to_odd(x))) {}
  constexpr explicit bf16(std::int64_t x) : bf16(detail::rounded_to_odd(x)) {}
  constexpr explicit bf16(std::int32_t x) : bf16(static_cast<double>(x)) {}
  static constexpr bf16 from_bits(std::uint16_t bits) {
    bf16 x(0.f);
    x.bits = bits;
    return x;
  }
  constexpr operator float() const {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(std::uint32_t{bits} << 16));
  }
};

}  // namespace perfdojo
