// SPDX-License-Identifier: Apache-2.0
// packed_value: which part of an expression a computed copy of a buffer may store.
#pragma once

#include <perfdojo/ir/walk.hpp>

#include <bit>
#include <cstdint>

namespace perfdojo::detail {

/// The access of the load of buffer b in expression e, the last one if there are several; -1 if there is none.
constexpr std::int16_t load_in(const ir::program& p, ir::expression_id e, int b) {
  std::int16_t access = -1;
  ir::for_each_leaf(p, e, [&](std::int16_t a) {
    if (p.accesses[a].buffer == b) access = a;
  });
  return access;
}

/// Adds the number of expressions at and below e, and of the accesses in them.
constexpr void count_expression(const ir::program& p, ir::expression_id e, int& accesses, int& expressions) {
  if (e < 0) return;
  const ir::expression& x = p.expressions[e];
  for (int i = 0; i < ir::operand_count(x.what); ++i)
    count_expression(p, x.operands[i], accesses, expressions);
  ++expressions;
  accesses += x.access >= 0 ? 1 : 0;
}

/// The same functions and constants on loads of the same buffers?
constexpr bool equal_expressions(const ir::program& p, ir::expression_id a, ir::expression_id b) {
  const ir::expression &x = p.expressions[a], &y = p.expressions[b];
  if (x.what != y.what || x.type != y.type) return false;
  if (std::bit_cast<std::uint64_t>(x.number) != std::bit_cast<std::uint64_t>(y.number)) return false;
  if ((x.access >= 0) != (y.access >= 0)) return false;
  if (x.access >= 0 && p.accesses[x.access].buffer != p.accesses[y.access].buffer) return false;
  for (int i = 0; i < ir::operand_count(x.what); ++i)
    if (!equal_expressions(p, x.operands[i], y.operands[i])) return false;
  return true;
}

constexpr bool is_written(const ir::program& p, int b) {
  for (const ir::node& x : p.nodes)
    if (!x.is_scope && x.how != ir::update::prefetch && p.accesses[x.destination].buffer == b) return true;
  return false;
}

/// Is e made of one load of buffer b, constants and scalar arguments that nobody writes, so that its value depends on the element only,
/// and defined for every element? The copy may evaluate it for elements that the program does not read.
constexpr bool is_packed_value(const ir::program& p, ir::expression_id e, int b) {
  if (p.expressions[e].type == ir::element::boolean) return false;
  int loads = 0;
  bool right = true;
  const auto visit = [&](auto&& self, ir::expression_id i) -> void {
    const ir::expression& x = p.expressions[i];
    for (int o = 0; o < ir::operand_count(x.what); ++o) self(self, x.operands[o]);
    const bool to_integer = x.what == ir::function::convert && !ir::is_float(x.type) &&
                            ir::is_float(p.expressions[x.operands[0]].type);
    if (to_integer || (x.what == ir::function::divide && !ir::is_float(x.type))) right = false;
    if (x.access < 0) return;
    const ir::access& a = p.accesses[x.access];
    if (a.buffer == b) {
      ++loads;
    } else if (a.buffer < 0 || !a.index.empty() || p.buffers[a.buffer].is_private() ||
               is_written(p, a.buffer)) {
      right = false;
    }
  };
  visit(visit, e);
  return right && loads == 1;
}

/// Is e no more than a narrow element (i8, u8, bf16) in a wider type? A copy of that would take more memory for no work that it saves.
constexpr bool only_widens(const ir::program& p, ir::expression_id e) {
  const ir::expression& x = p.expressions[e];
  if (x.what != ir::function::convert || ir::is_narrow(x.type)) return false;
  const ir::expression& narrow = p.expressions[x.operands[0]];
  return narrow.what == ir::function::load && ir::is_narrow(narrow.type);
}

/// Does the load of buffer b stand in a branch of a select below e?
constexpr bool branch_holds_load(const ir::program& p, ir::expression_id e, int b) {
  const ir::expression& x = p.expressions[e];
  for (int i = 0; i < ir::operand_count(x.what); ++i) {
    if (x.what == ir::function::select && i > 0 && load_in(p, x.operands[i], b) >= 0) return true;
    if (branch_holds_load(p, x.operands[i], b)) return true;
  }
  return false;
}

/// Calls f(expression, in_branch) for each expression below e that is to be stored: the largest is_packed_value, or the load alone if
/// not `computed`. in_branch: it stands in a branch of a select, and may not be evaluated.
template <class F>
constexpr void for_each_packed(const ir::program& p, ir::expression_id e, int b, bool computed, F&& f,
                               bool in_branch = false) {
  if (e < 0) return;
  const ir::expression& x = p.expressions[e];
  if (x.what == ir::function::load) {
    if (p.accesses[x.access].buffer == b) f(e, in_branch);
    return;
  }
  if (computed && !only_widens(p, e) && is_packed_value(p, e, b)) {
    f(e, in_branch || branch_holds_load(p, e, b));
    return;
  }
  for (int i = 0; i < ir::operand_count(x.what); ++i)
    for_each_packed(p, x.operands[i], b, computed, f, in_branch || (x.what == ir::function::select && i > 0));
}

}  // namespace perfdojo::detail
