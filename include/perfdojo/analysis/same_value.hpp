// SPDX-License-Identifier: Apache-2.0
// same_value: do two operations in two neighbouring scopes compute the same values, iteration by iteration?
#pragma once

#include <perfdojo/analysis/between.hpp>
#include <perfdojo/analysis/coverage.hpp>
#include <perfdojo/analysis/footprint.hpp>

#include <bit>

namespace perfdojo::analysis {

/// An expression at its place: in an operation below one of two scopes that are compared.
struct place_of_value {
  ir::node_id operation = ir::none;
  ir::node_id scope = ir::none;
  ir::expression_id value = -1;
};

namespace detail {

struct access_pair {
  std::int16_t of_x = -1, of_y = -1;
};
using access_pairs = fixed_vector<access_pair, ir::program::max_accesses>;

/// Collects the accesses that correspond, if the expressions are equal but for indices.
constexpr bool pair_accesses(const ir::program& p, ir::expression_id a, ir::expression_id b,
                             access_pairs& pairs) {
  const ir::expression &x = p.expressions[a], &y = p.expressions[b];
  if (x.what != y.what || x.type != y.type || (x.access >= 0) != (y.access >= 0)) return false;
  if (std::bit_cast<std::uint64_t>(x.number) != std::bit_cast<std::uint64_t>(y.number)) return false;
  if (x.access >= 0) {
    if (p.accesses[x.access].buffer != p.accesses[y.access].buffer || pairs.full()) return false;
    pairs.push({x.access, y.access});
  }
  for (int i = 0; i < ir::operand_count(x.what); ++i)
    if (!pair_accesses(p, x.operands[i], y.operands[i], pairs)) return false;
  return true;
}

/// Do scopes s (around all x) and t (around all y) index the accesses alike?
constexpr bool index_alike(const ir::program& p, const access_pairs& pairs, ir::node_id s, ir::node_id t) {
  for (const access_pair& a : pairs)
    for (int r = 0; r < p.accesses[a.of_x].index.size(); ++r)
      if (p.accesses[a.of_x].index[r].coefficient(s) != p.accesses[a.of_y].index[r].coefficient(t))
        return false;
  return true;
}
constexpr bool is_mentioned(const ir::program& p, const access_pairs& pairs, bool in_x, ir::node_id s) {
  for (const access_pair& a : pairs)
    for (const ir::affine& f : p.accesses[in_x ? a.of_x : a.of_y].index)
      if (ir::mentions(f, s)) return true;
  return false;
}

}  // namespace detail

/// Is each value that y takes in one iteration of its scope one that x takes in the same iteration of its own? Both scopes stand below
/// one parent. Asks for equal expressions of the same elements, whatever the scopes further in are called; what buffers hold is left to
/// changes_between(). True is exact.
constexpr bool takes_values_of(const ir::program& p, const place_of_value& y, const place_of_value& x) {
  detail::access_pairs pairs;
  if (!detail::pair_accesses(p, x.value, y.value, pairs)) return false;
  for (ir::node_id n = x.operation; n != x.scope; n = p.nodes[n].parent)
    if (p.nodes[n].when.scope != ir::none) return false;

  fixed_vector<ir::node_id, 24> from, to;  // scopes of y, and those of x that stand for them
  from.push(y.scope);
  to.push(x.scope);
  const auto renamed = [&](const ir::affine& f) {
    ir::affine g = ir::constant_index(f.constant);
    for (const ir::term& t : f.terms) {
      int i = 0;
      while (i < from.size() && from[i] != t.scope) ++i;
      g.add(i < from.size() ? to[i] : t.scope, t.coefficient);
    }
    return g;
  };
  const auto own_of_x = detail::own_scopes(p, x.operation, x.scope).scopes;
  for (const ir::node_id t : detail::own_scopes(p, y.operation, y.scope).scopes) {
    if (!detail::is_mentioned(p, pairs, false, t)) continue;
    bool found = false;
    for (int i = 0; i < own_of_x.size() && !found; ++i) {
      bool taken = false;
      for (const ir::node_id s : to) taken = taken || s == own_of_x[i];
      found = !taken && detail::index_alike(p, pairs, own_of_x[i], t) &&
              detail::runs_at_least(p.nodes[own_of_x[i]], p.nodes[t], renamed(p.nodes[t].trips.origin));
      if (found) to.push(own_of_x[i]);
    }
    if (!found) return false;
    from.push(t);
  }
  for (const ir::node_id s : own_of_x) {
    bool taken = false;
    for (const ir::node_id t : to) taken = taken || s == t;
    if (!taken && (detail::is_mentioned(p, pairs, true, s) || !detail::runs_once(p, s))) return false;
  }
  for (const detail::access_pair& a : pairs)
    for (int r = 0; r < p.accesses[a.of_x].index.size(); ++r)
      if (renamed(p.accesses[a.of_y].index[r]) != p.accesses[a.of_x].index[r]) return false;
  return true;
}

/// May an element that x loads hold something else when y loads it, within one iteration of the parent of their scopes? x's scope stands
/// first.
constexpr bool inputs_may_change(const ir::program& p, const place_of_value& x, const place_of_value& y) {
  const ir::node_id top = p.nodes[x.scope].parent;
  detail::access_pairs pairs;
  if (!detail::pair_accesses(p, x.value, y.value, pairs)) return true;
  for (const detail::access_pair& a : pairs) {
    if (p.accesses[a.of_x].buffer < 0) continue;
    const touch early = make_touch(p, x.operation, a.of_x, false),
                late = make_touch(p, y.operation, a.of_y, false);
    if (changes_between(p, early, late, top)) return true;
  }
  return false;
}

}  // namespace perfdojo::analysis
