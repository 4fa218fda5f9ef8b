// SPDX-License-Identifier: Apache-2.0
// emitter: writes checked statements as a program. Each statement becomes one nest over the indices of its destination.
//
//   y = sum(j, e)        y = 0, then a scope j with y += e, inside the nest
//   y = f + sum(j, e)    y = f, then the same
//   y += sum(j, e)       the scope alone
//   anything else        a reduction inside the expression goes to a temporary y_r, indexed by those indices of the destination
//                        that it depends on, and is computed in front of the first scope that it does not depend on
#pragma once

#include <perfdojo/lang/mistake.hpp>
#include <perfdojo/lang/writer.hpp>

namespace perfdojo::lang {

class emitter : program_writer {
public:
  /// Requires a tree that `checker` passed, and an empty program.
  constexpr emitter(const tree& t, ir::program& p) : program_writer(t, p) {}

  /// Writes the canonical program. The only mistake left is its size.
  constexpr diagnosis run(name label) {
    p_.label = label;
    for (const size& s : t_.sizes) p_.symbols.push({s.label, -1});
    put_buffers(false);
    put_buffers(true);
    for (const tree_statement& s : t_.statements)
      if (!overflows_) emit_statement(s);
    if (overflows_) return {mistake::kernel_is_too_large};
    p_ = ir::canonical(p_);
    return {};
  }

private:
  // Reductions that are computed before the expression around them, those further in first.
  using reduction_list = fixed_vector<tree_id, 12>;
  using index_list = fixed_vector<name, 24>;
  // What happens at the bottom of a nest.
  struct piece {
    ir::update how = ir::update::assign;
    bool accumulates = false;
    tree_id value = -1;  // none: the neutral value of `neutral_of`
    ir::update neutral_of = ir::update::add;
  };
  using piece_list = fixed_vector<piece, 16>;

  constexpr void emit_statement(const tree_statement& s) {
    s_ = &s;
    piece_list pieces;
    decompose(s.value, s.how, pieces);
    reduction_list before;
    for (const piece& x : pieces) {
      if (x.value < 0) continue;
      index_list inner;
      if (x.accumulates) add_indices(x.value, inner);
      collect(x.accumulates ? body_of(x.value) : x.value, inner, before);
    }
    for (int r = 0; r < destination_rank(); ++r) {
      for (const tree_id n : before)
        if (!t_.uses(n, destination_index(r).label)) compute(n);
      open(destination_index(r));
    }
    for (const tree_id n : before) compute(n);
    for (const piece& x : pieces) {
      if (x.accumulates) {
        accumulate(destination(), x.value);
      } else if (x.value < 0) {
        put_operation(destination(), x.how, put_neutral(x.neutral_of, t_.tensors[s.tensor].type));
      } else {
        put_operation(destination(), x.how, put_expression(x.value));
      }
    }
    close_down_to(0);
  }

  // Splits `destination how value` into operations and accumulations on the destination.
  constexpr void decompose(tree_id value, ir::update how, piece_list& pieces) {
    const tree_node& n = t_.nodes[value];
    if (n.reduces && is_direct(value) && (how == ir::update::assign || how == n.how)) {
      if (how == ir::update::assign) put(pieces, {how, false, -1, n.how});
      put(pieces, {n.how, true, value, n.how});
      return;
    }
    for (int o = 1; o >= 0 && !n.reduces && n.what == ir::function::add; --o) {
      const tree_id sum = n.operands[o];
      if (!t_.nodes[sum].reduces || t_.nodes[sum].how != ir::update::add || !is_direct(sum)) continue;
      decompose(n.operands[1 - o], how, pieces);
      put(pieces, {ir::update::add, true, sum, ir::update::add});
      return;
    }
    put(pieces, {how, false, value, ir::update::add});
  }
  // May the destination take the terms of the reduction one by one? Not if they read it.
  constexpr bool is_direct(tree_id reduction) const { return !t_.reads(reduction, s_->tensor); }

  // sum(j, sum(k, e)) is one reduction of e over j and k.
  constexpr bool continues(tree_id reduction) const {
    const tree_node& body = t_.nodes[t_.nodes[reduction].operands[0]];
    return body.reduces && body.how == t_.nodes[reduction].how;
  }
  constexpr tree_id body_of(tree_id reduction) const {
    while (continues(reduction)) reduction = t_.nodes[reduction].operands[0];
    return t_.nodes[reduction].operands[0];
  }
  constexpr void add_indices(tree_id reduction, index_list& to) {
    put(to, index_at(t_.nodes[reduction].at).label);
    if (continues(reduction)) add_indices(t_.nodes[reduction].operands[0], to);
  }

  // The reductions in an expression that use no index of `inner`: the indices bound between here and there.
  constexpr void collect(tree_id id, const index_list& inner, reduction_list& to) {
    const tree_node& n = t_.nodes[id];
    if (!n.reduces) {
      for (const tree_id o : n.operands)
        if (o >= 0) collect(o, inner, to);
      return;
    }
    index_list further = inner;
    add_indices(id, further);
    collect(body_of(id), further, to);
    if (!has_buffer(id) && !uses_any(id, inner, 0)) put(to, id);
  }
  constexpr bool uses_any(tree_id n, const index_list& indices, int from) const {
    for (int i = from; i < indices.size(); ++i)
      if (t_.uses(n, indices[i])) return true;
    return false;
  }

  // Computes a reduction into a temporary, here. Indices of the destination that are not open yet get scopes of their own.
  constexpr void compute(tree_id reduction) {
    if (has_buffer(reduction) || overflows_) return;
    const int outside = open_count();
    for (int r = 0; r < destination_rank(); ++r) {
      const index_use& u = destination_index(r);
      if (t_.uses(reduction, u.label) && find(u.label) == ir::none) open(u);
    }
    put_buffer_of(reduction);
    const ir::access to = access_of_reduction(reduction);
    put_operation(to, ir::update::assign, put_neutral(t_.nodes[reduction].how, t_.nodes[reduction].type));
    accumulate(to, reduction);
    close_down_to(outside);
  }

  // The scopes of a reduction with the update of `to` inside.
  constexpr void accumulate(const ir::access& to, tree_id reduction) {
    const int outside = open_count();
    const tree_id body = body_of(reduction);
    index_list indices;
    add_indices(reduction, indices);
    reduction_list before;
    collect(body, {}, before);
    tree_id over = reduction;
    for (int i = 0; i < indices.size(); ++i) {
      for (const tree_id n : before)
        if (!uses_any(n, indices, i)) compute(n);
      open(index_at(t_.nodes[over].at));
      over = t_.nodes[over].operands[0];
    }
    for (const tree_id n : before) compute(n);
    put_operation(to, t_.nodes[reduction].how, put_expression(body));
    close_down_to(outside);
  }
};

}  // namespace perfdojo::lang
