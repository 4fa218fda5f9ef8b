// SPDX-License-Identifier: Apache-2.0
// random_program: a seeded generator of programs that the laws are tested on.
#pragma once

#include "support/random_operands.hpp"

namespace support {

/// Makes programs as lowering and a few moves would: nests that several statements may share, affine accesses with
/// offsets and strides, reductions, dependences from one iteration to the next under first and later, selects,
/// temporaries that are filled before they are read, run-time and constant extents, all element types.
/// Every index stays inside its buffer, and no value depends on an element that was not written.
class program_generator : operand_generator {
public:
  explicit program_generator(std::uint64_t seed) : operand_generator(seed) {}

  ir::program make_program() {
    if (dice_.chance(30)) make_filled_temporary();
    const int nests = dice_.between(1, 3);
    for (int i = 0; i < nests; ++i) make_body(ir::none, 0);
    if (p_.nodes.empty()) make_operation(ir::none);
    order_buffers();
    return ir::canonical(p_);
  }

private:
  // One to three children below parent.
  void make_body(ir::node_id parent, int depth) {
    const int children = depth == 0 ? 1 : dice_.chance(60) ? 1 : dice_.between(2, 3);
    for (int i = 0; i < children && (i == 0 || has_room()); ++i) {
      if (depth < 3 && has_room() && dice_.chance(depth == 0 ? 90 : depth == 1 ? 60 : 40)) {
        make_body(make_scope(parent), depth + 1);
      } else if (depth > 0 && has_room() && dice_.chance(35)) {
        make_temporary(parent);
      } else {
        make_operation(parent);
      }
    }
  }

  ir::node_id make_scope(ir::node_id parent) {
    constexpr std::string_view letters[] = {"i", "j", "k", "l"};
    ir::node s;
    s.is_scope = true;
    s.label = ir::fresh_name(p_, perfdojo::name(letters[ir_depth(parent)]));
    if (p_.symbols.empty() || dice_.chance(40)) {
      s.trips = ir::constant_extent(dice_.pick({1, 2, 3, 4, 5, 6, 8, 12}));
    } else {
      s.trips = ir::symbol_extent(dice_.below(p_.symbols.size()));
    }
    const ir::node_id id = static_cast<ir::node_id>(p_.nodes.push(s));
    ir::attach(p_, id, parent);
    if (dice_.chance(5)) add_condition(id);
    return id;
  }
  int ir_depth(ir::node_id n) const { return n == ir::none ? 0 : ir::depth(p_, n) + 1; }

  void add_condition(ir::node_id n) {
    const auto above = ir::ancestors(p_, n).scopes;
    if (above.empty()) return;
    p_.nodes[n].when = {above[dice_.below(above.size())], dice_.chance(50)};
  }

  ir::node_id attach_operation(ir::node_id parent, ir::update how, std::int16_t destination,
                               ir::expression_id value) {
    ir::node n;
    n.how = how;
    n.destination = destination;
    n.value = value;
    const ir::node_id id = static_cast<ir::node_id>(p_.nodes.push(n));
    ir::attach(p_, id, parent);
    return id;
  }

  void make_operation(ir::node_id parent) {
    constexpr ir::update kinds[] = {ir::update::assign,     ir::update::assign,    ir::update::add,
                                    ir::update::add,        ir::update::max,       ir::update::min,
                                    ir::update::max_number, ir::update::min_number};
    if (dice_.chance(7)) return make_product(parent);
    const ir::update how = kinds[dice_.below(8)];
    const std::int16_t destination = make_access(parent, true);
    is_output_[p_.accesses[destination].buffer] = true;
    const ir::node_id n = attach_operation(parent, how, destination, make_expression(parent, 2));
    if (dice_.chance(15)) add_condition(n);
    if (dice_.chance(15)) make_recurrence(parent);
    if (dice_.chance(8)) make_narrow_copy(parent);
    if (dice_.chance(25)) make_rounded(parent);
  }

