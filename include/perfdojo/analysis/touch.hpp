// SPDX-License-Identifier: Apache-2.0
// touch: an access seen as an event: which operation touches which buffer how, below which scopes and conditions.
#pragma once

#include <bit>

#include <perfdojo/analysis/interval.hpp>

namespace perfdojo::analysis {

/// A set of scopes, as bits. Programs are canonical, so along a path bits ascend from the outermost to the innermost scope.
using scope_set = std::uint64_t;
static_assert(ir::program::max_nodes <= 64);
constexpr scope_set bit(ir::node_id s) { return scope_set(1) << s; }
constexpr ir::node_id first_of(scope_set set) { return static_cast<ir::node_id>(std::countr_zero(set)); }

/// How an access touches its buffer: a load, or the destination of an operation.
struct touch {
  ir::node_id operation = ir::none;
  std::int16_t access = -1;
  std::int16_t buffer = -1;
  bool write = false;
  ir::update how = ir::update::assign;  // of a destination
  scope_set above = 0;                  // the scopes around the operation
  scope_set in_first = 0;               // those in whose iteration 0 alone it runs
  scope_set in_later = 0;               // those in whose iteration 0 it does not run
  scope_set otherwise = 0;              // those around it that run where a size is small
  bool never = false;  // no size makes it run: below an extent of 0, or conditions that exclude each other
};

constexpr touch make_touch(const ir::program& p, ir::node_id operation, std::int16_t access, bool write,
                           ir::update how = ir::update::assign) {
  touch t;
  t.operation = operation;
  t.access = access;
  t.buffer = p.accesses[access].buffer;
  t.write = write;
  t.how = how;
  for (ir::node_id n = operation; n != ir::none; n = p.nodes[n].parent) {
    const ir::condition& c = p.nodes[n].when;
    if (n != operation) {
      t.above |= bit(n);
      t.never = t.never || p.nodes[n].trips.cap == 0;
      if (p.nodes[n].trips.is_otherwise()) t.otherwise |= bit(n);
    }
    if (c.scope == ir::none) continue;
    (c.first ? t.in_first : t.in_later) |= bit(c.scope);
    t.never = t.never || (!c.first && index_range(p, c.scope).high == 0);
  }
  t.never = t.never || (t.in_first & t.in_later) != 0;
  return t;
}

using touch_list = fixed_vector<touch, ir::program::max_accesses>;

/// All accesses to buffers of n and below it; a destination counts once. Prefetches and index values touch nothing.
constexpr void collect_touches(const ir::program& p, ir::node_id n, touch_list& list) {
  const ir::node& x = p.nodes[n];
  if (x.is_scope) {
    for (ir::node_id c = x.first_child; c != ir::none; c = p.nodes[c].next) collect_touches(p, c, list);
    return;
  }
  if (x.how == ir::update::prefetch) return;
  const touch destination = make_touch(p, n, x.destination, true, x.how);
  list.push(destination);
  ir::for_each_leaf(p, x.value, [&](std::int16_t a) {
    if (p.accesses[a].buffer < 0) return;
    touch load = destination;
    load.access = a;
    load.buffer = p.accesses[a].buffer;
    load.write = false;
    load.how = ir::update::assign;
    list.push(load);
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
  if ((!x.write && !y.write) || x.never || y.never) return dependence::none;
  const bool reduction = x.write && y.write && x.how == y.how && ir::reads_destination(x.how);
  return reduction ? dependence::reduction : dependence::conflict;
}

}  // namespace perfdojo::analysis
