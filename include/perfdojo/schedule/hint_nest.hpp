// SPDX-License-Identifier: Apache-2.0
// hint_nest: prefetches of what one access below a scope touches in an iteration, as prefetch.hpp and prefetch_ahead.hpp make them.
#pragma once

#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo::detail {

/// Does something below scope s prefetch buffer b?
constexpr bool is_prefetched(const ir::program& p, ir::node_id s, int b) {
  bool found = false;
  ir::for_each_in(p, s, [&](ir::node_id i) {
    const ir::node& x = p.nodes[i];
    found = found || (!x.is_scope && x.how == ir::update::prefetch && p.accesses[x.destination].buffer == b);
  });
  return found;
}

/// Accepts if no vector scope and no scope that writes zeros is at or around s: nothing but operations fits there.
constexpr verdict check_place_of_hints(const ir::program& p, ir::node_id s) {
  for (ir::node_id n = s; n != ir::none; n = p.nodes[n].parent)
    if (ir::holds_operations_only(p.nodes[n].kind) || p.nodes[n].outside == ir::beyond::zero)
      return reject(reason::scope_is_not_sequential, p.nodes[n].label);
  return accept();
}

/// Accepts if the scopes in the index of access a between s and its operation are unrolled or vector, and the hints have room.
constexpr verdict check_hints(const ir::program& p, ir::node_id s, ir::node_id operation,
                              const ir::access& a) {
  int copies = 0;
  for (ir::node_id n = p.nodes[operation].parent; n != s; n = p.nodes[n].parent) {
    if (!ir::is_indexed_by(a, n)) continue;
    const ir::node& x = p.nodes[n];
    if (x.kind != ir::scope_kind::unrolled && x.kind != ir::scope_kind::vector)
      return reject_buffer(reason::footprint_is_not_bounded, p.buffers[a.buffer].label, x.label);
    copies += x.kind == ir::scope_kind::unrolled ? 1 : 0;
  }
  return check_room(p, copies + 1, 1);
}

/// Puts prefetches to the front of scope s, for access a of an operation below it: one per position of the unrolled scopes between
/// them, whose copies have no bounds, and one for all lanes. Requires check_hints().
constexpr ir::program add_hints(ir::program p, ir::node_id s, ir::node_id operation, ir::access a) {
  ir::node hint;
  hint.how = ir::update::prefetch;
  ir::node_id nest = static_cast<ir::node_id>(p.nodes.push(hint));
  const ir::node_id at = nest;
  for (ir::node_id n = p.nodes[operation].parent; n != s; n = p.nodes[n].parent) {
    if (!ir::is_indexed_by(a, n)) continue;
    ir::affine index;  // 0: one hint for all lanes
    if (p.nodes[n].kind == ir::scope_kind::unrolled) {
      ir::node copy;
      copy.is_scope = true;
      copy.label = ir::fresh_name(p, p.nodes[n].label);
      copy.kind = ir::scope_kind::unrolled;
      copy.trips = ir::constant_extent(p.nodes[n].trips.cap);
      copy.first_child = nest;
      const ir::node_id c = static_cast<ir::node_id>(p.nodes.push(copy));
      p.nodes[nest].parent = c;
      nest = c;
      index = ir::index_of(c);
    }
    for (ir::affine& f : a.index) f.substitute(n, index);
  }
  p.nodes[at].destination = static_cast<std::int16_t>(p.accesses.push(a));
  ir::attach(p, nest, s, p.nodes[s].first_child);
  return ir::canonical(p);
}

}  // namespace perfdojo::detail
