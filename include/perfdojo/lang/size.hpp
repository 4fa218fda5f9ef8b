// SPDX-License-Identifier: Apache-2.0
// size: the length of a dimension or the range of an index as a template argument, a name or a number.
#pragma once

#include <initializer_list>

#include <perfdojo/core/fixed_string.hpp>
#include <perfdojo/core/index_math.hpp>

namespace perfdojo::lang {

/// "M" is a size that each call gives (from the views of the arguments), 3 is a constant.
struct size {
  name label;          // empty: a constant, or not given
  index_t value = -1;  // of a constant

  constexpr size() = default;
  template <std::size_t N>
  constexpr size(const char (&text)[N]) : label(text) {}
  constexpr size(index_t constant) : value(constant) {}

  constexpr bool is_given() const { return value >= 0 || !label.empty(); }
  constexpr bool is_constant() const { return label.empty(); }
  /// Can it be a dimension? A constant is at least 1.
  constexpr bool is_valid() const;
  friend constexpr bool operator==(const size&, const size&) = default;
};

/// A letter, then letters, digits and '_'. The dot and the leading '_' are for names that transformations make, and the
/// words that start a line of the text form or stand for numbers are taken.
constexpr bool is_valid_name(const name& n) {
  for (const name& taken : {name("size"), name("argument"), name("heap"), name("stack"), name("registers"),
                            name("prefetch"), name("if"), name("inf"), name("nan")})
    if (n == taken) return false;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (!is_letter(n[0])) return false;
  for (int i = 1; i < n.size(); ++i)
    if (!is_letter(n[i]) && !(n[i] >= '0' && n[i] <= '9') && n[i] != '_') return false;
  return true;
}
constexpr bool size::is_valid() const { return is_constant() ? value >= 1 : is_valid_name(label); }

}  // namespace perfdojo::lang
