// SPDX-License-Identifier: Apache-2.0
// program_writer: appends scopes, operations and expressions to a program, below the scopes that are open. Which ones, and in
// which order, is left to emit.hpp.
#pragma once

#include <perfdojo/ir/edit.hpp>
#include <perfdojo/lang/tree.hpp>

namespace perfdojo::lang {

class program_writer {
protected:
  constexpr program_writer(const tree& t, ir::program& p) : t_(t), p_(p) {}

  const tree& t_;
  ir::program& p_;
  const tree_statement* s_ = nullptr;
  bool overflows_ = false;

  template <class T, int Capacity>
  constexpr std::int16_t put(fixed_vector<T, Capacity>& list, const T& x) {
    if (list.full()) {
      overflows_ = true;
      return 0;
    }
    return static_cast<std::int16_t>(list.push(x));
  }

  // Buffers: arguments in order of appearance, then temporaries, then those for reductions as they come.
  constexpr int symbol_of(const size& s) const { return s.is_constant() ? -1 : p_.find_symbol(s.label); }
  constexpr ir::dimension dimension_of(const size& s) const {
    ir::dimension d;
    d.cap = s.is_constant() ? s.value : ir::unbounded;
    d.symbol = symbol_of(s);
    return d;
  }
  constexpr void put_buffers(bool temporaries) {
    for (int i = 0; i < t_.tensors.size(); ++i) {
      const operand_facts& x = t_.tensors[i];
      if ((x.what == role::temporary) != temporaries) continue;
      ir::buffer b;
      b.label = x.label;
      b.type = x.type;
      b.where = temporaries ? ir::place::heap : ir::place::argument;
      for (const size& s : x.dimensions) b.dimensions.push(dimension_of(s));
      buffer_of_tensor_[i] = put(p_.buffers, b);
    }
  }
  constexpr bool has_buffer(tree_id reduction) const { return buffer_of_reduction_[reduction] != 0; }
  constexpr void put_buffer_of(tree_id reduction) {
    const name_text base(t_.tensors[s_->tensor].label);
    char text[name::capacity + 1]{};
    const int length = base.length < name::capacity - 2 ? base.length : name::capacity - 2;
    for (int i = 0; i < length; ++i) text[i] = base.text[i];
    text[length] = '_';
    text[length + 1] = 'r';
    ir::buffer b;
    b.label = ir::fresh_name(p_, name(std::string_view(text, static_cast<std::size_t>(length) + 2)));
    b.type = t_.nodes[reduction].type;
    b.where = ir::place::heap;
    for (int r = 0; r < destination_rank(); ++r)
      if (t_.uses(reduction, destination_index(r).label))
        b.dimensions.push(dimension_of(destination_index(r).range));
    buffer_of_reduction_[reduction] = static_cast<std::int16_t>(put(p_.buffers, b) + 1);
  }

  // Scopes.
  constexpr const index_use& index_at(int at) const { return t_.subscripts[at].terms[0]; }
  constexpr const index_use& destination_index(int r) const { return index_at(s_->at + r); }
  constexpr int destination_rank() const { return t_.rank(s_->tensor); }
  constexpr void attach(const ir::node& n) {
    const ir::node_id id = put(p_.nodes, n);
    if (!overflows_) ir::attach(p_, id, open_.empty() ? ir::none : open_.back().node);
  }
  constexpr void open(const index_use& u) {
    ir::node n;
    n.is_scope = true;
    n.label = ir::fresh_name(p_, u.label);
    n.trips =
        u.range.is_constant() ? ir::constant_extent(u.range.value) : ir::symbol_extent(symbol_of(u.range));
    attach(n);
    put(open_, {u.label, static_cast<ir::node_id>(p_.nodes.size() - 1)});
  }
  constexpr int open_count() const { return open_.size(); }
  constexpr void close_down_to(int count) {
    while (open_.size() > count) open_.pop();
  }
  constexpr ir::node_id find(name index) const {
    for (const open_scope& o : open_)
      if (o.index == index) return o.node;
    return ir::none;
  }

