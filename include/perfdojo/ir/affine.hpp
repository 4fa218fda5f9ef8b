// SPDX-License-Identifier: Apache-2.0
// affine: an integer combination of scope indices plus a constant. It indexes buffers and places extents.
#pragma once

#include <cstdint>

#include <perfdojo/core/fixed_vector.hpp>
#include <perfdojo/core/index_math.hpp>

namespace perfdojo::ir {

/// Position of a node (scope or operation) in program::nodes; none where there is no node.
using node_id = std::int16_t;
inline constexpr node_id none = -1;

struct term {
  node_id scope = none;
  index_t coefficient = 0;
  friend constexpr bool operator==(const term&, const term&) = default;
};

/// sum of coefficient * index(scope), plus constant.
/// Invariant: terms are sorted by scope, no scope appears twice, no coefficient is 0.
struct affine {
  static constexpr int max_terms = 6;
  fixed_vector<term, max_terms> terms;
  index_t constant = 0;

  constexpr bool is_constant() const { return terms.empty(); }

  constexpr index_t coefficient(node_id scope) const {
    for (const term& t : terms)
      if (t.scope == scope) return t.coefficient;
    return 0;
  }

  constexpr void add(node_id scope, index_t coefficient) {
    int at = 0;
    while (at < terms.size() && terms[at].scope < scope) ++at;
    if (at < terms.size() && terms[at].scope == scope) {
      terms[at].coefficient += coefficient;
      if (terms[at].coefficient == 0) terms.erase(at);
    } else if (coefficient != 0) {
      terms.insert(at, term{scope, coefficient});
    }
  }
  constexpr void add(const affine& other, index_t factor = 1) {
    constant += factor * other.constant;
    for (const term& t : other.terms) add(t.scope, factor * t.coefficient);
  }

  /// Replaces the index of `scope` by `value`.
  constexpr void substitute(node_id scope, const affine& value) {
    const index_t c = coefficient(scope);
    if (c == 0) return;
    add(scope, -c);
    add(value, c);
  }

  friend constexpr bool operator==(const affine&, const affine&) = default;
};

/// The index of one scope, times a coefficient.
constexpr affine index_of(node_id scope, index_t coefficient = 1) {
  affine a;
  a.add(scope, coefficient);
  return a;
}
constexpr affine constant_index(index_t value) {
  affine a;
  a.constant = value;
  return a;
}
constexpr affine operator+(affine a, const affine& b) {
  a.add(b);
  return a;
}
constexpr affine operator-(affine a, const affine& b) {
  a.add(b, -1);
  return a;
}
constexpr affine operator*(index_t factor, const affine& b) {
  affine a;
  a.add(b, factor);
  return a;
}

}  // namespace perfdojo::ir
