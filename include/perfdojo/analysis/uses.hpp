// SPDX-License-Identifier: Apache-2.0
// uses: where a buffer is named, prefetches included. Dependences ignore prefetches, but a buffer must be alive for them too.
#pragma once

#include <perfdojo/ir/walk.hpp>

namespace perfdojo::analysis {

/// Calls f(node_id operation, access_id) for each access to buffer b at and below n (none: in the program).
template <class F>
constexpr void for_each_use(const ir::program& p, ir::node_id n, int b, F&& f) {
  const auto visit = [&](ir::node_id i) {
    const ir::node& x = p.nodes[i];
    if (x.is_scope) return;
    if (p.accesses[x.destination].buffer == b) f(i, x.destination);
    ir::for_each_leaf(p, x.value, [&](std::int16_t a) {
      if (p.accesses[a].buffer == b) f(i, a);
    });
  };
  n == ir::none ? ir::for_each_node(p, visit) : ir::for_each_in(p, n, visit);
}

constexpr bool uses(const ir::program& p, ir::node_id n, int b) {
  bool found = false;
  for_each_use(p, n, b, [&](ir::node_id, std::int16_t) { found = true; });
  return found;
}

}  // namespace perfdojo::analysis
