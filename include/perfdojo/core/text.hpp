// SPDX-License-Identifier: Apache-2.0
// text: characters with a fixed capacity, built in constant evaluation or at run time; and numbers as text.
#pragma once

#include <perfdojo/core/fixed_string.hpp>
#include <perfdojo/core/index_math.hpp>

#include <bit>
#include <string_view>
#include <type_traits>

namespace perfdojo {

/// Up to Capacity characters. Beyond that, constant evaluation fails and a run stops.
template <int Capacity>
struct text {
  char characters[Capacity + 1]{};
  int length = 0;

  constexpr void push_back(char c) {
    if (length >= Capacity) fixed_capacity_exceeded("text");
    characters[length++] = c;
  }
  constexpr std::string_view view() const { return {characters, static_cast<std::size_t>(length)}; }
  constexpr operator std::string_view() const { return view(); }
};

namespace detail {
template <class Out>
constexpr void put_integer(Out& out, index_t value) {
  char digits[20]{};
  int count = 0;
  std::uint64_t rest = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  do {
    digits[count++] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (value < 0) out.push_back('-');
  while (count > 0) out.push_back(digits[--count]);
}
template <class Out, class T>
constexpr void put_one(Out& out, const T& value) {
  if constexpr (std::is_integral_v<T>) {
    put_integer(out, static_cast<index_t>(value));
  } else if constexpr (std::is_same_v<T, name>) {
    for (int i = 0; i < name::capacity && value[i] != 0; ++i) out.push_back(value[i]);
  } else {
    for (const char c : std::string_view(value)) out.push_back(c);
  }
}
}  // namespace detail

/// Appends strings, names and integers to anything with push_back(char): a text or a std::string.
template <class Out, class... T>
constexpr void put(Out& out, const T&... values) {
  (detail::put_one(out, values), ...);
}

/// Powers of ten that a double holds exactly, 10^0 to 10^22, so that one division or multiplication rounds correctly.
inline constexpr int max_power_of_ten = 22;
constexpr double power_of_ten(int exponent) {
  double power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

namespace detail {
// Digits and exponent of a decimal that reads back as x, with as few digits behind the point as possible.
struct decimal {
  bool found = false;
  index_t digits = 0;
  int exponent = 0;
};
constexpr decimal decimal_of(double x, bool single) {
  constexpr double exact_integers = 0x1p53;
  const auto reads_back = [=](double y) {
    return (single && y <= 0x1.fffffep127 ? static_cast<double>(static_cast<float>(y)) : y) == x;
  };
  if (x >= exact_integers) {
    for (int e = max_power_of_ten; e > 0; --e) {
      const double scaled = x / power_of_ten(e);
      if (scaled < 1 || scaled >= exact_integers) continue;
      const index_t digits = static_cast<index_t>(scaled + 0.5);
      if (static_cast<double>(digits) < exact_integers &&
          reads_back(static_cast<double>(digits) * power_of_ten(e)))
        return {true, digits, e};
    }
    return {};
  }
  for (int k = 0; k <= max_power_of_ten; ++k) {
    const double scaled = x * power_of_ten(k);
    if (scaled >= exact_integers - 1) break;
    const index_t digits = static_cast<index_t>(scaled + 0.5);
    if (reads_back(static_cast<double>(digits) / power_of_ten(k))) return {true, digits, -k};
  }
  return {};
}

template <class Out>
constexpr void put_hexadecimal(Out& out, std::uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  std::uint64_t fraction = bits & ((std::uint64_t(1) << 52) - 1);
  put(out, exponent == 0 ? "0x0" : "0x1");
  if (fraction != 0) out.push_back('.');
  for (; fraction != 0; fraction = fraction << 4 & ((std::uint64_t(1) << 52) - 1)) {
    out.push_back("0123456789abcdef"[fraction >> 48]);
  }
  out.push_back('p');
  put(out, exponent == 0 ? -1022 : exponent - 1023);
}
}  // namespace detail

/// A floating-point number, so that it reads back as the same double (single: it holds a float, and reads back as that
/// float): 2, 0.1, 1e-12, inf, nan, or hexadecimal (0x1.8p-40) where no short decimal is exact.
template <class Out>
constexpr void put_number(Out& out, double value, bool single = false) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  if (bits >> 63 != 0) {
    out.push_back('-');
    value = -value;
  }
  if (value != value) return put(out, "nan");
  if (value > 0x1.fffffffffffffp1023) return put(out, "inf");
  const detail::decimal d = detail::decimal_of(value, single);
  if (!d.found) return detail::put_hexadecimal(out, bits & ~(std::uint64_t(1) << 63));
  int length = 1;
  for (index_t rest = d.digits; rest >= 10; rest /= 10) ++length;
  constexpr int most_zeros = 4;    // arbitrary: 0.00001 is still read at a glance
  constexpr int most_places = 18;  // 10^18 < 2^63
  if (d.exponent > 0 || -d.exponent - length > most_zeros || -d.exponent > most_places) {
    put(out, d.digits);
    out.push_back('e');
    return put(out, d.exponent);
  }
  const index_t unit = static_cast<index_t>(power_of_ten(-d.exponent));
  put(out, d.digits / unit);
  if (d.exponent == 0) return;
  out.push_back('.');
  for (index_t place = unit / 10; place > 0; place /= 10)
    out.push_back(static_cast<char>('0' + d.digits / place % 10));
}

}  // namespace perfdojo
