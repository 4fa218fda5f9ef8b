// SPDX-License-Identifier: Apache-2.0
// The masks of register tiles: where all operations leave out the same lanes, nothing has to keep what those hold.
#pragma once

#include <perfdojo/exec/plan.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {
namespace planning {

/// The register and the lane guard of an access to a vector tile, as a function of one level of its block.
struct tile_step {
  index_t registers = 0, guard = 0;
};
constexpr bool is_step_of(const operation_plan& o, const access_plan& a, tile_step s) {
  for (int i = 0; i < max_levels; ++i)
    if (a.constant_part.inside[i] == s.registers && o.lane.inside[i] == s.guard) return true;
  return false;
}
/// Does every level of access a of o that moves the register or the guard occur in access b of q?
constexpr bool steps_occur(const operation_plan& o, const access_plan& a, const operation_plan& q,
                           const access_plan& b) {
  for (int i = 0; i < max_levels; ++i) {
    const tile_step s{a.constant_part.inside[i], o.lane.inside[i]};
    if ((s.registers != 0 || s.guard != 0) && !is_step_of(q, b, s)) return false;
  }
  return true;
}
/// Do both accesses of one buffer leave out the same lanes of the same registers? Whether beyond the bound nothing is written or
/// zeros are makes no difference: neither reads there.
constexpr bool same_lanes(const operation_plan& o, const access_plan& a, const operation_plan& q,
                          const access_plan& b) {
  return o.lane.key == q.lane.key && o.lane.step == q.lane.step && o.lanes_of_last_part == 0 &&
         q.lanes_of_last_part == 0 && a.constant_part.outside == b.constant_part.outside &&
         steps_occur(o, a, q, b) && steps_occur(q, b, o, a);
}

constexpr bool lanes_agree(const plan& l, int buffer) {
  const operation_plan* first = nullptr;
  const access_plan* access = nullptr;
  for (int i = 0; i < l.operation_count; ++i) {
    const operation_plan& o = l.operations[i];
    for (int x = -1; x < o.load_count; ++x) {
      const access_plan& a = x < 0 ? o.destination : o.loads[x];
      if (a.buffer != buffer) continue;
      if (!o.vector) return false;
      if (first != nullptr && !same_lanes(*first, *access, o, a)) return false;
      first = &o;
      access = &a;
    }
  }
  return first != nullptr;
}

/// Requires: all operations are planned.
constexpr void plan_masks(const ir::program& p, plan& l) {
  for (int b = 0; b < p.buffers.size(); ++b)
    if (l.buffers[b].where == residence::vector_tile) l.buffers[b].lanes_agree = lanes_agree(l, b);
  for (int i = 0; i < l.operation_count; ++i) {
    const operation_plan& o = l.operations[i];
    if (o.destination.where == residence::vector_tile && !l.buffers[o.destination.buffer].lanes_agree &&
        ((o.lane.key >= 0 && !o.lane.zero) || o.lanes_of_last_part != 0))
      l.masks_tile = true;
  }
}

}  // namespace planning
}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
