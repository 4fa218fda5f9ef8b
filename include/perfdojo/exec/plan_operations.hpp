// SPDX-License-Identifier: Apache-2.0
// The operations of a plan: accesses split at the straight block, guards with their keys.
#pragma once

#include <perfdojo/exec/plan.hpp>
#include <perfdojo/exec/plan_tensors.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {
namespace planning {

/// Splits an affine form at the root of a straight block. `scale` multiplies it, `lane_scope` is the vector scope.
constexpr void accumulate(const ir::program& p, plan& l, const ir::affine& a, index_t scale,
                          const operation_plan& o, int root_depth, split_linear& out) {
  out.outside.offset += scale * a.constant;
  for (const ir::term& t : a.terms) {
    const node_plan& s = l.nodes[t.scope];
    const index_t c = scale * t.coefficient;
    if (s.depth >= root_depth && (o.above >> t.scope & 1) && p.nodes[t.scope].is_scope &&
        l.nodes[t.scope].straight) {
      if (s.vectorized) {
        out.lane += c;
        out.inside[s.depth - root_depth] += c * o.lane_count;
      } else {
        out.inside[s.depth - root_depth] += c;
      }
      continue;
    }
    int at = 0;
    while (at < out.outside.count && out.outside.depth[at] != s.depth) ++at;
    if (at == out.outside.count) {
      if (out.outside.count >= linear::max_terms)
        return l.exceed(plan_limit::outer_scopes_in_one_index, linear::max_terms, o.node);
      out.outside.depth[out.outside.count++] = s.depth;
    }
    out.outside.coefficient[at] += c;
  }
}

/// Does any operation write the buffer?
constexpr bool is_written(const ir::program& p, int b) {
  for (const ir::node& n : p.nodes)
    if (!n.is_scope && n.how != ir::update::prefetch && p.accesses[n.destination].buffer == b) return true;
  return false;
}

constexpr access_plan plan_access(const ir::program& p, plan& l, const ir::access& a, const operation_plan& o,
                                  int root_depth) {
  access_plan x;
  x.buffer = a.buffer;
  if (a.buffer < 0) {
    x.type = ir::element::i64;
    accumulate(p, l, a.index[0], 1, o, root_depth, x.constant_part);
    x.varies = x.constant_part.lane != 0;
    return x;
  }
  const ir::buffer& b = p.buffers[a.buffer];
  const buffer_plan& q = l.buffers[a.buffer];
  x.type = b.type;
  x.where = q.where;
  x.uniform = !b.is_private() && b.rank() == 0 && !is_written(p, a.buffer);
  index_t unit = 1;
  for (int r = 0; r < a.index.size(); ++r) {
    if (b.dimensions[r].reused) continue;
    if (q.strides[r] != 0) {
      accumulate(p, l, a.index[r], q.strides[r], o, root_depth, x.constant_part);
    } else {
      access_plan::run_time_part part;
      part.dimension = r;
      accumulate(p, l, a.index[r], 1, o, root_depth, part.index);
      if (part.index.lane != 0) x.varies = true;
      x.run_time[x.run_time_count++] = part;
    }
  }
  if (x.constant_part.lane != 0) x.varies = true;
  x.contiguous = x.constant_part.lane == 1;
  for (int i = 0; i < x.run_time_count; ++i)
    if (x.run_time[i].index.lane != 0) x.contiguous = false;
  if (x.where == residence::vector_tile) unit = o.lane_count;
  if (unit >
      1) {  // element offsets of a vector tile are multiples of the register: plan_buffers.hpp saw to that
    x.constant_part.outside.offset /= unit;
    for (index_t& c : x.constant_part.outside.coefficient) c /= unit;
    for (index_t& c : x.constant_part.inside) c /= unit;
  }
  if (x.where != residence::memory) x.constant_part.outside.offset += q.tile_offset;
  return x;
}

constexpr int find_key(plan& l, int symbol, const linear& origin, ir::node_id n) {
  for (int i = 0; i < l.key_count; ++i)
    if (l.keys[i].symbol == symbol && l.keys[i].origin == origin) return i;
  if (l.key_count >= max_keys) {
    l.exceed(plan_limit::different_bounds, max_keys, n);
    return 0;
  }
  l.keys[l.key_count] = {symbol, origin};
  return l.key_count++;
}

/// Does being inside `inner` imply being inside `outer`? Both bound the same symbol; outer encloses inner.
constexpr bool implies(const ir::program& p, ir::node_id inner, ir::node_id outer) {
  const ir::extent &i = p.nodes[inner].trips, &o = p.nodes[outer].trips;
  ir::affine difference = i.origin - o.origin;
  difference.add(outer, -o.step);
  if (difference.constant < 0) return false;
  for (const ir::term& t : difference.terms)
    if (t.coefficient < 0) return false;
  return p.nodes[inner].outside == p.nodes[outer].outside || p.nodes[outer].outside == ir::beyond::zero;
}

constexpr void plan_guards(const ir::program& p, plan& l, operation_plan& o, int root_depth) {
  fixed_vector<ir::node_id, max_depth> guarding;
  for (ir::node_id n = p.nodes[o.node].parent; n != ir::none; n = p.nodes[n].parent) {
    const node_plan& s = l.nodes[n];
    const ir::node& x = p.nodes[n];
    if (!x.trips.has_bound() || x.trips.count_of != ir::none) continue;
    if (!s.straight && !s.runs_cap) continue;
    bool implied = false;
    for (ir::node_id inner : guarding)
      if (p.nodes[inner].trips.symbol == x.trips.symbol && implies(p, inner, n)) implied = true;
    if (implied) continue;
    guarding.push(n);
    split_linear origin;
    accumulate(p, l, x.trips.origin, 1, o, root_depth, origin);
    guard_plan g;
    g.zero = x.outside == ir::beyond::zero;
    for (int i = 0; i < max_levels; ++i) g.inside[i] = origin.inside[i];
    if (s.vectorized) {
      g.width = x.trips.step * (x.trips.cap - 1) + 1;
      g.step = x.trips.step;
      g.inside[s.depth - root_depth] += x.trips.step * o.lane_count;
    } else if (s.straight) {
      g.inside[s.depth - root_depth] += x.trips.step;
    } else {
      accumulate(p, l, ir::index_of(n), x.trips.step, o, root_depth, origin);
    }
    g.key = find_key(l, x.trips.symbol, origin.outside, o.node);
    if (s.vectorized) {
      o.lane = g;
    } else {
      if (o.guard_count >= max_guards)
        return l.exceed(plan_limit::guards_of_one_operation, max_guards, o.node);
      o.guards[o.guard_count++] = g;
    }
    for (ir::node_id t = o.node; t != ir::none; t = p.nodes[t].parent) l.nodes[t].keys |= 1u << g.key;
  }
}

/// 0 where every lane-varying load is 0: a load, or a product with one, or its sign changed.
constexpr bool preserves_zero(const ir::program& p, const operation_plan& o, ir::expression_id e) {
  const ir::expression& x = p.expressions[e];
  if (x.what == ir::function::load) {
    for (int i = 0; i < o.load_count; ++i)
      if (o.load_access[i] == x.access) return o.loads[i].varies && o.loads[i].where == residence::memory;
    return false;
  }
  return (x.what == ir::function::negate || x.what == ir::function::absolute) &&
         preserves_zero(p, o, x.operands[0]);
}

/// A scalar argument that nothing writes.
constexpr bool is_fixed(const ir::program& p, const ir::access& a) {
  if (a.buffer < 0 || !a.index.empty() || p.buffers[a.buffer].is_private()) return false;
  for (const ir::node& n : p.nodes)
    if (!n.is_scope && p.accesses[n.destination].buffer == a.buffer) return false;
  return true;
}

/// The condition of a select that only fixed scalars decide, found in an expression; or -1.
constexpr ir::expression_id uniform_condition(const ir::program& p, ir::expression_id e) {
  if (e < 0) return -1;
  const ir::expression& x = p.expressions[e];
  for (int i = 0; i < ir::operand_count(x.what); ++i)
    if (const ir::expression_id c = uniform_condition(p, x.operands[i]); c >= 0) return c;
  if (x.what != ir::function::select) return -1;
  bool uniform = true;
  ir::for_each_leaf(p, x.operands[0],
                    [&](std::int16_t a) { uniform = uniform && is_fixed(p, p.accesses[a]); });
  return uniform ? x.operands[0] : ir::expression_id(-1);
}

constexpr void plan_operation(const ir::program& p, plan& l, ir::node_id n, std::uint32_t unit_strides) {
  node_plan& q = l.nodes[n];
  if (l.operation_count >= max_operations) return l.exceed(plan_limit::operations, max_operations, n);
  q.operation = l.operation_count;
  operation_plan& o = l.operations[l.operation_count++];
  o.node = n;
  const int root_depth = l.nodes[q.root].depth;
  for (ir::node_id s = p.nodes[n].parent; s != ir::none; s = p.nodes[s].parent) {
    o.above |= std::uint64_t(1) << s;
    const node_plan& sp = l.nodes[s];
    if (sp.straight) o.levels[sp.depth - root_depth] = s;
    if (sp.vectorized) {
      o.vector = true;
      o.lane_count = vector_lanes(p, n);
      o.lanes_of_last_part = sp.cap % o.lane_count;
    }
  }
  o.destination = plan_access(p, l, p.accesses[p.nodes[n].destination], o, root_depth);
  ir::for_each_leaf(p, p.nodes[n].value, [&](std::int16_t a) {
    if (o.load_count >= max_loads) return l.exceed(plan_limit::loads_of_one_operation, max_loads, n);
    o.load_access[o.load_count] = a;
    o.loads[o.load_count++] = plan_access(p, l, p.accesses[a], o, root_depth);
  });
  // What the program itself may read again is better left in the caches.
  o.streams = p.nodes[n].streamed && o.vector && o.destination.contiguous &&
              !ir::is_narrow(o.destination.type) && !p.buffers[o.destination.buffer].is_private();
  plan_guards(p, l, o, root_depth);
  if (l.nodes[p.nodes[n].parent < 0 ? n : p.nodes[n].parent].is_term) {
    const dot_operands dot = find_dot(p, p.nodes[p.nodes[n].parent].parent, unit_strides);
    for (int i = 0; i < o.load_count; ++i) {
      if (o.load_access[i] == dot.shared) o.dot_shared = i;
      if (o.load_access[i] == dot.grouped) o.dot_grouped = i;
    }
  }
  if (p.nodes[n].value >= 0) o.zero_preserving = preserves_zero(p, o, p.nodes[n].value);
}

}  // namespace planning
}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
