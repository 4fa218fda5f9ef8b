// SPDX-License-Identifier: Apache-2.0
// Which tensor scopes the executor runs as one instruction per register. All others are loops, which do the same.
#pragma once

#include <perfdojo/analysis/strides.hpp>
#include <perfdojo/exec/plan_buffers.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {
namespace planning {

/// The load that expression e widens, or -1.
constexpr int widened_load(const ir::program& p, ir::expression_id e) {
  const ir::expression& x = p.expressions[e];
  if (x.what != ir::function::convert || p.expressions[x.operands[0]].what != ir::function::load) return -1;
  return p.expressions[x.operands[0]].access;
}

/// The operands of an operation that sums products of narrow elements, as accesses: one that all lanes of scope v share and one with a
/// group of neighbours, along scope k, for each lane. -1: none.
struct dot_operands {
  int shared = -1, grouped = -1;
};
constexpr dot_operands find_dot(const ir::program& p, ir::node_id v, std::uint32_t unit_strides) {
  const ir::node_id k = p.nodes[v].first_child;
  if (k == ir::none || p.nodes[k].kind != ir::scope_kind::tensor || p.nodes[k].next != ir::none) return {};
  const ir::node_id operation = p.nodes[k].first_child;
  if (operation == ir::none || p.nodes[operation].is_scope || p.nodes[operation].next != ir::none) return {};
  const ir::node& o = p.nodes[operation];
  if (o.how != ir::update::add || p.expressions[o.value].what != ir::function::multiply) return {};
  if (!p.nodes[v].trips.is_constant() || !p.nodes[k].trips.is_constant()) return {};
  if (p.nodes[v].trips.cap % vector_lanes(p, operation) != 0) return {};
  const ir::expression& product = p.expressions[o.value];
  const int a = widened_load(p, product.operands[0]), b = widened_load(p, product.operands[1]);
  if (a < 0 || b < 0) return {};
  const auto stride = [&](int access, ir::node_id s) {
    const ir::access& x = p.accesses[access];
    const bool unit = (unit_strides >> x.buffer & 1) != 0;
    const bool in_registers = p.buffers[x.buffer].where == ir::place::registers;
    const auto known = analysis::stride_along(p, x, s, unit);
    return known && !in_registers ? *known : index_t(-1);
  };
  const index_t terms = p.nodes[k].trips.cap;
  const ir::access& d = p.accesses[o.destination];
  bool varies = false;
  for (int r = 0; r < d.index.size(); ++r) {
    if (p.buffers[d.buffer].dimensions[r].reused) continue;
    if (d.index[r].coefficient(k) != 0) return {};
    varies = varies || d.index[r].coefficient(v) != 0;
  }
  if (!varies) return {};
  const auto fits = [&](int shared, int grouped) {
    const ir::element left = p.buffers[p.accesses[shared].buffer].type,
                      right = p.buffers[p.accesses[grouped].buffer].type;
    const bool dot4 = left == ir::element::u8 && right == ir::element::i8 && product.type == ir::element::i32;
    const bool dot2 =
        left == ir::element::bf16 && right == ir::element::bf16 && product.type == ir::element::f32;
    return ((dot4 && terms == 4) || (dot2 && terms == 2)) && stride(shared, v) == 0 &&
           stride(shared, k) == 1 && stride(grouped, v) == terms && stride(grouped, k) == 1;
  };
  if (fits(a, b)) return {a, b};
  if (fits(b, a)) return {b, a};
  return {};
}

}  // namespace planning
}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
