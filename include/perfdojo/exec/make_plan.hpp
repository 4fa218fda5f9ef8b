// SPDX-License-Identifier: Apache-2.0
// make_plan: from a scheduled program to the plan of the CPU executor: straight blocks, vector scopes, where guards are
// decided. Buffers, operations and copies have headers of their own.
#pragma once

#include <perfdojo/exec/plan_buffers.hpp>
#include <perfdojo/exec/plan_copies.hpp>
#include <perfdojo/exec/plan_masks.hpp>
#include <perfdojo/exec/plan_operations.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {
namespace planning {

constexpr bool same_size(const ir::program& p, ir::expression_id e, int size) {
  const ir::expression& x = p.expressions[e];
  if (x.type != ir::element::boolean && carrier_bytes(x.type) != size) return false;
  if (!ir::is_float(x.type) && x.type != ir::element::boolean && x.what == ir::function::divide) return false;
  // By way of f32 it would be rounded twice.
  if (x.what == ir::function::convert && x.type == ir::element::bf16 &&
      p.expressions[x.operands[0]].type == ir::element::i32)
    return false;
  // An index value has no width of its own: lanes of it are made in the type that is asked for.
  if (x.what == ir::function::convert && p.expressions[x.operands[0]].what == ir::function::index)
    return !ir::is_narrow(x.type) && x.type != ir::element::boolean;
  for (int i = 0; i < ir::operand_count(x.what); ++i)
    if (!same_size(p, x.operands[i], size)) return false;
  return true;
}

/// Can the lanes of scope v become lanes of registers for this operation? If not, the scope is a plain loop: slower, right.
constexpr bool fits_registers(const ir::program& p, ir::node_id v, ir::node_id operation) {
  const ir::node& o = p.nodes[operation];
  if (o.how == ir::update::prefetch) return true;
  const ir::access& d = p.accesses[o.destination];
  const ir::element type = p.buffers[d.buffer].type;
  if (!same_size(p, o.value, carrier_bytes(type))) return false;
  bool lane_invariant = true;
  for (int r = 0; r < d.index.size(); ++r)
    if (d.index[r].coefficient(v) != 0 && !p.buffers[d.buffer].dimensions[r].reused) lane_invariant = false;
  return !lane_invariant || ir::reads_destination(o.how);
}

/// The parallel scope directly inside parallel scope n, if both run their iterations as one range: how often the inner one runs and
/// where buffers live does not depend on the outer one's index. -1: none.
constexpr int shared_together(const ir::program& p, ir::node_id n) {
  const ir::node& x = p.nodes[n];
  if (!x.is_scope || x.kind != ir::scope_kind::parallel || x.first_child == ir::none) return -1;
  const ir::node& inner = p.nodes[x.first_child];
  const bool is_alone = inner.next == ir::none && inner.when.scope == ir::none;
  if (!is_alone || inner.kind != ir::scope_kind::parallel || ir::mentions(inner.trips.origin, n)) return -1;
  for (const ir::buffer& b : p.buffers)
    if (b.is_private() && b.home == n) return -1;
  return x.first_child;
}

constexpr void plan_shape(const ir::program& p, plan& l, std::uint32_t unit_strides) {
  int height[ir::program::max_nodes]{};
  l.node_count = p.nodes.size();
  for (int n = 0; n < l.node_count; ++n)
    l.nodes[n].depth = p.nodes[n].parent == ir::none ? 0 : l.nodes[p.nodes[n].parent].depth + 1;
  for (int n = l.node_count - 1; n >= 0; --n) {  // children come after their parent
    const ir::node& x = p.nodes[n];
    node_plan& q = l.nodes[n];
    q.kind = x.kind;
    q.is_scope = x.is_scope;
    q.parent = x.parent;
    q.tail = n;
    q.cap = x.trips.cap;
    q.step = x.trips.step;
    q.lower = x.trips.lower;
    q.grain = x.grain;
    q.fixed_parts = x.fixed_parts;
    q.together = shared_together(p, static_cast<ir::node_id>(n));
    q.symbol = x.trips.count_of == ir::none ? x.trips.symbol : -1;
    if (q.depth >= max_depth) l.exceed(plan_limit::nested_scopes, max_depth, static_cast<ir::node_id>(n));
    if (x.when.scope != ir::none) {
      q.when_depth = l.nodes[x.when.scope].depth;
      q.when_first = x.when.first;
    }
    for (ir::node_id a = x.trips.count_of == ir::none ? ir::none : x.parent; a != ir::none;
         a = p.nodes[a].parent) {
      if (p.nodes[a].kind != ir::scope_kind::cases) continue;
      if (q.count_of >= 0) ++q.count_of;
      if (a == x.trips.count_of) q.count_of = 0;
    }
    const bool unrolls = x.kind == ir::scope_kind::unrolled || ir::holds_operations_only(x.kind);
    q.straight = !x.is_scope || (unrolls && x.trips.lower == 0);
    for (ir::node_id c = x.first_child; c != ir::none; c = p.nodes[c].next) {
      if (q.child_count >= max_children) {
        l.exceed(plan_limit::children_of_one_scope, max_children, static_cast<ir::node_id>(n));
        break;
      }
      q.children[q.child_count++] = c;
      q.straight = q.straight && l.nodes[c].straight && p.nodes[c].when.scope == ir::none;
      if (height[c] + 1 > height[n]) height[n] = height[c] + 1;
    }
    if (height[n] > max_levels) q.straight = false;
    if (q.child_count == 1) q.tail = l.nodes[q.children[0]].tail;
    q.runs_cap = x.is_scope && !q.straight && x.outside == ir::beyond::zero;
    if (q.straight && x.kind == ir::scope_kind::vector && x.is_scope && q.count_of < 0) {
      bool fits = true;
      int w = 1;
      ir::for_each_in(p, static_cast<ir::node_id>(n), [&](ir::node_id o) {
        if (p.nodes[o].is_scope) {
          fits = fits && (o == n || !l.nodes[o].vectorized);
        } else {
          fits = fits && fits_registers(p, static_cast<ir::node_id>(n), o) &&
                 (w == 1 || w == vector_lanes(p, o));
          w = vector_lanes(p, o);
        }
      });
      const bool is_dot = find_dot(p, static_cast<ir::node_id>(n), unit_strides).shared >= 0;
      if (is_dot) l.nodes[x.first_child].is_term = true;
      q.vectorized = (fits && w > 1) || is_dot;
      if (q.vectorized) q.parts = static_cast<int>(ceil_div(q.cap, w));
    }
  }
  for (int n = 0; n < l.node_count; ++n)
    if (l.nodes[n].straight) {
      const int up = l.nodes[n].parent;
      l.nodes[n].root = up >= 0 && l.nodes[up].straight ? l.nodes[up].root : n;
    }
}

/// Where guards are decided: at the outermost scope below which none depends on a loop further in.
constexpr void plan_decisions(const ir::program& p, plan& l) {
  for (int n = l.node_count - 1; n >= 0; --n) {
    const ir::node& x = p.nodes[n];
    node_plan& q = l.nodes[n];
    int far = -2;
    if (!x.is_scope) {
      const auto see = [&](std::int16_t a) {
        if (p.accesses[a].buffer >= 0 && l.buffers[p.accesses[a].buffer].in_tile) q.uses_tile = true;
      };
      see(x.destination);
      ir::for_each_leaf(p, x.value, see);
    }
    q.forks_all = true;
    for (int i = 0; i < q.child_count; ++i) {
      const node_plan& c = l.nodes[q.children[i]];
      q.uses_tile = q.uses_tile || c.uses_tile;
      if (c.far > far) far = c.far;
      if (c.far == -2 && c.uses_tile) q.forks_all = false;
    }
    if (q.runs_cap && far < q.depth) far = q.depth;
    q.far = far;
    q.decides = x.is_scope && !q.straight && far >= -1 && far <= q.depth;
    if (x.is_scope && x.kind == ir::scope_kind::cases) {
      q.far = max_depth;
    } else if (q.straight && q.symbol >= 0) {
      int f = -1;
      for (const ir::term& t : x.trips.origin.terms)
        if (!l.nodes[t.scope].straight && l.nodes[t.scope].depth > f) f = l.nodes[t.scope].depth;
      if (f > q.far) q.far = f;
    }
    if (!q.straight && x.is_scope) {
      q.origin.offset = x.trips.origin.constant;
      for (const ir::term& t : x.trips.origin.terms) {
        if (q.origin.count >= linear::max_terms) {
          l.exceed(plan_limit::outer_scopes_in_one_bound, linear::max_terms, static_cast<ir::node_id>(n));
          break;
        }
        q.origin.depth[q.origin.count] = l.nodes[t.scope].depth;
        q.origin.coefficient[q.origin.count++] = t.coefficient;
      }
    }
  }
}

// A tile that lives inside another tile's owner belongs to that one, but for a parallel scope between them: its iterations
// run elsewhere.
constexpr void plan_owners(plan& l) {
  for (int n = 0; n < l.node_count; ++n) {
    int outermost = n;
    bool owned = false;
    while (outermost >= 0 && l.nodes[outermost].kind != ir::scope_kind::parallel) {
      outermost = l.nodes[outermost].parent;
      owned = owned || (outermost >= 0 ? l.nodes[outermost].owns_tile : l.program_owns_tile);
    }
    if (owned) l.nodes[n].owns_tile = false;
  }
}

}  // namespace planning

