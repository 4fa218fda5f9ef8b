// SPDX-License-Identifier: Apache-2.0
// iterations: a copy of a scope, and scopes that run a part of their iterations. Moves that cut a scope in two are made of these.
#pragma once

#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/ir/edit.hpp>

namespace perfdojo::detail {

/// A copy of scope n, detached, with buffers of its own for those that live in n or further in.
/// Requires check_room_for_copy(p, n, 0).ok().
constexpr ir::node_id copy_scope(ir::program& p, ir::node_id n) {
  const ir::node_id copy = ir::copy_subtree(p, n);
  const int buffers = p.buffers.size();
  for (int b = 0; b < buffers; ++b) {
    if (!ir::lives_in(p, p.buffers[b], n)) continue;
    ir::buffer own = p.buffers[b];
    own.label = ir::fresh_name(p, own.label);
    // The home's copy: both trees are walked alike.
    const auto find_home = [&](auto&& self, ir::node_id old, ir::node_id fresh) -> void {
      if (old == p.buffers[b].home) own.home = fresh;
      ir::node_id y = p.nodes[fresh].first_child;
      for (ir::node_id x = p.nodes[old].first_child; x != ir::none; x = p.nodes[x].next, y = p.nodes[y].next)
        self(self, x, y);
    };
    find_home(find_home, n, copy);
    const auto to = static_cast<std::int16_t>(p.buffers.push(own));
    const auto rename = [&](std::int16_t a) {
      if (p.accesses[a].buffer == b) p.accesses[a].buffer = to;
    };
    ir::for_each_in(p, copy, [&](ir::node_id i) {
      if (p.nodes[i].is_scope) return;
      rename(p.nodes[i].destination);
      ir::for_each_leaf(p, p.nodes[i].value, rename);
    });
  }
  return copy;
}

/// Takes node i out of the tree, and scopes around it that it leaves empty.
constexpr void remove_node(ir::program& p, ir::node_id i) {
  const ir::node_id above = p.nodes[i].parent;
  ir::detach(p, i);
  if (above != ir::none && p.nodes[above].first_child == ir::none) remove_node(p, above);
}

/// All iterations of scope n are its first one, or none is: conditions on it hold, or their nodes go. Nothing may be left of n.
constexpr void resolve_conditions(ir::program& p, ir::node_id n, bool is_first) {
  for (int m = 0; m < p.nodes.size(); ++m) {
    const auto i = static_cast<ir::node_id>(m);
    if (p.nodes[i].when.scope != n || !ir::is_within(p, i, n))
      continue;  // a node that went took others along
    const bool holds = p.nodes[i].when.first == is_first;
    p.nodes[i].when = {};
    if (!holds) remove_node(p, i);
  }
}

/// Scope n runs its iterations `start`, start + 1, ... only. Requires: 1 <= start <= cap.
constexpr void skip_iterations(ir::program& p, ir::node_id n, index_t start) {
  ir::extent& e = p.nodes[n].trips;
  if (e.cap != ir::unbounded) e.cap -= start;
  e.lower = larger(e.lower - start, 0);
  if (e.has_bound()) e.origin.constant += start * e.step;
  ir::substitute(p, n, ir::index_of(n) + ir::constant_index(start), n);
  resolve_conditions(p, n, false);
}

/// Scope n runs its first `count` iterations at most. Requires: 1 <= count <= cap.
constexpr void keep_iterations(ir::program& p, ir::node_id n, index_t count) {
  ir::extent& e = p.nodes[n].trips;
  e.cap = count;
  if (e.has_bound() && e.lower >= count) e = ir::constant_extent(count);
  if (count == 1) resolve_conditions(p, n, true);
}

}  // namespace perfdojo::detail
