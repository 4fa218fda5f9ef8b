// SPDX-License-Identifier: Apache-2.0
// footprint: which part of a buffer one access touches in one iteration of a scope, as a box with bounds.
#pragma once

#include <perfdojo/ir/walk.hpp>

namespace perfdojo::analysis {

/// One dimension: the elements outer + x for x in [0, cap), those only that are below a size if symbol >= 0.
struct footprint_dimension {
  ir::affine outer;  // in scopes around the body, and the constant
  ir::affine inner;  // in scopes of the body
  index_t cap = 1;   // ir::unbounded: all of the size
  int symbol = -1;
  bool bounded = true;  // false: a bound cuts the box in a way that has no such form
  friend constexpr bool operator==(const footprint_dimension&, const footprint_dimension&) = default;
};
struct footprint {
  fixed_vector<footprint_dimension, ir::max_rank> dimensions;
  constexpr bool bounded() const {
    for (const footprint_dimension& d : dimensions)
      if (!d.bounded) return false;
    return true;
  }
};

/// The scopes strictly between `around` and n, innermost first.
constexpr fixed_vector<ir::node_id, 24> scopes_between(const ir::program& p, ir::node_id around,
                                                       ir::node_id n) {
  fixed_vector<ir::node_id, 24> list;
  for (ir::node_id s = p.nodes[n].parent; s != around && s != ir::none; s = p.nodes[s].parent) list.push(s);
  return list;
}

/// The extent with the bound of scope t, which a cases scope may have taken over.
constexpr const ir::extent& bound_of(const ir::program& p, ir::node_id t) {
  const ir::node_id c = p.nodes[t].trips.count_of;
  return c == ir::none ? p.nodes[t].trips : p.nodes[c].trips;
}

/// The bound of scope t says exactly that `index` is below its symbol.
constexpr bool bounds_index(const ir::program& p, ir::node_id t, const ir::affine& index) {
  const ir::extent& e = bound_of(p, t);
  if (!e.has_bound()) return false;
  ir::affine position = e.origin;
  position.add(t, e.step);
  return position == index;
}

constexpr footprint_dimension footprint_of_index(const ir::program& p, const ir::affine& index,
                                                 ir::node_id operation, ir::node_id around) {
  footprint_dimension d;
  d.outer.constant = index.constant;
  const auto inside = scopes_between(p, around, operation);
  index_t last = 0;
  bool infinite = false, any_bound = false;
  for (const ir::term& t : index.terms) {
    bool is_inner = false;
    for (ir::node_id s : inside) is_inner = is_inner || s == t.scope;
    if (!is_inner) {
      d.outer.add(t.scope, t.coefficient);
      continue;
    }
    d.inner.add(t.scope, t.coefficient);
    const ir::extent& e = p.nodes[t.scope].trips;
    any_bound = any_bound || bound_of(p, t.scope).has_bound();
    if (t.coefficient < 0) d.bounded = false;
    if (e.cap == ir::unbounded) {
      infinite = true;
    } else {
      last += t.coefficient * (e.cap - 1);
    }
  }
  d.cap = infinite ? ir::unbounded : last + 1;
  if (any_bound) {
    for (ir::node_id s : inside)
      if (bounds_index(p, s, index)) d.symbol = bound_of(p, s).symbol;
    if (d.symbol < 0) d.bounded = false;
  }
  return d;
}

/// The footprint of an access of `operation` in one iteration of scope `around` (none: of the program).
constexpr footprint footprint_of(const ir::program& p, const ir::access& a, ir::node_id operation,
                                 ir::node_id around) {
  footprint f;
  for (const ir::affine& i : a.index) f.dimensions.push(footprint_of_index(p, i, operation, around));
  return f;
}

/// Does an index take every value of its box, each once? Its terms must be the digits of a mixed-radix number.
constexpr bool is_dense(const ir::program& p, const ir::affine& inner) {
  index_t place = 1;
  for (int found = 0; found < inner.terms.size(); ++found) {
    const ir::term* digit = nullptr;
    for (const ir::term& t : inner.terms)
      if (t.coefficient == place) digit = &t;
    if (digit == nullptr) return false;
    place *= p.nodes[digit->scope].trips.cap;
  }
  return true;
}

/// The dimension of a private buffer that holds the footprint's dimension.
constexpr ir::dimension dimension_for(const footprint_dimension& d) {
  ir::dimension x;
  x.cap = d.cap;
  x.symbol = d.symbol;
  return x;
}
/// The extent of a scope that runs over the footprint's dimension.
constexpr ir::extent extent_for(const footprint_dimension& d) {
  ir::extent e = ir::constant_extent(d.cap);
  e.symbol = d.symbol;
  if (d.symbol >= 0) e.origin = d.outer;
  return e;
}

}  // namespace perfdojo::analysis
