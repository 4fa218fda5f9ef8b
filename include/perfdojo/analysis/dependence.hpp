// SPDX-License-Identifier: Apache-2.0
// dependence: may two operations touch the same element, given how their iterations are ordered? Every check of legality that
// concerns order asks this. Whether values are overwritten before they are read is left to coverage.hpp.
#pragma once

#include <perfdojo/analysis/linear_system.hpp>

namespace perfdojo::analysis {

/// How an access touches its buffer: a load, or the destination of an operation.
struct touch {
  ir::node_id operation = ir::none;
  std::int16_t access = -1;
  bool write = false;
  ir::update how = ir::update::assign;  // of a destination
};
using touch_list = fixed_vector<touch, ir::program::max_accesses>;

/// All accesses to buffers of n and below it; a destination counts once. Prefetches and index values touch nothing.
constexpr void collect_touches(const ir::program& p, ir::node_id n, touch_list& list) {
  const ir::node& x = p.nodes[n];
  if (x.is_scope) {
    for (ir::node_id c = x.first_child; c != ir::none; c = p.nodes[c].next) collect_touches(p, c, list);
    return;
  }
  if (x.how == ir::update::prefetch) return;
  list.push({n, x.destination, true, x.how});
  ir::for_each_leaf(p, x.value, [&](std::int16_t a) {
    if (p.accesses[a].buffer >= 0) list.push({n, a, false, ir::update::assign});
  });
}
constexpr touch_list touches_in(const ir::program& p, ir::node_id n) {
  touch_list list;
  collect_touches(p, n, list);
  return list;
}

/// none: the order does not matter. reduction: both update by the same rule (+= and +=, max= and max=), so another order only
/// reassociates. conflict: the order decides values.
enum class dependence : std::uint8_t { none, reduction, conflict };

/// The dependence between two touches of one element.
constexpr dependence strength(const touch& x, const touch& y) {
  if (!x.write && !y.write) return dependence::none;
  const bool reduction = x.write && y.write && x.how == y.how && ir::reads_destination(x.how);
  return reduction ? dependence::reduction : dependence::conflict;
}

/// Possible orders of the index of a scope in two instances x and y: a set of bits.
enum class order : std::uint8_t { less = 1, equal = 2, greater = 4, different = 5, any = 7 };

/// Which pairs of instances a question is about. Scopes above `scope` have equal indices (with scope == none there is no restriction),
/// `scope` has the order `at`, further in `inner` has `inner_at`, and all others are free.
struct relation {
  ir::node_id scope = ir::none;
  order at = order::any;
  ir::node_id inner = ir::none;
  order inner_at = order::any;
  /// If set, x is below `scope` and y is below `partner`, a sibling, and `at` orders index(scope) of x and index(partner) of y.
  ir::node_id partner = ir::none;
  /// If set, buffers that live in this scope are taken to live in its parent: all its iterations share their storage.
  ir::node_id shared = ir::none;
};

namespace detail {

constexpr bool has(order set, order one) { return (static_cast<int>(set) & static_cast<int>(one)) != 0; }

/// The range of index(s) in instances of n, with the conditions on n and the nodes above it.
constexpr interval conditioned_range(const ir::program& p, ir::node_id s, ir::node_id n) {
  interval r = index_range(p, s);
  for (; n != s; n = p.nodes[n].parent) {
    const ir::condition& c = p.nodes[n].when;
    if (c.scope != s) continue;
    c.first ? void(r.high = smaller(r.high, 0)) : void(r.low = larger(r.low, 1));
  }
  return r;
}

/// Builds the equations index(x) == index(y), one for each dimension that separates elements.
class meeting {
public:
  constexpr meeting(const ir::program& p, const touch& x, const touch& y) : p(p), x(x), y(y) {
    const ir::access& a = p.accesses[x.access];
    const ir::access& b = p.accesses[y.access];
    const ir::buffer& stored = p.buffers[a.buffer];
    for (int r = 0; r < a.index.size(); ++r) {
      if (stored.dimensions[r].reused) continue;
      of_x[system.equations] = &a.index[r];
      of_y[system.equations] = &b.index[r];
      system.constant[system.equations++] = a.index[r].constant - b.index[r].constant;
    }
  }

