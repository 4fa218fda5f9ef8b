// SPDX-License-Identifier: Apache-2.0
// index: a bound variable of the mathematics. subscript: an affine combination of indices, as in A(2*i + k - 1, j).
#pragma once

#include <type_traits>

#include <perfdojo/core/fixed_vector.hpp>
#include <perfdojo/lang/size.hpp>

namespace perfdojo::lang {

/// An index with its coefficient in a subscript, and the range that its declaration gives, if any.
struct index_use {
  name label;
  size range;
  index_t coefficient = 0;
  friend constexpr bool operator==(const index_use&, const index_use&) = default;
};

/// sum of coefficient * index, plus constant. `plain`: written as an index alone, which ties the index to a dimension.
struct subscript {
  static constexpr int max_terms = 4;
  fixed_vector<index_use, max_terms> terms;
  index_t constant = 0;
  bool plain = false;

  constexpr subscript() = default;
  template <class Integer>
  requires std::is_integral_v<Integer>
  constexpr subscript(Integer value) : constant(static_cast<index_t>(value)) {}

  constexpr void add(const subscript& other, index_t factor) {
    plain = false;
    constant += factor * other.constant;
    for (const index_use& u : other.terms) add(u.label, u.range, factor * u.coefficient);
  }
  constexpr void add(name label, size range, index_t coefficient) {
    int at = 0;
    while (at < terms.size() && terms[at].label != label) ++at;
    if (at == terms.size()) terms.push({label, range, 0});
    terms[at].coefficient += coefficient;
    if (terms[at].coefficient == 0) terms.erase(at);
  }
  friend constexpr bool operator==(const subscript&, const subscript&) = default;
};

/// An index of the mathematics. Its range follows from the dimensions that it indexes, or is given: index<"r", 3>,
/// index<"i", "M">. It needs to be given where the index stands in sums such as A(i + r) only.
template <name Label, size Range = size{}>
struct index {
  static_assert(is_valid_name(Label),
                "perfdojo: the name of an index is a letter, then letters, digits and '_'");
  static_assert(!Range.is_given() || Range.is_valid(),
                "perfdojo: the range of an index is a name or a number >= 1");
  constexpr operator subscript() const {
    subscript s;
    s.terms.push({Label, Range, 1});
    s.plain = true;
    return s;
  }
};

template <class T>
inline constexpr bool is_index = false;
template <name Label, size Range>
inline constexpr bool is_index<index<Label, Range>> = true;
template <class T>
concept index_like = is_index<T> || std::is_same_v<T, subscript>;

constexpr subscript operator+(subscript a, const subscript& b) {
  a.add(b, 1);
  return a;
}
constexpr subscript operator-(subscript a, const subscript& b) {
  a.add(b, -1);
  return a;
}
constexpr subscript operator-(const subscript& a) { return subscript(0) - a; }
template <class Integer>
requires std::is_integral_v<Integer>
constexpr subscript operator*(Integer factor, const subscript& a) {
  subscript s;
  s.add(a, static_cast<index_t>(factor));
  return s;
}
template <class Integer>
requires std::is_integral_v<Integer>
constexpr subscript operator*(const subscript& a, Integer factor) { return factor * a; }
template <index_like A, index_like B>
constexpr subscript operator*(const A& a, const B&) {
  constexpr bool is_affine = !index_like<A>;
  static_assert(is_affine,
                "perfdojo: a subscript multiplies an index by whole numbers only, not by an index");
  return a;
}
template <index_like A, class B>
constexpr subscript operator/(const A& a, const B&) {
  constexpr bool is_affine = !index_like<A>;
  static_assert(is_affine, "perfdojo: a subscript cannot divide an index");
  return a;
}
template <index_like A, class B>
constexpr subscript operator%(const A& a, const B&) {
  constexpr bool is_affine = !index_like<A>;
  static_assert(is_affine, "perfdojo: a subscript cannot divide an index");
  return a;
}

}  // namespace perfdojo::lang