  // Accesses and expressions.
  constexpr ir::affine affine_of(const subscript& s) const {
    ir::affine a = ir::constant_index(s.constant);
    for (const index_use& u : s.terms) a.add(find(u.label), u.coefficient);
    return a;
  }
  constexpr ir::access access_at(int buffer, int at, int count) const {
    ir::access a;
    a.buffer = static_cast<std::int16_t>(buffer);
    for (int r = 0; r < count; ++r) a.index.push(affine_of(t_.subscripts[at + r]));
    return a;
  }
  constexpr ir::access destination() const {
    return access_at(buffer_of_tensor_[s_->tensor], s_->at, destination_rank());
  }
  constexpr ir::access access_of_reduction(tree_id reduction) const {
    ir::access a;
    a.buffer = static_cast<std::int16_t>(buffer_of_reduction_[reduction] - 1);
    for (int r = 0; r < destination_rank(); ++r)
      if (t_.uses(reduction, destination_index(r).label))
        a.index.push(ir::index_of(find(destination_index(r).label)));
    return a;
  }
  constexpr ir::expression_id put_expression(tree_id id) {
    const tree_node& n = t_.nodes[id];
    ir::expression x;
    x.type = n.type;
    if (n.reduces) {
      x.what = ir::function::load;
      x.access = put(p_.accesses, access_of_reduction(id));
      return put(p_.expressions, x);
    }
    x.what = n.what;
    x.number = n.number;
    for (int o = 0; o < ir::operand_count(n.what); ++o) x.operands[o] = put_expression(n.operands[o]);
    if (n.what == ir::function::load || n.what == ir::function::index) {
      const int buffer = n.tensor < 0 ? -1 : buffer_of_tensor_[n.tensor];
      x.access = put(p_.accesses, access_at(buffer, n.at, t_.subscript_count(n)));
    }
    return put(p_.expressions, x);
  }
  constexpr ir::expression_id put_constant(ir::element type, double number) {
    ir::expression x;
    x.type = type;
    x.number = number;
    return put(p_.expressions, x);
  }
  // The value that changes nothing in a reduction.
  constexpr ir::expression_id put_neutral(ir::update how, ir::element type) {
    if (how == ir::update::add) return put_constant(type, 0);
    if (how == ir::update::multiply) return put_constant(type, 1);
    const bool is_max = how == ir::update::max || how == ir::update::max_number;
    if (ir::is_float(type)) return put_constant(type, is_max ? -__builtin_inf() : __builtin_inf());
    if (type == ir::element::i32) return put_constant(type, is_max ? -0x1p31 : 0x1p31 - 1);
    // Constants end at 2^53: the lowest i64 is the product of two, the highest -1 - lowest.
    const ir::expression_id lowest =
        put_two(ir::function::multiply, put_constant(type, -0x1p32), put_constant(type, 0x1p31));
    return is_max ? lowest : put_two(ir::function::subtract, put_constant(type, -1), lowest);
  }
  constexpr ir::expression_id put_two(ir::function what, ir::expression_id a, ir::expression_id b) {
    ir::expression x;
    x.what = what;
    x.type = p_.expressions[a].type;
    x.operands[0] = a;
    x.operands[1] = b;
    return put(p_.expressions, x);
  }
  constexpr void put_operation(const ir::access& to, ir::update how, ir::expression_id value) {
    ir::node n;
    n.how = how;
    n.destination = put(p_.accesses, to);
    n.value = value;
    attach(n);
  }

private:
  struct open_scope {
    name index;
    ir::node_id node = ir::none;
  };
  fixed_vector<open_scope, 24> open_;
  std::int16_t buffer_of_tensor_[ir::program::max_buffers]{};
  std::int16_t buffer_of_reduction_[decltype(tree::nodes)::capacity]{};  // the buffer plus 1; 0: none
};

}  // namespace perfdojo::lang
