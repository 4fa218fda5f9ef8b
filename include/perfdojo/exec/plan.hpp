// SPDX-License-Identifier: Apache-2.0
// plan: everything about a program that the CPU executor's templates read, as small integers. Computed once per program by
// make_plan.hpp. Elements are never enumerated at compile time: bounds come in closed form.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/error/plan_limit.hpp>
#include <perfdojo/ir/walk.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

inline constexpr int max_depth = 16;
inline constexpr int max_levels = 4;  // scopes of a straight block, outermost first
inline constexpr int max_children = 16, max_keys = 6, max_guards = 4, max_loads = 6, max_operations = 24;

namespace planning {

/// Values of narrow elements travel as i32 or f32: the type, as a position in the registers of a tile (f32, f64, i32, i64).
constexpr int tile_slot(ir::element e) {
  return e == ir::element::bf16 ? 0 : ir::is_narrow(e) ? 2 : static_cast<int>(e);
}
constexpr int carrier_bytes(ir::element e) { return ir::is_narrow(e) ? 4 : ir::size_bytes(e); }

}  // namespace planning

/// offset + sum of coefficient * ix[depth] over scopes outside the straight block.
struct linear {
  static constexpr int max_terms = 5;
  index_t offset = 0;
  int count = 0;
  int depth[max_terms]{};
  index_t coefficient[max_terms]{};
  friend constexpr bool operator==(const linear&, const linear&) = default;
};

/// A linear form over all scopes: outside the block, per level inside it, per lane.
struct split_linear {
  linear outside;
  index_t inside[max_levels]{};
  index_t lane = 0;
};

/// Where the elements of an access live. tile: a register array indexed by constants; vectors or scalars.
enum class residence : std::uint8_t { memory, vector_tile, scalar_tile };

struct access_plan {
  int buffer = -1;  // -1: the value of the index `constant_part`
  ir::element type = ir::element::f32;
  residence where = residence::memory;
  bool uniform = false;        // a scalar argument that nothing writes: its value travels in the state
  bool varies = false;         // from lane to lane
  bool contiguous = false;     // lanes are neighbours in memory
  split_linear constant_part;  // in elements; for a vector tile in registers
  int run_time_count = 0;
  struct run_time_part {  // to be multiplied by a stride known at run time
    int dimension = 0;
    split_linear index;
  } run_time[ir::max_rank];
};

/// A position is inside iff rest(key) > inside . index + step * lane, rest = symbol - origin.
struct guard_plan {
  int key = -1;
  bool zero = false;  // beyond: write 0 (else do nothing)
  index_t width = 1;  // what the innermost guarding scope adds to the position
  index_t inside[max_levels]{};
  index_t step = 1;  // per lane
};
struct key_plan {
  int symbol = 0;
  linear origin;
};

struct operation_plan {
  ir::node_id node = ir::none;
  bool vector = false;
  int lane_count = 1;              // W for a vector operation
  index_t lanes_of_last_part = 0;  // 0: every part is full
  int load_count = 0, guard_count = 0;
  access_plan destination, loads[max_loads];
  std::int16_t load_access[max_loads]{};  // position in program::accesses
  guard_plan guards[max_guards], lane;
  int levels[max_levels]{-1, -1, -1, -1};  // nodes of the block, outermost first
  std::uint64_t above = 0;                 // nodes above, as bits
  bool streams = false;                    // full vectors go past the caches
  int dot_shared = -1, dot_grouped = -1;   // the loads of an instruction of simd_dot.hpp
  bool zero_preserving = false;            // an expression of masked loads is 0 where these are 0
};

struct node_plan {
  ir::scope_kind kind = ir::scope_kind::sequential;
  bool is_scope = false, straight = false, uses_tile = false, owns_tile = false, decides = false,
       forks_all = false;
  bool copies = false;      // the straight block is one two-dimensional copy: copy_block.hpp
  bool runs_cap = false;    // outside = zero, not straight
  bool vectorized = false;  // a vector scope whose lanes are lanes of registers
  bool is_term = false;     // a tensor scope whose iterations one instruction does
  int root = -1, tail = 0, parent = -1, depth = 0, operation = -1;
  int child_count = 0, children[max_children]{};
  int when_depth = -1;
  bool when_first = false;
  index_t cap = 1, step = 1, lower = 0;
  int parts = 1;                   // of a vectorized scope: registers
  int symbol = -1, count_of = -1;  // count_of: ordinal among the enclosing cases scopes
  int far = -2;  // depth of the innermost loop that a guard below needs; -2: no guards below
  std::uint32_t keys = 0;
  int condition = -1;  // a straight block's uniform select condition: an expression, or -1
  linear origin;
  index_t grain = 1;         // of a parallel scope
  bool fixed_parts = false;  // of a parallel scope
  int together =
      -1;  // of a parallel scope: the parallel scope inside it whose iterations are shared with its own
};

/// How a private buffer is laid out.
struct buffer_plan {
  residence where = residence::memory;
  bool in_tile = false;
  int tile_offset = 0;      // in registers (vector_tile) or elements (scalar_tile) of its element type
  index_t row_padding = 1;  // the last dimension is rounded up to this
  index_t strides[ir::max_rank]{};  // elements; 0: known at run time
  int parallel = -1;                // the innermost parallel scope around its home, or -1
  bool lanes_agree = false;         // of a vector tile: all operations leave out the same lanes, if any
  bool private_memory = false;
};

struct plan {
  // The first capacity that the program is beyond: the rest of the plan is then without meaning (executable.hpp).
  plan_limit exceeded = plan_limit::none;
  int most = 0;  // of what it names
  ir::node_id exceeded_at = ir::none;
  constexpr void exceed(plan_limit what, int limit, ir::node_id at) {
    if (exceeded != plan_limit::none) return;
    exceeded = what;
    most = limit;
    exceeded_at = at;
  }
  constexpr bool fits() const { return exceeded == plan_limit::none; }

  node_plan nodes[ir::program::max_nodes];
  operation_plan operations[max_operations];
  key_plan keys[max_keys];
  buffer_plan buffers[ir::program::max_buffers];
  int node_count = 0, operation_count = 0, key_count = 0;
  int vectors[4]{}, scalars[4]{};  // sizes of the tile by tile_slot
  int root_owner = -1;             // -1: the whole program owns a tile
  bool program_owns_tile = false;
  bool masks_tile = false;  // some operation writes only the first lanes of a register of the tile
};

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
