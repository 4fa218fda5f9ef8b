// SPDX-License-Identifier: Apache-2.0
// between: what is written between two places of a program. Moves that compute a value elsewhere ask whether its inputs are the same there.
#pragma once

#include <perfdojo/analysis/dependence.hpp>

namespace perfdojo::analysis {

/// Within one iteration of scope `top` (none: of the program): does some instance of x, which is below top like y, run before an
/// instance of y that touches the same element?
constexpr bool meets_before(const ir::program& p, const touch& x, const touch& y, ir::node_id top) {
  ir::node_id innermost = top;
  for (ir::node_id s = ir::common_ancestor(p, x.operation, y.operation); s != top; s = p.nodes[s].parent) {
    if (!p.nodes[s].is_scope) continue;
    if (innermost == top) innermost = s;
    if (may_meet(p, x, y, {.scope = s, .at = order::less})) return true;
  }
  if (x.operation == y.operation || !ir::stands_before(p, x.operation, y.operation)) return false;
  if (innermost == ir::none) return may_meet(p, x, y, {});
  return may_meet(p, x, y, {.scope = innermost, .at = order::equal});
}

/// Operation `from` stands before the nodes that hold `to`, below different children of `top`. May an element that is read by both, by
/// `early` at `from` and by `late` at `to`, change between the two within one iteration of top?
constexpr bool changes_between(const ir::program& p, const touch& early, const touch& late, ir::node_id top) {
  const ir::node_id first = ir::child_towards(p, early.operation, top),
                    last = ir::child_towards(p, late.operation, top);
  for (ir::node_id n = first;; n = p.nodes[n].next) {
    for (const touch& w : touches_in(p, n)) {
      if (!w.write || w.buffer != early.buffer) continue;
      if (n == first ? meets_before(p, early, w, top) : meets_before(p, w, late, top)) return true;
    }
    if (n == last) return false;
  }
}

}  // namespace perfdojo::analysis
