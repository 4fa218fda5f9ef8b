// SPDX-License-Identifier: Apache-2.0
// tree: the statements of a kernel as one plain value. The expression templates write themselves into it; all checks and
// the lowering work on it and are no templates.
#pragma once

#include <perfdojo/ir/program.hpp>
#include <perfdojo/lang/index.hpp>

namespace perfdojo::lang {

/// tensor: read, or written before it is read. inout: holds values before. temporary: private, written before it is read.
enum class role : std::uint8_t { tensor, inout, temporary };

struct operand_facts {
  name label;
  ir::element type = ir::element::f32;
  role what = role::tensor;
  fixed_vector<size, ir::max_rank> dimensions;
  friend constexpr bool operator==(const operand_facts&, const operand_facts&) = default;
};

using tree_id = std::int16_t;

/// An expression node, or a reduction of operands[0] over the index at subscripts[at].
struct tree_node {
  bool reduces = false;
  ir::update how = ir::update::add;            // of a reduction
  ir::function what = ir::function::constant;  // of all others
  ir::element type = ir::element::f32;
  tree_id operands[3]{-1, -1, -1};
  std::int16_t tensor = -1;  // load: position in tensors
  std::int16_t at = -1;      // load, index, reduction: the first of its subscripts
  double number = 0;
};

struct tree_statement {
  ir::update how = ir::update::assign;
  std::int16_t tensor = -1;
  std::int16_t at = -1;
  tree_id value = -1;
};

struct tree {
  fixed_vector<size, ir::program::max_symbols> sizes;  // named ones, in order of appearance
  fixed_vector<operand_facts, ir::program::max_buffers> tensors;
  fixed_vector<subscript, 64> subscripts;
  fixed_vector<tree_node, 96> nodes;  // operands before their users
  fixed_vector<tree_statement, 16> statements;
  bool overflows = false;        // something did not fit; the rest is meaningless
  name clash;                    // a tensor name with two meanings
  bool rounds_a_number = false;  // an integer constant that a double does not hold

  template <class T, int Capacity>
  constexpr std::int16_t put(fixed_vector<T, Capacity>& list, const T& x) {
    if (list.full()) {
      overflows = true;
      return 0;
    }
    return static_cast<std::int16_t>(list.push(x));
  }
  constexpr void put_size(const size& s) {
    if (s.is_constant()) return;
    for (const size& known : sizes)
      if (known == s) return;
    put(sizes, s);
  }
  constexpr std::int16_t put_subscript(const subscript& s) {
    for (const index_use& u : s.terms) put_size(u.range);
    return put(subscripts, s);
  }
  constexpr std::int16_t put_tensor(const operand_facts& x) {
    for (int t = 0; t < tensors.size(); ++t) {
      if (tensors[t].label != x.label) continue;
      if (tensors[t] != x) clash = x.label;
      return static_cast<std::int16_t>(t);
    }
    for (const size& s : x.dimensions) put_size(s);
    return put(tensors, x);
  }
  constexpr tree_id put_node(const tree_node& n) { return put(nodes, n); }

  constexpr int rank(int tensor) const { return tensors[tensor].dimensions.size(); }
  /// How many subscripts a node has: a load one per dimension, an index value and a reduction one.
  constexpr int subscript_count(const tree_node& n) const {
    return n.tensor >= 0 ? rank(n.tensor) : n.at >= 0 ? 1 : 0;
  }

  /// Calls f(node) for n and everything below it, operands first, from left to right.
  template <class F>
  constexpr void for_each(tree_id n, F&& f) const {
    for (tree_id o : nodes[n].operands)
      if (o >= 0) for_each(o, f);
    f(nodes[n]);
  }
  /// Is the index used in n or below it? That it is bound by a reduction there is no use.
  constexpr bool uses(tree_id n, name index) const {
    bool found = false;
    for_each(n, [&](const tree_node& x) {
      if (x.reduces) return;
      for (int s = 0; s < subscript_count(x); ++s)
        for (const index_use& u : subscripts[x.at + s].terms) found = found || u.label == index;
    });
    return found;
  }
  constexpr bool reads(tree_id n, int tensor) const {
    bool found = false;
    for_each(n, [&](const tree_node& x) { found = found || x.tensor == tensor; });
    return found;
  }
};

}  // namespace perfdojo::lang
