// SPDX-License-Identifier: Apache-2.0
// Questions about the tree of a program: ancestors, depth, subtrees, operations and their accesses.
#pragma once

#include <perfdojo/ir/program.hpp>

namespace perfdojo::ir {

/// Is n equal to `ancestor` or below it? Everything is below none.
constexpr bool is_within(const program& p, node_id n, node_id ancestor) {
  if (ancestor == none) return true;
  for (; n != none; n = p.nodes[n].parent)
    if (n == ancestor) return true;
  return false;
}

/// Number of scopes above n.
constexpr int depth(const program& p, node_id n) {
  int d = 0;
  for (n = p.nodes[n].parent; n != none; n = p.nodes[n].parent) ++d;
  return d;
}

/// The innermost scope above both nodes (or one of the two, if it is above the other), or none.
constexpr node_id common_ancestor(const program& p, node_id a, node_id b) {
  for (; a != none; a = p.nodes[a].parent)
    if (is_within(p, b, a)) return a;
  return none;
}

constexpr int child_count(const program& p, node_id parent) {
  int count = 0;
  for (node_id c = p.first_child(parent); c != none; c = p.nodes[c].next) ++count;
  return count;
}

/// The child of `ancestor` (or the top-level node) that n is in. Requires: n strictly below ancestor.
constexpr node_id child_towards(const program& p, node_id n, node_id ancestor) {
  while (p.nodes[n].parent != ancestor) n = p.nodes[n].parent;
  return n;
}

/// Does a run before b in one iteration of their common scopes? Requires: neither is within the other.
constexpr bool stands_before(const program& p, node_id a, node_id b) {
  const node_id top = common_ancestor(p, a, b);
  const node_id from = child_towards(p, a, top), to = child_towards(p, b, top);
  for (node_id n = from; n != none; n = p.nodes[n].next)
    if (n == to) return from != to;
  return false;
}

/// Calls f(node_id) for n and everything below it, in pre-order, whatever the numbering.
template <class F>
constexpr void for_each_in(const program& p, node_id n, F&& f) {
  f(n);
  for (node_id c = p.nodes[n].first_child; c != none; c = p.nodes[c].next) for_each_in(p, c, f);
}
template <class F>
constexpr void for_each_node(const program& p, F&& f) {
  for (node_id n = p.first; n != none; n = p.nodes[n].next) for_each_in(p, n, f);
}

/// Calls f(access_id) for each load and index value of an expression, operands first.
template <class F>
constexpr void for_each_leaf(const program& p, expression_id e, F&& f) {
  if (e < 0) return;
  const expression& x = p.expressions[e];
  for (int i = 0; i < operand_count(x.what); ++i) for_each_leaf(p, x.operands[i], f);
  if (x.access >= 0) f(x.access);
}

/// Calls f(access_id, bool is_write) for each buffer access of an operation; the destination comes first, and a
/// second time as a read if the update reads it. Prefetches and index values do not count.
template <class F>
constexpr void for_each_access(const program& p, node_id operation, F&& f) {
  const node& n = p.nodes[operation];
  if (n.is_scope || n.how == update::prefetch) return;
  f(n.destination, true);
  if (reads_destination(n.how)) f(n.destination, false);
  for_each_leaf(p, n.value, [&](std::int16_t a) {
    if (p.accesses[a].buffer >= 0) f(a, false);
  });
}

/// Does an index expression anywhere below n, or a bound, mention the scope?
constexpr bool mentions(const affine& a, node_id scope) { return a.coefficient(scope) != 0; }
/// Has an index of access a the scope in it?
constexpr bool is_indexed_by(const access& a, node_id scope) {
  for (const affine& f : a.index)
    if (mentions(f, scope)) return true;
  return false;
}

/// Does buffer b live in scope s, or further in?
constexpr bool lives_in(const program& p, const buffer& b, node_id s) {
  return b.home != none && is_within(p, b.home, s);
}

/// The outermost to innermost scopes above n (n itself excluded).
struct ancestor_list {
  fixed_vector<node_id, 24> scopes;
};
constexpr ancestor_list ancestors(const program& p, node_id n) {
  ancestor_list list;
  for (n = p.nodes[n].parent; n != none; n = p.nodes[n].parent) list.scopes.push(n);
  for (int i = 0, j = list.scopes.size() - 1; i < j; ++i, --j) {
    const node_id t = list.scopes[i];
    list.scopes[i] = list.scopes[j];
    list.scopes[j] = t;
  }
  return list;
}

}  // namespace perfdojo::ir
