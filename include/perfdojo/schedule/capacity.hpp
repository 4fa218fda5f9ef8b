// SPDX-License-Identifier: Apache-2.0
// capacity: do the additions of a move fit into the fixed capacities of a program?
#pragma once

#include <perfdojo/error/verdict.hpp>
#include <perfdojo/ir/walk.hpp>

namespace perfdojo::detail {

/// Accepts if the program has room for this many more entries; rejects with capacity_exceeded.
constexpr verdict check_room(const ir::program& p, int nodes, int accesses = 0, int expressions = 0,
                             int buffers = 0) {
  const auto full = [](const auto& list, int more) { return list.size() + more > list.capacity; };
  index_t limit = 0;
  if (full(p.nodes, nodes)) limit = p.nodes.capacity;
  if (full(p.accesses, accesses)) limit = p.accesses.capacity;
  if (full(p.expressions, expressions)) limit = p.expressions.capacity;
  if (full(p.buffers, buffers)) limit = p.buffers.capacity;
  return limit == 0 ? accept() : reject(reason::capacity_exceeded, {}, 0, limit);
}

/// The most scopes that stand below each other from n downwards.
constexpr int height(const ir::program& p, ir::node_id n) {
  int most = 0;
  for (ir::node_id c = p.first_child(n); c != ir::none; c = p.nodes[c].next) {
    const int below = p.nodes[c].is_scope ? height(p, c) : 0;
    most = below > most ? below : most;
  }
  return most + (n == ir::none ? 0 : 1);
}

/// Accepts if `more` scopes may be put above everything below scope n (none: the program); rejects with capacity_exceeded.
constexpr verdict check_depth(const ir::program& p, ir::node_id n, int more) {
  constexpr int limit = decltype(ir::ancestor_list::scopes)::capacity;
  if (p.nodes.size() + more <= limit) return accept();  // the usual case
  const bool is_operation = n != ir::none && !p.nodes[n].is_scope;
  const int above = n == ir::none ? 0 : ir::depth(p, n);
  return above + (is_operation ? 0 : height(p, n)) + more <= limit
             ? accept()
             : reject(reason::capacity_exceeded, {}, 0, limit);
}

/// Accepts if every index and origin that has scope n has room for one more scope; rejects with capacity_exceeded.
constexpr verdict check_terms(const ir::program& p, ir::node_id n) {
  const auto full = [&](const ir::affine& f) { return f.terms.full() && ir::mentions(f, n); };
  bool exceeds = p.nodes[n].trips.origin.terms.full();
  for (const ir::access& a : p.accesses)
    for (const ir::affine& f : a.index) exceeds = exceeds || full(f);
  for (const ir::node& x : p.nodes) exceeds = exceeds || full(x.trips.origin);
  return exceeds ? reject(reason::capacity_exceeded, p.nodes[n].label, 0, ir::affine::max_terms) : accept();
}

/// Accepts if there is room for a copy of scope n, of everything below it and of the buffers that live there, and for `nodes` more.
constexpr verdict check_room_for_copy(const ir::program& p, ir::node_id n, int nodes) {
  int accesses = 0, expressions = 0;
  const auto count = [&](auto&& self, ir::expression_id e) -> void {
    if (e < 0) return;
    const ir::expression& x = p.expressions[e];
    for (int i = 0; i < ir::operand_count(x.what); ++i) self(self, x.operands[i]);
    ++expressions;
    accesses += x.access >= 0 ? 1 : 0;
  };
  ir::for_each_in(p, n, [&](ir::node_id i) {
    ++nodes;
    if (p.nodes[i].is_scope) return;
    ++accesses;
    count(count, p.nodes[i].value);
  });
  int buffers = 0;
  for (const ir::buffer& b : p.buffers) buffers += ir::lives_in(p, b, n) ? 1 : 0;
  return check_room(p, nodes, accesses, expressions, buffers);
}

}  // namespace perfdojo::detail
