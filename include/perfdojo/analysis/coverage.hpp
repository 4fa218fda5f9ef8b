// SPDX-License-Identifier: Apache-2.0
// coverage: does one nest write every element that another one touches?
#pragma once

#include <perfdojo/analysis/dependence.hpp>

namespace perfdojo::analysis {

namespace detail {

/// The scopes above an operation that are strictly below `top`, outermost first.
constexpr ir::ancestor_list own_scopes(const ir::program& p, ir::node_id operation, ir::node_id top) {
  ir::ancestor_list own;
  for (const ir::node_id s : ir::ancestors(p, operation).scopes)
    if (s != top && ir::is_within(p, s, top)) own.scopes.push(s);
  return own;
}

/// Does scope s run at least the indices that scope t runs, if index(s) is put for index(t) and `renamed` is t's origin in terms of
/// the scopes around s?
constexpr bool runs_at_least(const ir::node& s, const ir::node& t, const ir::affine& renamed) {
  if (s.trips.cap < t.trips.cap) return false;
  if (s.outside == ir::beyond::zero) return true;
  if (s.trips.is_constant()) return true;
  if (t.outside == ir::beyond::zero) return false;
  if (s.trips.count_of != ir::none) return s.trips.count_of == t.trips.count_of;
  return t.trips.has_bound() && s.trips.symbol == t.trips.symbol && s.trips.step == t.trips.step &&
         s.trips.origin == renamed && s.trips.lower >= t.trips.lower;
}

}  // namespace detail

/// Within one iteration of scope `top` (none: the program), a scope above both: is every element that y touches also
/// written by x? Requires that x is the destination of a plain assignment. Conditions on x's side below top must be those of y, except
/// that `ignored` names one node whose condition is taken as true.
/// True is exact. False may be wrong: the scopes below top must correspond one to one where they index the buffer,
/// so a scope that was split on one side only is not recognised.
constexpr bool covers(const ir::program& p, const touch& x, const touch& y, ir::node_id top,
                      ir::node_id ignored = ir::none) {
  for (ir::node_id n = x.operation; n != top; n = p.nodes[n].parent) {
    const ir::condition& c = p.nodes[n].when;
    if (c.scope == ir::none || n == ignored) continue;
    bool shared = false;
    for (ir::node_id m = y.operation; m != top && !shared; m = p.nodes[m].parent)
      shared = p.nodes[m].when == c;
    if (!shared || !ir::is_within(p, top, c.scope)) return false;
  }
  const ir::access& a = p.accesses[x.access];
  const ir::access& b = p.accesses[y.access];
  ir::ancestor_list of_x = detail::own_scopes(p, x.operation, top),
                    of_y = detail::own_scopes(p, y.operation, top);
  // Both sides may share scopes below top; these have the same index only if they match, like all others.
  const auto column_equal = [&](ir::node_id s, ir::node_id t) {
    for (int r = 0; r < a.index.size(); ++r)
      if (a.index[r].coefficient(s) != b.index[r].coefficient(t)) return false;
    return true;
  };
  const auto is_used = [&](const ir::access& i, ir::node_id s) {
    for (const ir::affine& f : i.index)
      if (ir::mentions(f, s)) return true;
    return false;
  };
  ir::node_id from[decltype(ir::ancestor_list::scopes)::capacity]{},
      to[decltype(ir::ancestor_list::scopes)::capacity]{};
  int matched = 0;
  const auto renamed = [&](const ir::affine& f) {
    ir::affine g = ir::constant_index(f.constant);
    for (const ir::term& t : f.terms) {
      int i = 0;
      while (i < matched && from[i] != t.scope) ++i;
      g.add(i < matched ? to[i] : t.scope, t.coefficient);
    }
    return g;
  };
  for (const ir::node_id s : of_x.scopes) {
    const ir::node& outer = p.nodes[s];
    if (!is_used(a, s)) {
      if (outer.trips.cap < 1 || (outer.trips.has_bound() && outer.trips.lower < 1)) return false;
      continue;
    }
    bool found = false;
    for (int i = 0; i < of_y.scopes.size() && !found; ++i) {
      const ir::node_id t = of_y.scopes[i];
      bool taken = false;
      for (int j = 0; j < matched; ++j) taken = taken || from[j] == t;
      if (taken || !column_equal(s, t) ||
          !detail::runs_at_least(outer, p.nodes[t], renamed(p.nodes[t].trips.origin)))
        continue;
      from[matched] = t;
      to[matched++] = s;
      found = true;
    }
    if (!found) return false;
  }
  for (int r = 0; r < a.index.size(); ++r)
    if (renamed(b.index[r]) != a.index[r]) return false;
  return true;
}

}  // namespace perfdojo::analysis
