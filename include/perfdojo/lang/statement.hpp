// SPDX-License-Identifier: Apache-2.0
// statement: one assignment of the mathematics; statement_list: several, one after the other.
#pragma once

#include <perfdojo/lang/expression.hpp>

namespace perfdojo::lang {

/// `destination = value` or `destination += value`.
template <class Destination, class Value>
struct statement {
  Destination destination;
  Value value;
  ir::update how;

  constexpr statement(const Destination& d, const Value& v, ir::update h)
      : destination(d), value(v), how(h) {}
  constexpr void put(tree& t) const {
    const tree_node d = destination.load(t);
    tree_statement s;
    s.how = how;
    s.tensor = d.tensor;
    s.at = d.at;
    s.value = value.put(t);
    t.put(t.statements, s);
  }
};

template <class First, class Second>
struct statement_list {
  First first;
  Second second;

  constexpr statement_list(const First& a, const Second& b) : first(a), second(b) {}
  constexpr void put(tree& t) const {
    first.put(t);
    second.put(t);
  }
};

// What an assignment that cannot be gives after its error, so that no further error follows.
struct wrong_statement {
  constexpr void put(tree&) const {}
};

template <class T>
inline constexpr bool is_statement = false;
template <>
inline constexpr bool is_statement<wrong_statement> = true;
template <class D, class V>
inline constexpr bool is_statement<statement<D, V>> = true;
template <class A, class B>
inline constexpr bool is_statement<statement_list<A, B>> = true;
/// What `math` of a kernel may be.
template <class T>
concept mathematics = is_statement<T>;

template <mathematics A, mathematics B>
constexpr statement_list<A, B> operator,(const A& a, const B& b) {
  return {a, b};
}
/// The statements of a kernel in order; (s1, s2, s3) means the same.
template <mathematics... S>
constexpr auto statements(const S&... s) {
  return (s, ...);
}

namespace detail {
template <class Destination, class E>
constexpr auto assign(const Destination& d, const E& e, ir::update how) {
  const auto value = as_expression<Destination::type>(e);
  return statement<Destination, decltype(as_expression<Destination::type>(e))>(d, value, how);
}
}  // namespace detail

}  // namespace perfdojo::lang
