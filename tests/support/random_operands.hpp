// SPDX-License-Identifier: Apache-2.0
// The part of the random generator that makes operands: indices that stay inside, accesses and expressions.
#pragma once

#include <perfdojo/ir/edit.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/same_result.hpp"

namespace support {

// Values stay exact in floats, so that a reduction in another order decides no comparison otherwise: quotients are by powers of two, and
// what functions that round give is never read.
class operand_generator {
public:
  explicit operand_generator(std::uint64_t seed) : dice_(seed) {
    const int sizes = dice_.below(4);
    for (int s = 0; s < sizes; ++s) {
      constexpr std::string_view names[] = {"M", "N", "K"};
      p_.symbols.push({perfdojo::name(names[s]), dice_.chance(20) ? dice_.below(10) : -1});
    }
    p_.label = "random";
    using enum ir::element;
    type_ = dice_.pick({f32, f64, i32, i64});
  }

protected:
  // Room that the rest of a statement, and the copies that moves make, may still need.
  bool has_room() const {
    return p_.nodes.size() < 14 && p_.accesses.size() < 20 && p_.expressions.size() < 26 &&
           p_.buffers.size() < 8;
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
      // Other temporaries are read only where they are made.
      if ((p_.buffers[b].is_private() && !is_filled_[b]) || p_.buffers[b].type != type_ || is_rounded_[b] ||
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
    if (dice_.chance(6) && has_room()) return make_converted_leaf(above);
    return add_load(make_access(parent, false));
  }
  // An element of another type, from a buffer that nothing writes.
  ir::expression_id make_converted_leaf(const ir::ancestor_list& above) {
    using enum ir::element;
    const ir::element own = type_;
    type_ = dice_.pick({f32, f64, i32, i64, i8, u8, bf16});
    const ir::expression_id load = add_load(new_access(above, false));
    type_ = own;
    return p_.expressions[load].type == own ? load : make(ir::function::convert, own, load);
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
    if (dice_.chance(5)) return make(divide, type_, a, add_constant(dice_.pick({-2, 2, 4}), type_));
    if (dice_.chance(10)) return make(fma, type_, a, b, add_constant(dice_.between(-1, 1), type_));
    return make(dice_.pick({add, add, subtract, multiply, max, min}), type_, a, b);
  }

  dice dice_;
  ir::program p_;
  ir::element type_ = ir::element::f32;
  bool is_output_[ir::program::max_buffers]{};
  bool is_rounded_[ir::program::max_buffers]{};
  bool is_filled_[ir::program::max_buffers]{};  // a temporary that anything may read
};

}  // namespace support
