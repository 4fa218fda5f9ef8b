// SPDX-License-Identifier: Apache-2.0
// vectorize: the iterations of a scope become the lanes of vectors.
#pragma once

#include <perfdojo/analysis/dependence.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Marks a sequential scope as a vector scope: each operation below runs for all lanes before the next one does.
///
///     before                 after vectorize<"i">
///     i 16                   i 16 vector
///     | y[i] = 2*x[i]        | y[i] = 2*x[i]
///
/// Legal when:   only operations stand below the scope, its cap is at most ir::max_unrolled_extent, no condition names it, no buffer
///               lives in it, and its iterations depend on each other at most through reductions. A reduction into an
///               element that all lanes share adds up across the lanes.
/// Rejects with: no_such_scope, scope_is_not_sequential, scope_is_a_branch, scope_holds_scopes, extent_is_too_large, condition_depends_on_scope,
///               buffer_lives_in_scope, dependence_is_carried.
/// Order:        a reduction across lanes changes its order: reassociates.
/// Good for:     everything whose data lies side by side. Costs: masks where a bound stays.
/// Elsewhere:    vectorize (Halide, TVM, Tiramisu); in Exo, replace by vector instructions.
struct vectorize_move {
  perfdojo::name scope;

  static constexpr std::string_view name = "vectorize";
  static constexpr std::array parameters{domain::scope};
  static constexpr field_list<&vectorize_move::scope> fields{};
  static constexpr result_class worst_class = result_class::reassociates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id n = p.find(scope);
    if (n == ir::none) return reject(reason::no_such_scope, scope);
    const ir::node& s = p.nodes[n];
    if (s.kind != ir::scope_kind::sequential) return reject(reason::scope_is_not_sequential, scope);
    if (s.trips.is_otherwise()) return reject(reason::scope_is_a_branch, scope);
    for (ir::node_id c = s.first_child; c != ir::none; c = p.nodes[c].next)
      if (p.nodes[c].is_scope) return reject(reason::scope_holds_scopes, scope);
    if (s.trips.cap > ir::max_unrolled_extent)
      return reject(reason::extent_is_too_large, scope, ir::max_unrolled_extent, s.trips.cap);
    for (const ir::node& x : p.nodes)
      if (x.when.scope == n) return reject(reason::condition_depends_on_scope, scope);
    for (const ir::buffer& b : p.buffers)
      if (b.is_private() && b.home == n) return reject_buffer(reason::buffer_lives_in_scope, b.label, scope);
    const analysis::finding carried = analysis::carried_by(p, n);
    return carried.conflicts()
               ? reject_buffer(reason::dependence_is_carried, p.buffers[carried.buffer].label, scope)
               : accept();
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    p.nodes[p.find(scope)].kind = ir::scope_kind::vector;
    return p;  // still canonical: no node, access or expression changed its place
  }
};
static_assert(transformation<vectorize_move>);

template <fixed_string Scope>
struct vectorize {
  static constexpr vectorize_move move{Scope};
};

}  // namespace perfdojo
