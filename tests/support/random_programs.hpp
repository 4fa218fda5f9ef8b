// SPDX-License-Identifier: Apache-2.0
// random_program: a seeded generator of programs that the laws are tested on.
#pragma once

#include <perfdojo/ir/edit.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/same_result.hpp"

namespace support {

/// Makes programs as lowering and a few moves would: nests that several statements may share, affine accesses with
/// offsets and strides, reductions, dependences from one iteration to the next under first and later, selects,
/// temporaries that are filled before they are read, run-time and constant extents, all element types.
/// Every index stays inside its buffer, and no value depends on an element that was not written.
class program_generator {
public:
  explicit program_generator(std::uint64_t seed) : dice_(seed) {
    const int sizes = dice_.below(4);
    for (int s = 0; s < sizes; ++s) {
      constexpr std::string_view names[] = {"M", "N", "K"};
      p_.symbols.push({perfdojo::name(names[s]), dice_.chance(20) ? dice_.below(10) : -1});
    }
    p_.label = "random";
    using enum ir::element;
    type_ = dice_.pick({f32, f64, i32, i64});
  }

  ir::program make() {
    const int nests = dice_.between(1, 3);
    for (int i = 0; i < nests; ++i) make_body(ir::none, 0);
    if (p_.nodes.empty()) make_operation(ir::none);
    order_buffers();
    return ir::canonical(p_);
  }

private:
  // Room that the rest of a statement, and the copies that moves make, may still need.
  bool has_room() const {
    return p_.nodes.size() < 14 && p_.accesses.size() < 20 && p_.expressions.size() < 26 &&
           p_.buffers.size() < 8;
  }

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

  // An index for a new dimension, and the dimension that just holds it.
  std::pair<ir::affine, ir::dimension> make_index(const ir::ancestor_list& above) {
    ir::affine a;
    ir::dimension d;
    const int count = above.scopes.size();
    if (count == 0 || dice_.chance(10)) {
      a.constant = dice_.below(3);
      d.cap = a.constant + 1 + dice_.below(2);
      return {a, d};
    }
    const ir::node_id s = above.scopes[dice_.below(count)];
    if (p_.nodes[s].trips.has_bound()) {
      d.symbol = p_.nodes[s].trips.symbol;
      d.cap = ir::unbounded;
      d.unit = dice_.chance(75) ? 1 : dice_.between(2, 3);
      a.add(s, d.unit);
      a.constant = dice_.below(d.unit);
      return {a, d};
    }
    index_t least = 0, most = 0;
    for (const ir::node_id n : above.scopes) {
      if (p_.nodes[n].trips.has_bound() || (n != s && dice_.chance(75))) continue;
      const index_t coefficient = dice_.chance(70) ? 1 : dice_.chance(50) ? 2 : -1;
      a.add(n, coefficient);
      (coefficient < 0 ? least : most) += coefficient * (p_.nodes[n].trips.cap - 1);
    }
    a.constant = dice_.below(3) - least;
    d.cap = a.constant + most + 1 + dice_.below(2);
    return {a, d};
  }

  // An index into an existing dimension, or false if none was found.
  bool fit_index(const ir::ancestor_list& above, const ir::dimension& d, ir::affine& a) {
    for (int attempt = 0; attempt < 4; ++attempt) {
      const auto [index, own] = make_index(above);
      a = index;
      if (d.symbol < 0 ? own.symbol < 0 && own.cap <= d.cap : own.symbol == d.symbol && own.unit == d.unit)
        return true;
    }
    return false;
  }

  std::int16_t new_access(const ir::ancestor_list& above, bool is_output) {
    ir::buffer b;
    const std::string_view letters = "abcdefgh";
    b.label = perfdojo::name(letters.substr(static_cast<std::size_t>(p_.buffers.size()) % 8, 1));
    b.type = type_;
    ir::access x;
    x.buffer = static_cast<std::int16_t>(p_.buffers.size());
    const int rank = dice_.chance(10) ? 0 : dice_.between(1, 3);
    for (int r = 0; r < rank; ++r) {
      const auto [index, dimension] = make_index(above);
      b.dimensions.push(dimension);
      x.index.push(index);
    }
    p_.buffers.push(b);
    is_output_[x.buffer] = is_output;
    return static_cast<std::int16_t>(p_.accesses.push(x));
  }
  // An access to a buffer that exists or to a new one.
  std::int16_t make_access(ir::node_id parent, bool is_output) {
    const ir::ancestor_list above = above_body(parent);
    for (int attempt = 0; attempt < 3 && !p_.buffers.empty(); ++attempt) {
      const int b = dice_.below(p_.buffers.size());
      // Temporaries are read only where make_temporary says so.
      if (p_.buffers[b].is_private() || p_.buffers[b].type != type_ ||
          (is_output && !is_output_[b] && dice_.chance(70)))
        continue;
      ir::access x;
      x.buffer = static_cast<std::int16_t>(b);
      bool fits = true;
      for (const ir::dimension& d : p_.buffers[b].dimensions) {
        ir::affine a;
        fits = fits && fit_index(above, d, a);
        x.index.push(a);
      }
      if (fits) return static_cast<std::int16_t>(p_.accesses.push(x));
    }
    if (p_.buffers.size() >= 8) return fallback_access();
    return new_access(above, is_output);
  }
  // Element [] of a scalar, which fits everywhere.
  std::int16_t fallback_access() {
    int b = p_.find_buffer("scalar");
    if (b < 0) {
      ir::buffer x;
      x.label = "scalar";
      x.type = type_;
      b = p_.buffers.push(x);
    }
    ir::access x;
    x.buffer = static_cast<std::int16_t>(b);
    return static_cast<std::int16_t>(p_.accesses.push(x));
  }

