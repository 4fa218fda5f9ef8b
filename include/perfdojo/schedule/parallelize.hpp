// SPDX-License-Identifier: Apache-2.0
// parallelize: the iterations of a scope are shared among threads.
#pragma once

#include <perfdojo/analysis/dependence.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Marks a sequential scope as parallel.
///
///     before                 after parallelize<"i">
///     i M                    i M parallel
///     | j N                  | j N
///     | | y[i] += A[i,j]     | | y[i] += A[i,j]
///
/// Two of them may stand directly in each other: their iterations are then shared as one range.
/// Legal when:   all scopes above are sequential or cases, no scope below is parallel, but for one as the only child (whose extent does not
///               depend on the outer one's index, and no buffer lives between them); no iteration depends on another one, not even
///               through a reduction, and no buffer on the stack or in registers is shared between iterations.
/// Rejects with: no_such_scope, scope_is_not_sequential, scope_is_a_branch, scope_runs_in_parallel, live_range_exceeds_iteration,
///               dependence_is_carried.
/// Order:        iterations run in any order; results do not depend on it, so it never reassociates.
/// Good for:     several cores. Costs: one start of the threads for each run of the scope.
/// Elsewhere:    parallel (Halide, TVM), parallelize_loop (Exo), parallelize (Tiramisu).
struct parallelize_move {
  perfdojo::name scope;

  static constexpr std::string_view name = "parallelize";
  static constexpr std::array parameters{domain::scope};
  static constexpr field_list<&parallelize_move::scope> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id n = p.find(scope);
    if (n == ir::none) return reject(reason::no_such_scope, scope);
    if (p.nodes[n].kind != ir::scope_kind::sequential || p.nodes[n].outside == ir::beyond::zero)
      return reject(reason::scope_is_not_sequential, scope);
    if (p.nodes[n].trips.is_otherwise()) return reject(reason::scope_is_a_branch, scope);
    verdict v = accept();
    for (ir::node_id a = p.nodes[n].parent; a != ir::none; a = p.nodes[a].parent) {
      const ir::node& above = p.nodes[a];
      if (above.kind == ir::scope_kind::parallel && !makes_pair(p, a, n))
        v = reject(reason::scope_runs_in_parallel, above.label);
      if (above.kind == ir::scope_kind::unrolled) return reject(reason::scope_is_not_sequential, above.label);
    }
    ir::for_each_in(p, n, [&](ir::node_id i) {
      if (p.nodes[i].is_scope && p.nodes[i].kind == ir::scope_kind::parallel && !makes_pair(p, n, i))
        v = reject(reason::scope_runs_in_parallel, p.nodes[i].label);
    });
    if (!v.ok()) return v;
    for (const analysis::touch& t : analysis::touches_in(p, n)) {
      const ir::buffer& b = p.buffers[p.accesses[t.access].buffer];
      const bool is_local = b.where == ir::place::stack || b.where == ir::place::registers;
      if (is_local && (b.home == ir::none || !ir::is_within(p, b.home, n)))
        return reject_buffer(reason::live_range_exceeds_iteration, b.label, scope);
    }
    const analysis::finding carried = analysis::carried_by(p, n);
    return carried.buffer < 0
               ? accept()
               : reject_buffer(reason::dependence_is_carried, p.buffers[carried.buffer].label, scope);
  }

  // May parallel scope `inner` stand directly in parallel scope `outer`, and no further one around or inside?
  static constexpr bool makes_pair(const ir::program& p, ir::node_id outer, ir::node_id inner) {
    const ir::node &o = p.nodes[outer], &i = p.nodes[inner];
    if (i.parent != outer || o.first_child != inner || i.next != ir::none || i.when.scope != ir::none)
      return false;
    if (ir::mentions(i.trips.origin, outer)) return false;
    for (const ir::buffer& b : p.buffers)
      if (b.is_private() && b.home == outer) return false;
    int parallel = 0;
    for (ir::node_id a = o.parent; a != ir::none; a = p.nodes[a].parent)
      parallel += p.nodes[a].kind == ir::scope_kind::parallel;
    ir::for_each_in(p, inner, [&](ir::node_id n) {
      parallel += n != inner && p.nodes[n].is_scope && p.nodes[n].kind == ir::scope_kind::parallel;
    });
    return parallel == 0;
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    p.nodes[p.find(scope)].kind = ir::scope_kind::parallel;
    return p;  // still canonical: no node, access or expression changed its place
  }
};
static_assert(transformation<parallelize_move>);

template <fixed_string Scope>
struct parallelize {
  static constexpr parallelize_move move{Scope};
};

}  // namespace perfdojo
