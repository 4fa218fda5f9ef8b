// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the reference interpreter: one value, loads and stores, and every function of operation.hpp.
#pragma once

#include <perfdojo/ir/operation.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace perfdojo::exec {

/// A value of any element type. Its expression says which member holds: real for floats (an f32 is kept exactly in a
/// double), whole for integers and booleans.
union reference_value {
  double real;
  std::int64_t whole;
};
constexpr reference_value real_value(double x) { return {.real = x}; }
constexpr reference_value whole_value(std::int64_t x) { return {.whole = x}; }

inline reference_value load_element(const std::byte* at, ir::element type) {
  const auto read = [at]<class T>(T value) {
    std::memcpy(&value, at, sizeof(T));
    return value;
  };
  switch (type) {
    case ir::element::f32:
      return real_value(read(float()));
    case ir::element::f64:
      return real_value(read(double()));
    case ir::element::i32:
      return whole_value(read(std::int32_t()));
    case ir::element::i8:
      return whole_value(read(std::int8_t()));
    case ir::element::u8:
      return whole_value(read(std::uint8_t()));
    case ir::element::bf16:
      return real_value(static_cast<double>(read(bf16())));
    default:
      return whole_value(read(std::int64_t()));
  }
}
inline void store_element(std::byte* at, ir::element type, reference_value v) {
  const auto write = [at](auto value) { std::memcpy(at, &value, sizeof(value)); };
  switch (type) {
    case ir::element::f32:
      return write(static_cast<float>(v.real));
    case ir::element::f64:
      return write(v.real);
    case ir::element::i32:
      return write(static_cast<std::int32_t>(v.whole));
    case ir::element::i8:
    case ir::element::u8:
      return write(static_cast<std::uint8_t>(v.whole));
    case ir::element::bf16:
      return write(bf16(v.real));
    default:
      return write(v.whole);
  }
}

// Rounds to the type: floats to nearest even, integers modulo 2^8, 2^32 or 2^64.
inline reference_value rounded(ir::element type, double x) {
  if (type == ir::element::bf16) return real_value(static_cast<double>(bf16(x)));
  return real_value(type == ir::element::f32 ? static_cast<float>(x) : x);
}
inline reference_value wrapped(ir::element type, std::uint64_t x) {
  switch (type) {
    case ir::element::i8:
      return whole_value(static_cast<std::int8_t>(static_cast<std::uint8_t>(x)));
    case ir::element::u8:
      return whole_value(static_cast<std::uint8_t>(x));
    case ir::element::i32:
      return whole_value(static_cast<std::int32_t>(static_cast<std::uint32_t>(x)));
    default:
      return whole_value(static_cast<std::int64_t>(x));
  }
}
/// The least value of an integer type.
inline std::int64_t least_integer(ir::element type) {
  switch (type) {
    case ir::element::i8:
      return (std::numeric_limits<std::int8_t>::min)();
    case ir::element::u8:
      return 0;
    case ir::element::i32:
      return (std::numeric_limits<std::int32_t>::min)();
    default:
      return (std::numeric_limits<std::int64_t>::min)();
  }
}

/// The value `v` of type `from` as a value of type `to`. A float that the integer type cannot hold gives its least value.
inline reference_value converted(reference_value v, ir::element from, ir::element to) {
  if (is_float(from) && is_float(to)) return rounded(to, v.real);
  if (is_float(to)) {
    // Straight to float: by way of double, a 64-bit integer would round twice.
    if (to == ir::element::bf16) return real_value(static_cast<double>(bf16(v.whole)));
    return real_value(to == ir::element::f32 ? static_cast<float>(v.whole) : static_cast<double>(v.whole));
  }
  if (!is_float(from))
    return to == ir::element::boolean ? whole_value(v.whole != 0)
                                      : wrapped(to, static_cast<std::uint64_t>(v.whole));
  if (to == ir::element::boolean) return whole_value(v.real != 0);
  const std::int64_t least = least_integer(to);
  const double low = static_cast<double>(least);
  const double values = std::ldexp(1., 8 * size_bytes(to));
  const bool fits = v.real > low - 1 && v.real < low + values;
  return whole_value(fits ? static_cast<std::int64_t>(v.real) : least);
}

