// SPDX-License-Identifier: Apache-2.0
// The buffers of a plan: strides, and which register buffers become tiles of vector or scalar registers.
#pragma once

#include <perfdojo/exec/plan.hpp>
#include <perfdojo/target/facts.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {
namespace planning {

/// Lanes of the registers that a vector operation works on: those of its destination's type.
constexpr int vector_lanes(const ir::program& p, ir::node_id operation) {
  const ir::access& d = p.accesses[p.nodes[operation].destination];
  const int lanes = target::native_facts.vector_bytes / carrier_bytes(p.buffers[d.buffer].type);
  return lanes < 1 ? 1 : lanes;
}

/// The vectorized scope above an operation, or none.
constexpr ir::node_id vector_scope(const ir::program& p, const plan& l, ir::node_id n) {
  for (; n != ir::none; n = p.nodes[n].parent)
    if (l.nodes[n].vectorized) return n;
  return ir::none;
}

/// Which residence one access allows. Tiles need indices of straight scopes only; vectors lie whole registers apart.
constexpr residence residence_of(const ir::program& p, const plan& l, const ir::access& a,
                                 ir::node_id operation) {
  const ir::node_id v = vector_scope(p, l, operation);
  const int w = vector_lanes(p, operation);
  bool varies = false, aligned = true;
  for (int r = 0; r < a.index.size(); ++r) {
    if (p.buffers[a.buffer].dimensions[r].reused) continue;
    const bool last = r + 1 == a.index.size();
    for (const ir::term& t : a.index[r].terms) {
      if (!l.nodes[t.scope].straight || !ir::is_within(p, operation, t.scope)) return residence::memory;
      if (t.scope == v) {
        varies = true;
        aligned = aligned && last && t.coefficient == 1;
      } else if (last && t.coefficient % w != 0) {
        aligned = false;
      }
    }
    if (last && a.index[r].constant % w != 0) aligned = false;
  }
  if (!varies) return residence::scalar_tile;
  return aligned ? residence::vector_tile : residence::memory;
}

constexpr void plan_residence(const ir::program& p, plan& l, int b) {
  const ir::buffer& buffer = p.buffers[b];
  buffer_plan& q = l.buffers[b];
  if (buffer.where != ir::place::registers) return;
  for (const ir::dimension& d : buffer.dimensions)
    if (d.symbol >= 0 && !d.reused) return;
  bool any = false, tile = true;
  residence all = residence::memory;
  int lanes = 1;
  ir::for_each_node(p, [&](ir::node_id n) {
    const auto see = [&](std::int16_t a) {
      if (p.accesses[a].buffer != b) return;
      const residence r = residence_of(p, l, p.accesses[a], n);
      for (ir::node_id s = p.nodes[n].parent; s != buffer.home && s != ir::none; s = p.nodes[s].parent)
        if (p.nodes[s].kind == ir::scope_kind::parallel) tile = false;
      if (any && r != all) tile = false;
      any = true;
      all = r;
      lanes = vector_lanes(p, n);
    };
    if (p.nodes[n].is_scope) return;
    see(p.nodes[n].destination);
    ir::for_each_leaf(p, p.nodes[n].value, see);
  });
  if (!tile || all == residence::memory) return;
  q.where = all;
  q.in_tile = true;
  if (all == residence::vector_tile) q.row_padding = lanes;
}

/// Constant strides of a private buffer, dense with the last dimension innermost; 0 where an extent further in is
/// known at run time only. Arguments have run-time strides but for the unit stride the caller promises.
constexpr void plan_strides(const ir::program& p, plan& l, int b, bool unit_stride) {
  const ir::buffer& buffer = p.buffers[b];
  buffer_plan& q = l.buffers[b];
  if (!buffer.is_private()) {
    if (unit_stride && buffer.rank() > 0) q.strides[buffer.rank() - 1] = 1;
    return;
  }
  index_t stride = 1;
  for (int r = buffer.rank() - 1; r >= 0; --r) {
    q.strides[r] = stride;
    const ir::dimension& d = buffer.dimensions[r];
    if (d.reused) continue;
    if (d.symbol >= 0 && p.symbols[d.symbol].value < 0) {
      stride = 0;
    } else {
      const index_t count =
          d.symbol < 0 ? d.cap : smaller(d.cap, ceil_div(p.symbols[d.symbol].value, d.step));
      const index_t extent =
          r == buffer.rank() - 1 ? round_up(d.unit * count, q.row_padding) : d.unit * count;
      stride *= extent < 1 ? 1 : extent;
    }
  }
}

/// Elements of a tile buffer. Requires: constant dimensions.
constexpr index_t tile_elements(const ir::program& p, const plan& l, int b) {
  index_t total = 1;
  const ir::buffer& buffer = p.buffers[b];
  for (int r = 0; r < buffer.rank(); ++r) {
    const ir::dimension& d = buffer.dimensions[r];
    if (d.reused) continue;
    total *= r == buffer.rank() - 1 ? round_up(d.unit * d.cap, l.buffers[b].row_padding) : d.unit * d.cap;
  }
  return total;
}

/// Requires: straight and vectorized of all nodes are known.
constexpr void plan_buffers(const ir::program& p, plan& l, std::uint32_t unit_strides) {
  for (int b = 0; b < p.buffers.size(); ++b) {
    const ir::buffer& buffer = p.buffers[b];
    buffer_plan& q = l.buffers[b];
    plan_residence(p, l, b);
    plan_strides(p, l, b, unit_strides >> b & 1);
    q.private_memory = buffer.is_private() && !q.in_tile;
    for (ir::node_id s = buffer.home; s != ir::none; s = p.nodes[s].parent)
      if (p.nodes[s].kind == ir::scope_kind::parallel) {
        q.parallel = s;
        break;
      }
    if (!q.in_tile) continue;
    const int type = tile_slot(buffer.type);
    int& total = q.where == residence::vector_tile ? l.vectors[type] : l.scalars[type];
    q.tile_offset = total;
    total += static_cast<int>(tile_elements(p, l, b) / q.row_padding);
    // Positions of a straight block run one after the other and share the tile of the scope around it.
    ir::node_id owner = buffer.home;
    while (owner != ir::none && l.nodes[owner].straight) owner = p.nodes[owner].parent;
    if (owner == ir::none) {
      l.program_owns_tile = true;
    } else {
      l.nodes[owner].owns_tile = true;
    }
  }
}

}  // namespace planning
}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
