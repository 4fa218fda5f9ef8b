// SPDX-License-Identifier: Apache-2.0
// Which straight blocks are packing copies, which copy_block.hpp runs.
#pragma once

#include <perfdojo/exec/plan.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {
namespace planning {

// Do run-time strides only place the block, and not its elements against each other?
constexpr bool only_outside(const access_plan& a) {
  for (int i = 0; i < a.run_time_count; ++i) {
    if (a.run_time[i].index.lane != 0) return false;
    for (const index_t c : a.run_time[i].index.inside)
      if (c != 0) return false;
  }
  return true;
}

// Is the access the same element at all positions of the block?
constexpr bool is_uniform(const access_plan& a) {
  for (const index_t c : a.constant_part.inside)
    if (c != 0) return false;
  return a.constant_part.lane == 0 && only_outside(a);
}

// Is what lies inside the bounds a rectangle, that is, does each guard count along one level only? `lanes`: the level of the lanes.
constexpr bool guards_a_rectangle(const operation_plan& o, int lanes) {
  for (int level = 0; level < max_levels; ++level) {
    if (o.lane.key >= 0 && level != lanes && o.lane.inside[level] != 0) return false;
    for (int i = 0; i < o.guard_count; ++i)
      if (level == lanes && o.guards[i].inside[level] != 0) return false;
  }
  return true;
}

// Two levels, one operation, private memory as destination with unit stride along one of them, one load that varies,
// copied or multiplied by a value that is the same for the whole block: a packing copy.
constexpr bool is_copy(const ir::program& p, const plan& l, int root) {
  const node_plan& q = l.nodes[root];
  const node_plan& t = l.nodes[q.tail];
  if (q.uses_tile || t.operation < 0 || t.depth - q.depth != 2 ||
      l.nodes[t.parent].vectorized == q.vectorized)
    return false;
  const operation_plan& o = l.operations[t.operation];
  if (p.nodes[o.node].how != ir::update::assign || !only_outside(o.destination) ||
      o.destination.where != residence::memory)
    return false;
  if (!l.buffers[o.destination.buffer].private_memory) return false;
  const node_plan& other = q.vectorized ? l.nodes[t.parent] : q;
  const node_plan& lanes = q.vectorized ? q : l.nodes[t.parent];
  if (other.count_of >= 0 || other.cap > o.lane_count || lanes.cap != o.lane_count) return false;
  const int level = q.vectorized ? 1 : 0;
  if (!guards_a_rectangle(o, 1 - level)) return false;
  if (o.destination.constant_part.lane != 1 && o.destination.constant_part.inside[level] != 1) return false;
  if (ir::is_narrow(o.destination.type)) return false;
  const ir::expression& e = p.expressions[p.nodes[o.node].value];
  int varying = 0;
  for (int i = 0; i < o.load_count; ++i) varying += o.loads[i].varies;
  if (varying != 1) return false;
  const auto is_varying_load = [&](const ir::expression& x) {
    if (x.what != ir::function::load) return false;
    for (int i = 0; i < o.load_count; ++i)
      if (o.load_access[i] == x.access)
        return o.loads[i].varies && o.loads[i].where == residence::memory &&
               o.loads[i].type == o.destination.type;
    return false;
  };
  if (is_varying_load(e)) return true;
  if (e.what != ir::function::multiply || e.type != o.destination.type) return false;
  const ir::expression &a = p.expressions[e.operands[0]], &b = p.expressions[e.operands[1]];
  return a.what == ir::function::load && is_varying_load(b) && o.load_count == 2 &&
         is_uniform(o.loads[o.load_access[0] == a.access ? 0 : 1]);
}

}  // namespace planning
}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