// IEEE 754-2019 maximum and maximumNumber; -0 is less than +0.
inline double maximum(double a, double b, bool ignore_nan) {
  if (a != a) return ignore_nan ? b : a;
  if (b != b) return ignore_nan ? a : b;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

template <class T>
reference_value float_function(ir::function f, T a, T b, T c) {
  using enum ir::function;
  const auto value = [](auto x) { return real_value(static_cast<T>(x)); };
  const double wide = static_cast<double>(a);
  switch (f) {
    case negate:
      return value(-a);
    case absolute:
      return value(std::fabs(a));
    case sqrt:
      return value(std::sqrt(a));
    // In double and rounded once, so that the oracle is closer to the true value than what it judges.
    case exp:
      return value(std::exp(wide));
    case log:
      return value(std::log(wide));
    case rsqrt:
      return value(1 / std::sqrt(wide));
    case tanh:
      return value(std::tanh(wide));
    case erf:
      return value(std::erf(wide));
    case add:
      return value(a + b);
    case subtract:
      return value(a - b);
    case multiply:
      return value(a * b);
    case divide:
      return value(a / b);
    case max:
      return value(maximum(a, b, false));
    case min:
      return value(-maximum(-a, -b, false));
    case max_number:
      return value(maximum(a, b, true));
    case min_number:
      return value(-maximum(-a, -b, true));
    case fma:
      return value(std::fma(a, b, c));
    default:
      return real_value(std::numeric_limits<double>::quiet_NaN());
  }
}

/// Integers wrap; a quotient by zero is 0.
inline reference_value integer_function(ir::function f, ir::element type, std::int64_t a, std::int64_t b,
                                        std::int64_t c) {
  using enum ir::function;
  const auto value = [type](std::uint64_t x) { return wrapped(type, x); };
  const std::uint64_t x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  switch (f) {
    case negate:
      return value(0 - x);
    case absolute:
      return value(a < 0 ? 0 - x : x);
    case add:
      return value(x + y);
    case subtract:
      return value(x - y);
    case multiply:
      return value(x * y);
    case divide:
      return value(b == 0 ? 0 : b == -1 ? 0 - x : static_cast<std::uint64_t>(a / b));
    case max:
    case max_number:
      return value(a > b ? x : y);
    case min:
    case min_number:
      return value(a < b ? x : y);
    case fma:
      return value(x * y + static_cast<std::uint64_t>(c));
    default:
      return whole_value(0);
  }
}

/// f(a, b, c) in `type`. Not for leaves, conversions, comparisons and select.
inline reference_value apply_function(ir::function f, ir::element type, reference_value a, reference_value b,
                                      reference_value c) {
  if (type == ir::element::f32) {
    return float_function(f, static_cast<float>(a.real), static_cast<float>(b.real),
                          static_cast<float>(c.real));
  }
  if (type == ir::element::f64) return float_function(f, a.real, b.real, c.real);
  return integer_function(f, type, a.whole, b.whole, c.whole);
}

inline bool compare(ir::function f, ir::element type, reference_value a, reference_value b) {
  const auto holds = [f](auto x, auto y) {
    switch (f) {
      case ir::function::equal:
        return x == y;
      case ir::function::not_equal:
        return x != y;
      case ir::function::less:
        return x < y;
      case ir::function::less_equal:
        return x <= y;
      case ir::function::greater:
        return x > y;
      default:
        return x >= y;
    }
  };
  return is_float(type) ? holds(a.real, b.real) : holds(a.whole, b.whole);
}

/// The function that an update applies to the old value and the expression. Requires reads_destination(u).
constexpr ir::function function_of(ir::update u) {
  switch (u) {
    case ir::update::multiply:
      return ir::function::multiply;
    case ir::update::max:
      return ir::function::max;
    case ir::update::min:
      return ir::function::min;
    case ir::update::max_number:
      return ir::function::max_number;
    case ir::update::min_number:
      return ir::function::min_number;
    default:
      return ir::function::add;
  }
}

}  // namespace perfdojo::exec
