// SPDX-License-Identifier: Apache-2.0
// unroll: each iteration of a scope becomes code of its own.
#pragma once

#include <perfdojo/analysis/dependence.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Marks a sequential scope as unrolled.
///
///     before                 after unroll<"i">
///     i 6                    i 6 unrolled
///     | y[i] = 2*x[i]        | y[i] = 2*x[i]
///
/// Legal when:   the cap is at most ir::max_unrolled_extent, no condition names the scope, and iterations depend on each other at most
///               through reductions: the executor may reorder what stands in one block of unrolled code.
/// Rejects with: no_such_scope, scope_is_not_sequential, scope_is_a_branch, extent_is_too_large, condition_depends_on_scope, dependence_is_carried.
/// Order:        iterations may run in any order, and so may the updates of one element: reassociates.
/// Good for:     register tiles. Costs: code, compile time.
/// Elsewhere:    unroll (Halide, TVM, Tiramisu), unroll_loop (Exo).
struct unroll_move {
  perfdojo::name scope;

  static constexpr std::string_view name = "unroll";
  static constexpr std::array parameters{domain::scope};
  static constexpr field_list<&unroll_move::scope> fields{};
  static constexpr result_class worst_class = result_class::reassociates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id n = p.find(scope);
    if (n == ir::none) return reject(reason::no_such_scope, scope);
    const ir::node& s = p.nodes[n];
    if (s.kind != ir::scope_kind::sequential) return reject(reason::scope_is_not_sequential, scope);
    if (s.trips.is_otherwise()) return reject(reason::scope_is_a_branch, scope);
    if (s.trips.cap > ir::max_unrolled_extent)
      return reject(reason::extent_is_too_large, scope, ir::max_unrolled_extent, s.trips.cap);
    for (const ir::node& x : p.nodes)
      if (x.when.scope == n) return reject(reason::condition_depends_on_scope, scope);
    const analysis::finding carried = analysis::carried_by(p, n);
    return carried.conflicts()
               ? reject_buffer(reason::dependence_is_carried, p.buffers[carried.buffer].label, scope)
               : accept();
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    p.nodes[p.find(scope)].kind = ir::scope_kind::unrolled;
    return p;  // still canonical: no node, access or expression changed its place
  }
};
static_assert(transformation<unroll_move>);

template <fixed_string Scope>
struct unroll {
  static constexpr unroll_move move{Scope};
};

}  // namespace perfdojo
