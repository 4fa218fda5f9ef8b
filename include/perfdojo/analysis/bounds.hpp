// SPDX-License-Identifier: Apache-2.0
// bounds: what the bounds of scopes imply for each other.
#pragma once

#include <perfdojo/analysis/interval.hpp>

namespace perfdojo::analysis {

/// The extent with the bound of scope t, which a cases scope may have taken over.
constexpr const ir::extent& bound_of(const ir::program& p, ir::node_id t) {
  const ir::node_id c = p.nodes[t].trips.count_of;
  return c == ir::none ? p.nodes[t].trips : p.nodes[c].trips;
}

/// The position that the bound of scope s compares with its size: index i is inside when origin + step * i < symbol.
constexpr combination position_of(const ir::program& p, ir::node_id s) {
  const ir::extent& e = bound_of(p, s);
  combination position = e.origin;
  position.add(s, e.step);
  return position;
}

/// Is a >= b for all indices? The difference may have more terms than an affine holds.
constexpr bool never_less(const ir::program& p, const combination& a, const combination& b) {
  interval r{a.constant - b.constant, a.constant - b.constant};
  for (const ir::term& t : a.terms)
    r = r + (t.coefficient - b.coefficient(t.scope)) * index_range(p, t.scope);
  for (const ir::term& t : b.terms)
    if (a.coefficient(t.scope) == 0) r = r + -t.coefficient * index_range(p, t.scope);
  return r.low >= 0;
}

/// Does scope s run only indices whose position is below the size `symbol`?
constexpr bool is_bounded_by(const ir::program& p, ir::node_id s, int symbol) {
  const ir::node& n = p.nodes[s];
  if (n.outside != ir::beyond::skip || n.kind == ir::scope_kind::cases) return false;
  const ir::extent& e = bound_of(p, s);
  return e.symbol == symbol && e.lower == 0 && !e.is_otherwise();
}

/// The scope that makes n run only where position < symbol: the innermost one at or above n and strictly below `top` whose own
/// positions are never less than `position`. none if there is no such scope.
constexpr ir::node_id keeps_inside(const ir::program& p, ir::node_id n, ir::node_id top, int symbol,
                                   const combination& position) {
  for (; n != top; n = p.nodes[n].parent)
    if (p.nodes[n].is_scope && is_bounded_by(p, n, symbol) && never_less(p, position_of(p, n), position))
      return n;
  return ir::none;
}

}  // namespace perfdojo::analysis
