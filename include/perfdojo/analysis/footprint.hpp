// SPDX-License-Identifier: Apache-2.0
// footprint: which part of a buffer one iteration of a scope touches, as a box with bounds. Everything that copies a part of a
// buffer asks this.
#pragma once

#include <perfdojo/analysis/bounds.hpp>

namespace perfdojo::analysis {

/// One dimension of a box: the elements start + x for x in [0, cap), those only that are below a size if symbol >= 0.
struct footprint_dimension {
  ir::affine start;  // in scopes around the body, and the constant
  index_t cap = 1;   // ir::unbounded: up to the size
  int symbol = -1;
  bool bounded = true;     // false: no such box was found
  bool exact = true;       // every element is touched, if all scopes of the body run
  bool ends_exist = true;  // the first and the last element are touched, if all scopes of the body run
  constexpr bool same_box(const footprint_dimension& d) const {
    return cap == d.cap && symbol == d.symbol && start == d.start;
  }
};

struct footprint {
  fixed_vector<footprint_dimension, ir::max_rank> dimensions;
  bool exact = true;  // every element of the box is touched, if all scopes of the body run
  bool certain =
      true;  // the operation runs in every iteration of `around` and of the scopes that do not index the element

  constexpr bool bounded() const {
    for (const footprint_dimension& d : dimensions)
      if (!d.bounded) return false;
    return true;
  }
  constexpr bool same_box(const footprint& f) const {
    for (int r = 0; r < dimensions.size(); ++r)
      if (!dimensions[r].same_box(f.dimensions[r])) return false;
    return true;
  }
};

/// Is scope t strictly below `around` (none: anywhere)?
constexpr bool is_inside(const ir::program& p, ir::node_id t, ir::node_id around) {
  return t != around && ir::is_within(p, t, around);
}

namespace detail {

/// The number of positions that the index of scope t has, at most; ir::unbounded if only a size limits it.
constexpr index_t positions_of(const ir::program& p, ir::node_id t) {
  const ir::node& n = p.nodes[t];
  return n.kind == ir::scope_kind::cases ? 1 : larger(1, smaller(n.trips.cap, bound_of(p, t).cap));
}

/// Do the inner terms of an index take every value of their box, each once? They must be the digits of a mixed-radix number.
constexpr bool is_dense(const ir::program& p, const ir::affine& inner) {
  int digits = 0;
  for (const ir::term& t : inner.terms) digits += positions_of(p, t.scope) > 1 ? 1 : 0;
  index_t unit = 1;
  for (; digits > 0; --digits) {
    const ir::term* digit = nullptr;
    for (const ir::term& t : inner.terms)
      if (magnitude(t.coefficient) == unit && positions_of(p, t.scope) > 1) digit = &t;
    if (digit == nullptr) return false;
    unit = saturating_product(unit, positions_of(p, digit->scope));
  }
  return true;
}

/// How the bounds of the scopes inside cut the box of an index.
constexpr void cut_box(const ir::program& p, const ir::affine& index, ir::node_id operation,
                       ir::node_id around, footprint_dimension& d) {
  bool cut_exactly = false;
  for (ir::node_id s = p.nodes[operation].parent; s != around; s = p.nodes[s].parent) {
    const ir::extent& e = bound_of(p, s);
    if (cut_exactly || !e.has_bound() || !is_bounded_by(p, s, e.symbol)) continue;
    const combination position = position_of(p, s);
    if (position == index || never_less(p, position, index)) {
      d.symbol = e.symbol;
      cut_exactly = position == index;
    }
  }
  for (const ir::term& t : index.terms) {
    if (!is_inside(p, t.scope, around)) continue;
    const ir::extent& e = bound_of(p, t.scope);
    if (!e.has_bound()) continue;
    // A bound that the cut implies changes nothing.
    const bool implied =
        cut_exactly && is_bounded_by(p, t.scope, d.symbol) && never_less(p, index, position_of(p, t.scope));
    if (!implied) d.exact = d.ends_exist = false;
  }
  if (d.symbol >= 0 && !cut_exactly) d.exact = d.ends_exist = false;
}

/// Does scope t run at least once whenever its parent does?
constexpr bool runs_once(const ir::program& p, ir::node_id t) {
  const ir::node& n = p.nodes[t];
  const ir::extent& e = n.trips;
  if (e.cap < 1 || n.outside == ir::beyond::zero) return false;
  // The body of a cases scope runs only if there is something to count.
  if (!e.has_bound() || e.lower >= 1) return true;
  if (e.is_otherwise()) return false;
  return keeps_inside(p, n.parent, ir::none, e.symbol, e.origin) != ir::none;
}

}  // namespace detail

constexpr footprint_dimension footprint_of_index(const ir::program& p, const ir::affine& index,
                                                 ir::node_id operation, ir::node_id around) {
  footprint_dimension d;
  d.start.constant = index.constant;
  ir::affine inner;
  index_t last = 0;
  for (const ir::term& t : index.terms) {
    if (!is_inside(p, t.scope, around)) {
      d.start.add(t.scope, t.coefficient);
      continue;
    }
    inner.add(t.scope, t.coefficient);
    if (p.nodes[t.scope].trips.cap < 1) d.exact = d.ends_exist = false;  // never runs
    const index_t positions = detail::positions_of(p, t.scope);
    if (positions == ir::unbounded) {
      d.cap = ir::unbounded;
      d.bounded = d.bounded && t.coefficient > 0;
      continue;
    }
    const index_t length = magnitude(t.coefficient) * (positions - 1);
    last += length;
    if (t.coefficient < 0) d.start.constant -= length;
  }
  if (inner.terms.empty()) return d;
  if (d.cap != ir::unbounded) d.cap = last + 1;
  detail::cut_box(p, index, operation, around, d);
  if (d.cap == ir::unbounded && d.symbol < 0) d.bounded = false;
  d.exact = d.exact && detail::is_dense(p, inner);
  d.ends_exist = d.ends_exist && (d.symbol < 0 || d.exact);
  return d;
}

/// The footprint of an access of `operation` in one iteration of scope `around` (none: of the program).
constexpr footprint footprint_of(const ir::program& p, const ir::access& a, ir::node_id operation,
                                 ir::node_id around) {
  footprint f;
  for (const ir::affine& i : a.index) {
    f.dimensions.push(footprint_of_index(p, i, operation, around));
    f.exact = f.exact && f.dimensions.back().exact;
  }
  for (ir::node_id n = operation; n != around; n = p.nodes[n].parent) {
    if (p.nodes[n].when.scope != ir::none) f.certain = false;
    if (n == operation) continue;
    int dimensions = 0;
    for (const ir::affine& i : a.index) dimensions += ir::mentions(i, n) ? 1 : 0;
    if (dimensions > 1 && detail::positions_of(p, n) > 1) f.exact = false;
    if (dimensions == 0 && !detail::runs_once(p, n)) f.certain = false;
  }
  return f;
}

/// The smallest box around both footprints of one buffer replaces f; false if their starts differ by more than constants.
constexpr bool unite(footprint& f, const footprint& g) {
  f.certain = f.certain && g.certain;
  bool grows = false;
  for (int r = 0; r < f.dimensions.size(); ++r) {
    footprint_dimension& x = f.dimensions[r];
    const footprint_dimension& y = g.dimensions[r];
    x.bounded = x.bounded && y.bounded;
    if (x.same_box(y)) {
      x.exact = x.exact || y.exact;
      x.ends_exist = x.ends_exist || y.ends_exist;
      continue;
    }
    grows = true;
    if (!(x.start.terms == y.start.terms)) return false;
    const index_t by = y.start.constant - x.start.constant;
    const bool infinite = x.cap == ir::unbounded || y.cap == ir::unbounded;
    if (x.symbol != y.symbol) {
      if (infinite) return false;
      x.symbol = -1;
      x.ends_exist = false;
    }
    if (!infinite) x.cap = larger(x.cap, by + y.cap) - smaller(0, by);
    if (infinite) x.cap = ir::unbounded;
    if (by < 0) x.start.constant += by;
    x.ends_exist = x.ends_exist && y.ends_exist;
    x.exact = false;
  }
  f.exact = (f.exact || g.exact) && !grows;
  return true;
}

/// Does box f hold all of box g? Requires footprints of one buffer around one scope.
constexpr bool contains(const footprint& f, const footprint& g) {
  for (int r = 0; r < f.dimensions.size(); ++r) {
    const footprint_dimension &x = f.dimensions[r], &y = g.dimensions[r];
    if (!x.bounded || !y.bounded || !(x.start.terms == y.start.terms)) return false;
    const index_t by = y.start.constant - x.start.constant;
    if (by < 0 || (x.symbol >= 0 && x.symbol != y.symbol)) return false;
    if (x.cap != ir::unbounded && (y.cap == ir::unbounded || by + y.cap > x.cap)) return false;
  }
  return true;
}

namespace detail {

/// Is every element of one dimension of the box inside the buffer's dimension whenever scope `around` runs its body?
constexpr bool dimension_exists(const ir::program& p, const footprint_dimension& d, const ir::dimension& x,
                                ir::node_id around) {
  const interval start = range_of(p, d.start);
  if (start.low < 0) return false;
  const index_t last = d.cap == ir::unbounded ? infinite : saturating_sum(start.high, d.cap - 1);
  const bool below_cap = x.cap == ir::unbounded || last < saturating_product(x.cap, x.unit);
  if (x.symbol < 0) return below_cap;
  if (d.symbol == x.symbol && x.unit >= x.step) return below_cap;
  // A scope around keeps the last element, or the unit that all elements are in, below the size.
  if (d.cap == ir::unbounded || !below_cap || x.unit != x.step) return false;
  if (keeps_inside(p, around, ir::none, x.symbol, d.start + ir::constant_index(d.cap - 1)) != ir::none)
    return true;
  index_t divisor = gcd(x.unit, d.start.constant);
  for (const ir::term& t : d.start.terms) divisor = gcd(divisor, t.coefficient);
  return d.cap <= divisor && keeps_inside(p, around, ir::none, x.symbol, d.start) != ir::none;
}

}  // namespace detail

/// Is every element of the box inside the buffer whenever scope `around` runs its body, whatever runs inside it?
constexpr bool box_exists(const ir::program& p, const footprint& f, const ir::buffer& b, ir::node_id around) {
  bool ends_exist = f.certain, all = true;
  for (int r = 0; r < f.dimensions.size(); ++r) {
    ends_exist = ends_exist && f.dimensions[r].ends_exist;
    all = all && detail::dimension_exists(p, f.dimensions[r], b.dimensions[r], around);
  }
  return ends_exist || all;
}

}  // namespace perfdojo::analysis
