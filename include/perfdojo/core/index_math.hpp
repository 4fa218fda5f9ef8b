// SPDX-License-Identifier: Apache-2.0
// index_t and integer arithmetic on it. Extents are never negative; divisors are positive.
#pragma once

#include <cstdint>

namespace perfdojo {

/// Extents, strides and offsets. 64 bits on every target: row * stride passes 2^31 for large tables.
using index_t = std::int64_t;

constexpr index_t ceil_div(index_t a, index_t b) { return a <= 0 ? 0 : (a + b - 1) / b; }
constexpr index_t round_up(index_t a, index_t b) { return ceil_div(a, b) * b; }
constexpr index_t smaller(index_t a, index_t b) { return a < b ? a : b; }
constexpr index_t larger(index_t a, index_t b) { return a < b ? b : a; }
constexpr index_t magnitude(index_t a) { return a < 0 ? -a : a; }

constexpr index_t gcd(index_t a, index_t b) {
  a = magnitude(a);
  b = magnitude(b);
  while (b != 0) {
    const index_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

/// The product of two extents, or -1 if it does not fit: the argument checks report that.
constexpr index_t checked_product(index_t a, index_t b) {
  index_t r = 0;
  return __builtin_mul_overflow(a, b, &r) ? -1 : r;
}

/// The product of three extents, or the largest index_t if it does not fit.
constexpr index_t limited_product(index_t a, index_t b, index_t c) {
  if ((a | b | c) >> 20 == 0) [[likely]]
    return a * b * c;
  const index_t ab = checked_product(a, b), abc = ab < 0 ? -1 : checked_product(ab, c);
  return a == 0 || b == 0 || c == 0 ? 0 : abc < 0 ? INT64_MAX : abc;
}

}  // namespace perfdojo