  // p *= x. Integers wrap; of floating-point numbers the factors are 1 and -1, so that products are exact in any order.
  void make_product(ir::node_id parent) {
    const std::int16_t destination = make_access(parent, true);
    is_output_[p_.accesses[destination].buffer] = true;
    ir::expression_id factor = make_leaf(parent);
    if (is_float(type_)) {
      const ir::expression_id is_less =
          make(ir::function::less, ir::element::boolean, factor, add_constant(dice_.between(0, 1), type_));
      const ir::expression_id minus = add_constant(-1, type_);
      factor = make(ir::function::select, type_, is_less, minus, add_constant(1, type_));
    }
    attach_operation(parent, ir::update::multiply, destination, factor);
  }

  // A function that rounds, into a buffer of its own that nothing reads: comparisons of exact values stay what they are.
  void make_rounded(ir::node_id parent) {
    if (!is_float(type_) || !has_room() || p_.buffers.size() >= 8) return;
    const std::int16_t to = new_access(above_body(parent), true);
    is_rounded_[p_.accesses[to].buffer] = true;
    using enum ir::function;
    const auto size_of = [&](ir::expression_id e) { return make(absolute, type_, e); };
    const auto above_zero = [&](ir::expression_id e) {
      return make(add, type_, size_of(e), add_constant(1, type_));
    };
    const auto decay = [&](ir::expression_id e) { return make(exp, type_, make(negate, type_, size_of(e))); };
    const auto rounded = [&](ir::expression_id x) {
      switch (dice_.below(6)) {
        case 0:
          return make(dice_.chance(50) ? tanh : erf, type_, x);
        case 1:
          return make(dice_.chance(50) ? log : rsqrt, type_, above_zero(x));
        case 2:
          return make(divide, type_, x, above_zero(make_leaf(parent)));
        case 3:
          return decay(x);
        case 4:
          return make(multiply, type_, decay(x), decay(make_leaf(parent)));
        default:
          return make(divide, type_, x, make(sqrt, type_, above_zero(make_leaf(parent))));
      }
    };
    const ir::expression_id value = rounded(make_leaf(parent));
    attach_operation(parent, dice_.pick({ir::update::assign, ir::update::add, ir::update::max}), to, value);
  }

  // A value in fewer bits, in a buffer of its own: narrow elements are only assigned.
  void make_narrow_copy(ir::node_id parent) {
    if (!has_room() || p_.buffers.size() >= 8) return;
    const ir::element own = type_;
    type_ = dice_.pick({ir::element::i8, ir::element::u8, ir::element::bf16});
    const std::int16_t to = new_access(above_body(parent), true);
    const ir::element narrow = type_;
    type_ = own;
    attach_operation(parent, ir::update::assign, to, make(ir::function::convert, narrow, make_leaf(parent)));
  }

  // r[i] = ... for the first i, and later r[i] from r[i-1].
  void make_recurrence(ir::node_id parent) {
    if (parent == ir::none || !has_room()) return;
    const ir::ancestor_list above = above_body(parent);
    const ir::node_id s = above.scopes[dice_.below(above.scopes.size())];
    const ir::extent& e = p_.nodes[s].trips;
    ir::buffer b;
    b.label = p_.find_buffer("r") < 0 ? "r" : "q";
    if (p_.find_buffer(b.label) >= 0) return;
    b.type = type_;
    b.dimensions.push({e.cap, e.symbol, 1, 1, false});
    ir::access here;
    here.buffer = static_cast<std::int16_t>(p_.buffers.push(b));
    here.index.push(ir::index_of(s));
    ir::access previous = here;
    previous.index[0].constant = -1;
    const auto access = [&](const ir::access& x) { return static_cast<std::int16_t>(p_.accesses.push(x)); };
    const ir::node_id start = attach_operation(parent, ir::update::assign, access(here), make_leaf(parent));
    p_.nodes[start].when = {s, true};
    const ir::expression_id old = add_load(access(previous));
    const ir::expression_id next =
        make(dice_.chance(50) ? ir::function::add : ir::function::max, type_, old, make_leaf(parent));
    const ir::node_id later = attach_operation(parent, ir::update::assign, access(here), next);
    p_.nodes[later].when = {s, false};
  }

