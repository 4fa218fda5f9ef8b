// SPDX-License-Identifier: Apache-2.0
// promises: parallel, unrolled and vector scopes promise that their iterations do not depend on each other. Moves that make one
// iteration touch more than it did before ask whether that still holds.
#pragma once

#include <perfdojo/analysis/dependence.hpp>

namespace perfdojo::analysis {

constexpr bool makes_promise(const ir::node& scope) {
  return scope.kind != ir::scope_kind::sequential && scope.kind != ir::scope_kind::cases;
}
/// Does scope s, or one above it, make a promise?
constexpr bool stands_in_promises(const ir::program& p, ir::node_id s) {
  for (; s != ir::none; s = p.nodes[s].parent)
    if (makes_promise(p.nodes[s])) return true;
  return false;
}

/// The innermost scope at or above s whose promise does not hold for accesses to buffer b (-1: any buffer); none if all do. Reductions
/// break the promise of parallel scopes only.
constexpr ir::node_id broken_promise(const ir::program& p, ir::node_id s, int b) {
  for (; s != ir::none; s = p.nodes[s].parent) {
    if (!makes_promise(p.nodes[s])) continue;
    touch_list list;
    for (const touch& t : touches_in(p, s))
      if (b < 0 || p.accesses[t.access].buffer == b) list.push(t);
    const finding carried = between(p, list, list, {.scope = s, .at = order::different});
    if (p.nodes[s].kind == ir::scope_kind::parallel ? carried.buffer >= 0 : carried.conflicts()) return s;
  }
  return ir::none;
}

}  // namespace perfdojo::analysis