/// The plan of a canonical program, if it fits(). unit_strides: arguments (as bits) whose last dimension is known to have stride 1.
constexpr plan make_plan(const ir::program& p, std::uint32_t unit_strides = 0) {
  plan l;
  planning::plan_shape(p, l, unit_strides);
  if (!l.fits()) return l;
  planning::plan_buffers(p, l, unit_strides);
  planning::plan_owners(l);
  planning::plan_decisions(p, l);
  for (int n = 0; n < l.node_count; ++n)
    if (!p.nodes[n].is_scope) planning::plan_operation(p, l, static_cast<ir::node_id>(n), unit_strides);
  planning::plan_masks(p, l);
  for (int n = 0; n < l.node_count; ++n) {
    node_plan& q = l.nodes[n];
    if (!q.straight || q.root != n) continue;
    q.copies = planning::is_copy(p, l, n);
    ir::for_each_in(p, static_cast<ir::node_id>(n), [&](ir::node_id o) {
      if (!p.nodes[o].is_scope && q.condition < 0 && p.nodes[o].value >= 0)
        q.condition = planning::uniform_condition(p, p.nodes[o].value);
    });
  }
  return l;
}

/// An operation of straight block `root` that has the block's uniform condition.
constexpr int conditional_operation(const ir::program& p, const plan& l, int root) {
  for (int i = 0; i < l.operation_count; ++i)
    if (l.nodes[l.operations[i].node].root == root && p.nodes[l.operations[i].node].value >= 0 &&
        planning::uniform_condition(p, p.nodes[l.operations[i].node].value) == l.nodes[root].condition)
      return i;
  return -1;
}

/// The program tag P with unit strides as bits, as the executor sees it.
template <class P, std::uint32_t UnitStrides>
struct bound_program {
  static constexpr const ir::program& value = P::value;
  static constexpr std::uint32_t unit_strides = UnitStrides;
};
template <class P>
inline constexpr plan plan_of = make_plan(P::value, P::unit_strides);

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