  // A temporary of the whole program: a nest of its own fills it, and everything behind may read and update it.
  void make_filled_temporary() {
    ir::buffer b;
    b.label = "w";
    b.type = type_;
    b.where = ir::place::heap;
    ir::access whole;
    whole.buffer = static_cast<std::int16_t>(p_.buffers.size());
    ir::node_id parent = ir::none;
    for (int r = dice_.between(1, 2); r > 0; --r) {
      parent = make_scope(parent);
      p_.nodes[parent].when = {};
      const ir::extent& e = p_.nodes[parent].trips;
      b.dimensions.push({e.cap, e.symbol, 1, 1, false});
      whole.index.push(ir::index_of(parent));
    }
    p_.buffers.push(b);
    const auto destination = static_cast<std::int16_t>(p_.accesses.push(whole));
    attach_operation(parent, ir::update::assign, destination, make_expression(parent, 1));
    is_filled_[whole.buffer] = true;
  }

  // t[] = ..., perhaps t[] += ... in a scope of its own, then y = f(t): a temporary of one iteration of parent, or of the whole
  // nest if it is indexed by all scopes above.
  void make_temporary(ir::node_id parent) {
    const ir::ancestor_list above = above_body(parent);
    ir::buffer b;
    b.label = p_.find_buffer("t") < 0 ? "t" : "u";
    if (p_.find_buffer(b.label) >= 0) return make_operation(parent);
    b.type = type_;
    b.where = dice_.chance(50) ? ir::place::heap : ir::place::stack;
    ir::access t;
    t.buffer = static_cast<std::int16_t>(p_.buffers.size());
    if (dice_.chance(60)) {
      b.where = ir::place::heap;
      for (const ir::node_id s : above.scopes) {
        const ir::extent& e = p_.nodes[s].trips;
        b.dimensions.push({e.cap, e.symbol, 1, 1, false});
        t.index.push(ir::index_of(s));
      }
      if (dice_.chance(30)) b.home = above.scopes[dice_.below(above.scopes.size())];
    } else {
      b.home = parent;
    }
    p_.buffers.push(b);
    const auto access = [&] { return static_cast<std::int16_t>(p_.accesses.push(t)); };
    attach_operation(parent, ir::update::assign, access(), make_expression(parent, 1));
    if (dice_.chance(50)) {
      const ir::node_id s = make_scope(parent);
      p_.nodes[s].when = {};
      attach_operation(s, dice_.chance(70) ? ir::update::add : ir::update::max, access(),
                       make_expression(s, 1));
    }
    const ir::expression_id use = make(ir::function::add, type_, add_load(access()), make_leaf(parent));
    const std::int16_t destination = make_access(parent, true);
    is_output_[p_.accesses[destination].buffer] = true;
    attach_operation(parent, dice_.chance(60) ? ir::update::assign : ir::update::add, destination, use);
  }

  // Arguments first; accesses follow.
  void order_buffers() {
    ir::program q = p_;
    q.buffers.clear();
    std::int16_t moved[ir::program::max_buffers]{};
    for (const bool is_private : {false, true}) {
      for (int b = 0; b < p_.buffers.size(); ++b)
        if (p_.buffers[b].is_private() == is_private)
          moved[b] = static_cast<std::int16_t>(q.buffers.push(p_.buffers[b]));
    }
    for (ir::access& a : q.accesses)
      if (a.buffer >= 0) a.buffer = moved[a.buffer];
    p_ = q;
  }
};

inline ir::program random_program(std::uint64_t seed) { return program_generator(seed).make_program(); }

}  // namespace support
