// SPDX-License-Identifier: Apache-2.0
// A transformation and a composed step of one's own. 03_own_moves.cpp uses them in schedules. To let pd-tuner search with the
// transformation, build it with this header (docs/tuner.md):
//   meson setup build -Down_transformations=$PWD/examples/my_moves.hpp
#pragma once

#include <perfdojo/analysis/dependence.hpp>
#include <perfdojo/schedule/transformation.hpp>
#include <perfdojo/schedule/type_list.hpp>

/// Runs a scope from its end to its begin.
///
///     before                after run_backwards<"i">
///     i 30                  i 30
///     | y[i] = 2*x[i]       | y[-i+29] = 2*x[-i+29]
///
/// Legal when:   the scope is sequential, its extent is a constant, no condition names it, and its iterations depend on each other at most
///               through reductions.
/// Rejects with: no_such_scope, scope_is_not_sequential, extent_is_not_constant, condition_depends_on_scope, dependence_is_carried.
/// Order:        a reduction runs the other way: reassociates.
/// Good for:     a second pass over data: what the first one touched last is still in the cache.
struct run_backwards_move {
  perfdojo::name scope;

  static constexpr std::string_view name = "run_backwards";
  static constexpr std::array parameters{perfdojo::domain::scope};
  static constexpr perfdojo::field_list<&run_backwards_move::scope> fields{};
  static constexpr perfdojo::result_class worst_class = perfdojo::result_class::reassociates;

  constexpr perfdojo::verdict check(const perfdojo::ir::program& p) const {
    using namespace perfdojo;
    const ir::node_id n = p.find(scope);
    if (n == ir::none) return reject(reason::no_such_scope, scope);
    const ir::node& s = p.nodes[n];
    if (s.kind != ir::scope_kind::sequential) return reject(reason::scope_is_not_sequential, scope);
    if (!s.trips.is_constant()) return reject(reason::extent_is_not_constant, scope);
    for (const ir::node& x : p.nodes)
      if (x.when.scope == n) return reject(reason::condition_depends_on_scope, scope);
    const analysis::finding carried = analysis::carried_by(p, n);
    return carried.conflicts()
               ? reject_buffer(reason::dependence_is_carried, p.buffers[carried.buffer].label, scope)
               : accept();
  }

  // Requires check(p).ok().
  constexpr perfdojo::ir::program apply(perfdojo::ir::program p) const {
    using namespace perfdojo;
    const ir::node_id n = p.find(scope);
    ir::affine mirrored = ir::constant_index(p.nodes[n].trips.cap - 1);
    mirrored.add(n, -1);
    ir::substitute(p, n, mirrored, n);
    return ir::canonical(p);
  }
};
static_assert(perfdojo::transformation<run_backwards_move>);

/// The move as a type, for schedules.
template <perfdojo::fixed_string Scope>
struct run_backwards {
  static constexpr run_backwards_move move{Scope};
};

namespace perfdojo {
/// What all_transformations has beyond the library's own, where PERFDOJO_OWN_TRANSFORMATIONS names this header.
using own_transformations = type_list<run_backwards_move>;
}  // namespace perfdojo
