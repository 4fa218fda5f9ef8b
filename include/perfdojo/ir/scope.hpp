// SPDX-License-Identifier: Apache-2.0
// node: a scope (one loop) or an operation, linked into the tree of a program.
#pragma once

#include <perfdojo/ir/operation.hpp>

namespace perfdojo::ir {

/// tensor: with the vector scope around it one instruction, where the executor has it (schedule/tensorize.hpp); else as unrolled.
enum class scope_kind : std::uint8_t { sequential, unrolled, vector, parallel, cases, tensor };
/// Whether nothing but operations may be put into a scope of that kind.
constexpr bool holds_operations_only(scope_kind k) {
  return k == scope_kind::vector || k == scope_kind::tensor;
}

/// What the positions beyond the bound of a scope do (see "Bounds" in program.hpp).
enum class beyond : std::uint8_t { skip, zero };

/// A node runs only where the index of `scope`, an enclosing scope, is 0 (first) or is not 0 (later).
struct condition {
  node_id scope = none;
  bool first = true;
  friend constexpr bool operator==(const condition&, const condition&) = default;
};

/// Positions of an unrolled or vector scope are bounded, since each costs code.
inline constexpr index_t max_unrolled_extent = 64;

/// Arbitrary; beyond it no scope would be shared at all.
inline constexpr index_t max_grain = index_t(1) << 30;

struct node {
  bool is_scope = false;
  node_id parent = none;
  node_id first_child = none;
  node_id next = none;  // the next sibling
  condition when;
  // a scope
  name label;
  scope_kind kind = scope_kind::sequential;
  beyond outside = beyond::skip;
  extent trips;
  index_t grain = 1;         // parallel: a thread takes that many iterations at a time, or more
  bool fixed_parts = false;  // parallel: a part for each thread, whose borders do not depend on who is quick
  // an operation
  update how = update::assign;
  std::int16_t destination = -1;  // position in program::accesses
  expression_id value = -1;       // none for prefetch
  bool streamed = false;          // a hint: what is assigned here is not used soon
  friend constexpr bool operator==(const node&, const node&) = default;
};

}  // namespace perfdojo::ir