  /// Scope s encloses x and t encloses y (s == t for a common scope). False if no pair of indices has this order.
  constexpr bool add_pair(ir::node_id s, ir::node_id t, order at) {
    const interval a = conditioned_range(p, s, x.operation), b = conditioned_range(p, t, y.operation);
    if (a.empty() || b.empty()) return false;
    factors f{}, g{}, difference{};
    bool same = true;
    for (int e = 0; e < system.equations; ++e) {
      f[e] = of_x[e]->coefficient(s);
      g[e] = -of_y[e]->coefficient(t);
      difference[e] = f[e] + g[e];
      same = same && difference[e] == 0;
    }
    switch (at) {
      case order::equal:
        return add(intersect(a, b), difference);
      case order::less:  // index of y = index of x + d, d >= 1
        return add({a.low, smaller(a.high, b.high - 1)}, difference) &&
               add({larger(1, b.low - a.high), b.high - a.low}, g);
      case order::greater:  // index of x = index of y + d, d >= 1
        return add({b.low, smaller(b.high, a.high - 1)}, difference) &&
               add({larger(1, a.low - b.high), a.high - b.low}, f);
      default:
        break;
    }
    if (same) return add({a.low - b.high, a.high - b.low}, f);
    return add(a, f) && add(b, g);
  }
  /// Scope s encloses x only, or y only.
  constexpr bool add_one(ir::node_id s, bool encloses_x) {
    factors f{};
    for (int e = 0; e < system.equations; ++e)
      f[e] = encloses_x ? of_x[e]->coefficient(s) : -of_y[e]->coefficient(s);
    return add(conditioned_range(p, s, encloses_x ? x.operation : y.operation), f);
  }
  constexpr bool possible() { return system.may_have_solution(); }

private:
  using factors = index_t[linear_system::max_equations];
  constexpr bool add(const interval& values, const factors& f) {
    if (values.empty()) return false;
    system.add(values, f);
    return true;
  }
  const ir::program& p;
  const touch& x;
  const touch& y;
  linear_system system;
  const ir::affine* of_x[linear_system::max_equations]{};
  const ir::affine* of_y[linear_system::max_equations]{};
};

/// As may_meet, for single orders (or any).
constexpr bool meets(const ir::program& p, const touch& x, const touch& y, const relation& r, order at,
                     order inner_at) {
  const ir::buffer& b = p.buffers[p.accesses[x.access].buffer];
  const ir::node_id home = b.home != ir::none && b.home == r.shared ? p.nodes[b.home].parent : b.home;
  const ir::ancestor_list above_x = ir::ancestors(p, x.operation), above_y = ir::ancestors(p, y.operation);
  meeting m(p, x, y);
  int common = 0;
  bool above_scope = r.scope != ir::none, at_home = b.is_private() && home != ir::none;
  const int deepest =
      above_x.scopes.size() < above_y.scopes.size() ? above_x.scopes.size() : above_y.scopes.size();
  for (; common < deepest && above_x.scopes[common] == above_y.scopes[common]; ++common) {
    const ir::node_id s = above_x.scopes[common];
    order o = order::any;
    if (s == r.scope) {
      o = at;
      above_scope = false;
    } else if (above_scope) {
      o = order::equal;
    } else if (s == r.inner) {
      o = inner_at;
    }
    if (at_home) {  // another iteration at or above the home has storage of its own
      if (!has(o, order::equal)) return false;
      o = order::equal;
      at_home = s != home;
    }
    if (!m.add_pair(s, s, o)) return false;
  }
  for (int i = common; i < above_x.scopes.size(); ++i)
    if (above_x.scopes[i] != r.scope || r.partner == ir::none)
      if (!m.add_one(above_x.scopes[i], true)) return false;
  for (int i = common; i < above_y.scopes.size(); ++i)
    if (above_y.scopes[i] != r.partner || r.partner == ir::none)
      if (!m.add_one(above_y.scopes[i], false)) return false;
  if (r.partner != ir::none && !m.add_pair(r.scope, r.partner, at)) return false;
  return m.possible();
}

}  // namespace detail

/// May some instance of x and some instance of y, related by r, touch the same element? Requires accesses to one buffer.
/// False is exact. True may be wrong where linear_system says so, and where only the value of a size would tell.
constexpr bool may_meet(const ir::program& p, const touch& x, const touch& y, const relation& r) {
  constexpr order single[] = {order::less, order::equal, order::greater};
  constexpr order any[] = {order::any};
  const order* outer = r.at == order::any ? any : single;
  const order* inner = r.inner_at == order::any ? any : single;
  for (int i = 0; i < (r.at == order::any ? 1 : 3); ++i) {
    if (!detail::has(r.at, outer[i])) continue;
    for (int j = 0; j < (r.inner_at == order::any ? 1 : 3); ++j)
      if (detail::has(r.inner_at, inner[j]) && detail::meets(p, x, y, r, outer[i], inner[j])) return true;
  }
  return false;
}

/// The strongest dependence that was found, and the buffer that carries it (-1 if none).
struct finding {
  dependence kind = dependence::none;
  int buffer = -1;
  constexpr bool conflicts() const { return kind == dependence::conflict; }
};

/// The strongest dependence between instances of touches in `from` (x) and in `to` (y) that are related by r.
constexpr finding between(const ir::program& p, const touch_list& from, const touch_list& to,
                          const relation& r) {
  finding worst;
  for (const touch& x : from) {
    for (const touch& y : to) {
      const int b = p.accesses[x.access].buffer;
      if (b != p.accesses[y.access].buffer) continue;
      const dependence kind = strength(x, y);
      if (kind <= worst.kind || !may_meet(p, x, y, r)) continue;
      worst = {kind, b};
      if (worst.conflicts()) return worst;
    }
  }
  return worst;
}
/// As above, for all touches at and below node m (x) and node n (y).
constexpr finding between(const ir::program& p, ir::node_id m, ir::node_id n, const relation& r) {
  return between(p, touches_in(p, m), touches_in(p, n), r);
}

/// The strongest dependence between different iterations of scope s within one iteration of each scope above it.
constexpr finding carried_by(const ir::program& p, ir::node_id s) {
  const touch_list list = touches_in(p, s);
  finding worst;
  for (int i = 0; i < list.size(); ++i) {
    for (int j = i; j < list.size(); ++j) {
      const int b = p.accesses[list[i].access].buffer;
      if (b != p.accesses[list[j].access].buffer) continue;
      const dependence kind = strength(list[i], list[j]);
      if (kind <= worst.kind) continue;
      if (!may_meet(p, list[i], list[j], {.scope = s, .at = i == j ? order::less : order::different}))
        continue;
      worst = {kind, b};
      if (worst.conflicts()) return worst;
    }
  }
  return worst;
}

}  // namespace perfdojo::analysis
