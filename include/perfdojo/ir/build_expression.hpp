// SPDX-License-Identifier: Apache-2.0
// Functions that put one expression into the pool of a program, for moves that write new values.
#pragma once

#include <perfdojo/ir/program.hpp>

namespace perfdojo::ir {

constexpr expression_id build_constant(program& p, element type, double number) {
  expression x;
  x.type = type;
  x.number = number;
  return static_cast<expression_id>(p.expressions.push(x));
}

constexpr expression_id build_load(program& p, const access& from) {
  expression x;
  x.what = function::load;
  x.type = p.buffers[from.buffer].type;
  x.access = static_cast<std::int16_t>(p.accesses.push(from));
  return static_cast<expression_id>(p.expressions.push(x));
}

/// The value of an index as a number.
constexpr expression_id build_index(program& p, element type, const affine& value) {
  access a;
  a.index.push(value);
  expression x;
  x.what = function::index;
  x.type = type;
  x.access = static_cast<std::int16_t>(p.accesses.push(a));
  return static_cast<expression_id>(p.expressions.push(x));
}

/// f of operands that are in the pool; a comparison is boolean, select has the type of its second operand, and all others that of their
/// first. (Not for convert, whose type is its own.)
constexpr expression_id build(program& p, function f, expression_id a, expression_id b = -1,
                              expression_id c = -1) {
  expression x;
  x.what = f;
  x.type = is_comparison(f) ? element::boolean : p.expressions[f == function::select ? b : a].type;
  x.operands[0] = a;
  x.operands[1] = b;
  x.operands[2] = c;
  return static_cast<expression_id>(p.expressions.push(x));
}

/// `destination (how) value` as a detached node.
constexpr node_id build_operation(program& p, const access& destination, update how, expression_id value) {
  node x;
  x.how = how;
  x.destination = static_cast<std::int16_t>(p.accesses.push(destination));
  x.value = value;
  return static_cast<node_id>(p.nodes.push(x));
}

}  // namespace perfdojo::ir
