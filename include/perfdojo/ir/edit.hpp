// SPDX-License-Identifier: Apache-2.0
// The few edits that all transformations are written with. They keep ids of existing nodes, accesses and expressions;
// canonical() renumbers at the end.
#pragma once

#include <perfdojo/ir/walk.hpp>

namespace perfdojo::ir {

/// Sets the link that leads to the first child of parent (none: of the program).
constexpr void set_first_child(program& p, node_id parent, node_id child) {
  (parent == none ? p.first : p.nodes[parent].first_child) = child;
}

/// Takes n, with everything below it, out of the tree.
constexpr void detach(program& p, node_id n) {
  const node_id parent = p.nodes[n].parent;
  node_id before = none;
  for (node_id c = p.first_child(parent); c != n; c = p.nodes[c].next) before = c;
  if (before == none) {
    set_first_child(p, parent, p.nodes[n].next);
  } else {
    p.nodes[before].next = p.nodes[n].next;
  }
  p.nodes[n].next = none;
  p.nodes[n].parent = none;
}

/// Puts a detached n below parent, in front of its child `before` (none: at the end).
constexpr void attach(program& p, node_id n, node_id parent, node_id before = none) {
  node_id after = none;
  for (node_id c = p.first_child(parent); c != before; c = p.nodes[c].next) after = c;
  p.nodes[n].parent = parent;
  p.nodes[n].next = before;
  if (after == none) {
    set_first_child(p, parent, n);
  } else {
    p.nodes[after].next = n;
  }
}
constexpr void attach_after(program& p, node_id n, node_id sibling) {
  attach(p, n, p.nodes[sibling].parent, p.nodes[sibling].next);
}

/// Puts a new scope around n, at n's place. n keeps its condition.
constexpr node_id wrap(program& p, node_id n, node scope) {
  scope.is_scope = true;
  const node_id id = static_cast<node_id>(p.nodes.push(scope));
  const node_id parent = p.nodes[n].parent, next = p.nodes[n].next;
  detach(p, n);
  attach(p, id, parent, next);
  attach(p, n, id);
  return id;
}

/// Moves all children of `from` to the end of `to`.
constexpr void move_children(program& p, node_id from, node_id to) {
  while (p.first_child(from) != none) {
    const node_id c = p.first_child(from);
    detach(p, c);
    attach(p, c, to);
  }
}

/// Exchanges two perfectly nested scopes: `inner` is the only child of `outer`. Ids follow the scopes, so no index changes.
constexpr void exchange_nested(program& p, node_id outer, node_id inner) {
  const node_id parent = p.nodes[outer].parent, next = p.nodes[outer].next;
  detach(p, outer);
  detach(p, inner);
  move_children(p, inner, outer);
  attach(p, inner, parent, next);
  attach(p, outer, inner);
}

/// Replaces the index of `scope` by `value` in every access and origin below `below` (everywhere if none).
constexpr void substitute(program& p, node_id scope, const affine& value, node_id below = none) {
  const auto in_expression = [&](std::int16_t a) {
    for (affine& x : p.accesses[a].index) x.substitute(scope, value);
  };
  const auto visit = [&](node_id n) {
    node& x = p.nodes[n];
    if (x.is_scope) {
      x.trips.origin.substitute(scope, value);
      return;
    }
    in_expression(x.destination);
    for_each_leaf(p, x.value, in_expression);
  };
  if (below == none) {
    for_each_node(p, visit);
  } else {
    for_each_in(p, below, visit);
  }
}

/// Everything at and below `below` that names scope `from` (indices, origins, conditions, counts) names `to` instead.
constexpr void rename_scope(program& p, node_id from, node_id to, node_id below) {
  substitute(p, from, index_of(to), below);
  for_each_in(p, below, [&](node_id n) {
    if (p.nodes[n].when.scope == from) p.nodes[n].when.scope = to;
    if (p.nodes[n].trips.count_of == from) p.nodes[n].trips.count_of = to;
  });
}

/// A copy of an expression with copies of its accesses.
constexpr expression_id copy_expression(program& p, expression_id e) {
  if (e < 0) return e;
  expression x = p.expressions[e];
  for (int i = 0; i < operand_count(x.what); ++i) x.operands[i] = copy_expression(p, x.operands[i]);
  if (x.access >= 0) x.access = static_cast<std::int16_t>(p.accesses.push(access(p.accesses[x.access])));
  return static_cast<expression_id>(p.expressions.push(x));
}

/// A name that no scope and no buffer has: `base`, or base with _b, _c, ... _z, _bb, _cb, ... appended.
constexpr name fresh_name(const program& p, name base) {
  const name_text text(base);
  for (int attempt = 0;; ++attempt) {
    char buffer[name::capacity + 4]{};
    int length = text.length;
    constexpr int letters = 25;  // b to z
    const int suffix = attempt == 0 ? 0 : attempt <= letters ? 2 : 3;
    if (length > name::capacity - suffix) length = name::capacity - suffix;
    for (int i = 0; i < length; ++i) buffer[i] = text.text[i];
    if (suffix > 0) {
      buffer[length++] = '_';
      buffer[length++] = static_cast<char>('b' + (attempt - 1) % letters);
    }
    if (suffix > 2) buffer[length++] = static_cast<char>('a' + (attempt - 1) / letters);
    const name candidate(std::string_view(buffer, static_cast<std::size_t>(length)));
    if (p.find(candidate) == none && p.find_buffer(candidate) < 0) return candidate;
  }
}
/// base with one character appended (the last one is replaced if base has no room).
constexpr name suffixed(name base, char suffix) {
  const name_text text(base);
  char buffer[name::capacity + 1]{};
  const int length = smaller(text.length, name::capacity - 1);
  for (int i = 0; i < length; ++i) buffer[i] = text.text[i];
  buffer[length] = suffix;
  return name(std::string_view(buffer, static_cast<std::size_t>(length) + 1));
}

/// A copy of n and everything below it, detached. Copied scopes get fresh names; indices of copied scopes follow.
constexpr node_id copy_subtree(program& p, node_id n) {
  node_id from[program::max_nodes]{}, to[program::max_nodes]{};
  int count = 0;
  const auto copy = [&](auto&& self, node_id source) -> node_id {
    node x = p.nodes[source];
    const node_id child = x.first_child;
    x.first_child = x.next = x.parent = none;
    if (x.is_scope) {
      x.label = fresh_name(p, x.label);
    } else {
      x.destination = static_cast<std::int16_t>(p.accesses.push(access(p.accesses[x.destination])));
      x.value = copy_expression(p, x.value);
    }
    const node_id id = static_cast<node_id>(p.nodes.push(x));
    from[count] = source;
    to[count++] = id;
    for (node_id c = child; c != none; c = p.nodes[c].next) attach(p, self(self, c), id);
    return id;
  };
  const node_id root = copy(copy, n);
  for (int i = 0; i < count; ++i) {
    if (!p.nodes[to[i]].is_scope) continue;
    substitute(p, from[i], index_of(to[i]), root);
    for (int j = 0; j < count; ++j) {
      node& x = p.nodes[to[j]];
      if (x.when.scope == from[i]) x.when.scope = to[i];
      if (x.trips.count_of == from[i]) x.trips.count_of = to[i];
    }
  }
  return root;
}

/// A condition on an only child says the same on the parent, if it names a scope further out.
constexpr void hoist_conditions(program& p, node_id parent) {
  for (node_id c = p.first_child(parent); c != none; c = p.nodes[c].next) hoist_conditions(p, c);
  if (parent == none || child_count(p, parent) != 1) return;
  node& outer = p.nodes[parent];
  node& inner = p.nodes[outer.first_child];
  if (inner.when.scope == none || inner.when.scope == parent || outer.when.scope != none) return;
  outer.when = inner.when;
  inner.when = {};
  hoist_conditions(p, outer.first_child);  // whose own only child may have waited for the place
}

/// The canonical form of p (see program.hpp). Detached nodes and unused accesses, expressions and private buffers vanish.
constexpr program canonical(program p) {
  hoist_conditions(p, none);
  program q;
  q.label = p.label;
  q.symbols = p.symbols;
  node_id renumbered[program::max_nodes]{};
  bool used[program::max_buffers]{};
  for (int b = 0; b < p.buffers.size(); ++b) used[b] = !p.buffers[b].is_private();
  for_each_node(p, [&](node_id n) {
    renumbered[n] = static_cast<node_id>(q.nodes.push(p.nodes[n]));
    const node& x = p.nodes[n];
    if (x.is_scope) return;
    if (p.accesses[x.destination].buffer >= 0) used[p.accesses[x.destination].buffer] = true;
    for_each_leaf(p, x.value, [&](std::int16_t a) {
      if (p.accesses[a].buffer >= 0) used[p.accesses[a].buffer] = true;
    });
  });
  const auto node_of = [&](node_id n) { return n == none ? none : renumbered[n]; };
  std::int16_t buffer_of[program::max_buffers]{};
  for (int b = 0; b < p.buffers.size(); ++b) {
    if (!used[b]) continue;
    buffer x = p.buffers[b];
    x.home = node_of(x.home);
    buffer_of[b] = static_cast<std::int16_t>(q.buffers.push(x));
  }
  // In place, since renumbering rarely changes the order of the terms and users pay for this in constant evaluation.
  const auto renumber = [&](affine& a) {
    for (int i = 0; i < a.terms.size(); ++i) {
      term t{node_of(a.terms[i].scope), a.terms[i].coefficient};
      int at = i;
      for (; at > 0 && a.terms[at - 1].scope > t.scope; --at) a.terms[at] = a.terms[at - 1];
      a.terms[at] = t;
    }
  };
  const auto access_of = [&](std::int16_t a) {
    const int at = q.accesses.push(p.accesses[a]);
    access& x = q.accesses[at];
    if (x.buffer >= 0) x.buffer = buffer_of[x.buffer];
    for (affine& i : x.index) renumber(i);
    return static_cast<std::int16_t>(at);
  };
  const auto expression_of = [&](auto&& self, expression_id e) -> expression_id {
    if (e < 0) return e;
    expression x = p.expressions[e];
    for (int i = 0; i < operand_count(x.what); ++i) x.operands[i] = self(self, x.operands[i]);
    if (x.access >= 0) x.access = access_of(x.access);
    return static_cast<expression_id>(q.expressions.push(x));
  };
  q.first = node_of(p.first);
  for (node& x : q.nodes) {
    x.parent = node_of(x.parent);
    x.first_child = node_of(x.first_child);
    x.next = node_of(x.next);
    x.when.scope = node_of(x.when.scope);
    if (x.is_scope) {
      x.trips.count_of = node_of(x.trips.count_of);
      renumber(x.trips.origin);
    } else {
      x.destination = access_of(x.destination);
      x.value = expression_of(expression_of, x.value);
    }
  }
  return q;
}

}  // namespace perfdojo::ir
