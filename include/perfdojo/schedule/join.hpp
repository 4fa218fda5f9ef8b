// SPDX-License-Identifier: Apache-2.0
// join: two neighbouring scopes of equal extent become one.
#pragma once

#include <perfdojo/analysis/dependence.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Moves the body of scope `second` to the end of the body of scope `first`, which stands directly before it.
///
///     before               after join<"i", "j">
///     i 30                 i 30
///     | y[i] = 2*x[i]      | y[i] = 2*x[i]
///     j 30                 | z[i] = y[i]
///     | z[j] = y[j]
///
/// Legal when:   the scopes are neighbours and alike in extent, kind and condition, and no iteration of the second one must wait for a
///               later iteration of the first one (no other iteration, unless both are sequential).
/// Rejects with: no_such_scope, scopes_are_not_siblings, extents_differ, scope_is_not_sequential (the kinds differ),
///               condition_depends_on_scope (the conditions differ), dependence_is_reversed, dependence_is_carried.
/// Order:        the updates of one element by both scopes may change order: reassociates.
/// Good for:     values that stay in registers or cache; it enables reuse_dimension.
/// Elsewhere:    compute_with (Halide), fuse (Exo), after at a loop level (Tiramisu); loop fusion in compilers.
struct join_move {
  perfdojo::name first;
  perfdojo::name second;

  static constexpr std::string_view name = "join";
  static constexpr std::array parameters{domain::scope, domain::scope};
  static constexpr field_list<&join_move::first, &join_move::second> fields{};
  static constexpr result_class worst_class = result_class::reassociates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(first), t = p.find(second);
    if (s == ir::none) return reject(reason::no_such_scope, first);
    if (t == ir::none) return reject(reason::no_such_scope, second);
    const ir::node& a = p.nodes[s];
    const ir::node& b = p.nodes[t];
    if (a.next != t) return reject(reason::scopes_are_not_siblings, first);
    if (a.trips != b.trips) return reject(reason::extents_differ, second);
    if (a.kind != b.kind || a.outside != b.outside) return reject(reason::scope_is_not_sequential, second);
    if (a.when != b.when) return reject(reason::condition_depends_on_scope, second);

    using analysis::order;
    const analysis::touch_list front = analysis::touches_in(p, s), back = analysis::touches_in(p, t);
    const analysis::finding reversed =
        analysis::between(p, front, back, {.scope = s, .at = order::greater, .partner = t});
    if (reversed.conflicts())
      return reject_buffer(reason::dependence_is_reversed, p.buffers[reversed.buffer].label, first);
    if (a.kind == ir::scope_kind::sequential || a.kind == ir::scope_kind::cases) return accept();
    const analysis::finding carried =
        analysis::between(p, front, back, {.scope = s, .at = order::different, .partner = t});
    const bool breaks = a.kind == ir::scope_kind::parallel ? carried.buffer >= 0 : carried.conflicts();
    return breaks ? reject_buffer(reason::dependence_is_carried, p.buffers[carried.buffer].label, first)
                  : accept();
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(first), t = p.find(second);
    ir::rename_scope(p, t, s, t);
    ir::move_children(p, t, s);
    ir::detach(p, t);
    for (ir::buffer& b : p.buffers)
      if (b.home == t) b.home = s;
    return ir::canonical(p);
  }
};
static_assert(transformation<join_move>);

template <fixed_string First, fixed_string Second>
struct join {
  static constexpr join_move move{First, Second};
};

}  // namespace perfdojo