  // The scopes whose indices a statement directly below parent may use.
  ir::ancestor_list above_body(ir::node_id parent) const {
    ir::ancestor_list list;
    if (parent == ir::none) return list;
    list = ir::ancestors(p_, parent);
    list.scopes.push(parent);
    return list;
  }

  ir::expression_id make(ir::function what, ir::element type, ir::expression_id a = -1,
                         ir::expression_id b = -1, ir::expression_id c = -1) {
    ir::expression e;
    e.what = what;
    e.type = type;
    e.operands[0] = a;
    e.operands[1] = b;
    e.operands[2] = c;
    return static_cast<ir::expression_id>(p_.expressions.push(e));
  }
  ir::expression_id add_constant(double value, ir::element type) {
    const ir::expression_id e = make(ir::function::constant, type);
    p_.expressions[e].number = value;
    return e;
  }
  ir::expression_id add_load(std::int16_t a) {
    const ir::expression_id e = make(ir::function::load, p_.buffers[p_.accesses[a].buffer].type);
    p_.expressions[e].access = a;
    return e;
  }

  ir::expression_id make_leaf(ir::node_id parent) {
    if (dice_.chance(20)) return add_constant(dice_.between(-2, 2), type_);
    const ir::ancestor_list above = above_body(parent);
    if (!above.scopes.empty() && dice_.chance(10)) {
      ir::access x;
      x.index.push(make_index(above).first);
      const ir::expression_id e = make(ir::function::index, dice_.chance(50) ? type_ : ir::element::i64);
      p_.expressions[e].access = static_cast<std::int16_t>(p_.accesses.push(x));
      return p_.expressions[e].type == type_ ? e : make(ir::function::convert, type_, e);
    }
    return add_load(make_access(parent, false));
  }
  ir::expression_id make_expression(ir::node_id parent, int depth) {
    using enum ir::function;
    if (depth == 0 || !has_room() || dice_.chance(25)) return make_leaf(parent);
    const ir::expression_id a = make_expression(parent, depth - 1);
    if (dice_.chance(15)) return make(dice_.chance(50) ? negate : absolute, type_, a);
    const ir::expression_id b = make_leaf(parent);
    if (dice_.chance(15)) {
      const ir::expression_id zero = add_constant(dice_.below(2), type_);
      const ir::expression_id test = make(dice_.chance(50) ? less : not_equal, ir::element::boolean, a, zero);
      return make(select, type_, test, b, add_constant(dice_.between(-1, 1), type_));
    }
    if (dice_.chance(10)) return make(fma, type_, a, b, add_constant(dice_.between(-1, 1), type_));
    return make(dice_.pick({add, add, subtract, multiply, max, min}), type_, a, b);
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
    constexpr ir::update kinds[] = {ir::update::assign,    ir::update::assign, ir::update::add,
                                    ir::update::add,       ir::update::max,    ir::update::min,
                                    ir::update::max_number};
    const ir::update how = kinds[dice_.below(7)];
    const std::int16_t destination = make_access(parent, true);
    is_output_[p_.accesses[destination].buffer] = true;
    const ir::node_id n = attach_operation(parent, how, destination, make_expression(parent, 2));
    if (dice_.chance(15)) add_condition(n);
    if (dice_.chance(15)) make_recurrence(parent);
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

  dice dice_;
  ir::program p_;
  ir::element type_ = ir::element::f32;
  bool is_output_[ir::program::max_buffers]{};
};

inline ir::program random_program(std::uint64_t seed) { return program_generator(seed).make(); }

}  // namespace support
