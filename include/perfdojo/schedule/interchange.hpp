// SPDX-License-Identifier: Apache-2.0
// interchange: two perfectly nested scopes change places.
#pragma once

#include <perfdojo/analysis/dependence.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Exchanges scope `outer` and its only child, scope `inner`.
///
///     before                   after interchange<"i", "k">
///     i 30                     k 20
///     | k 20                   | i 30
///     | | y[i] += A[i,k]       | | y[i] += A[i,k]
///
/// Where the bound of inner is the rest of outer's, as split makes them, the iterations stay those of one bound: i0 M/4 around
/// i1 4 bound M - 4*i0 becomes i1 4 bound M around i0 (M - i1)/4. So threads share a size that is known at run time only: each of four takes
/// every fourth iteration.
/// Legal when:   inner is the only child of outer, its condition does not depend on outer, its bound does not or is the rest of outer's, it is
///               not a vector, and no two iterations that depend on each other change order. A parallel or unrolled inner scope must keep its
///               promise in its new place. Buffers that live in outer live above both scopes afterwards.
/// Rejects with: no_such_scope, scopes_are_not_nested, scope_is_not_sequential, bound_depends_on_scope,
///               condition_depends_on_scope, live_range_exceeds_iteration, dependence_is_reversed, dependence_is_carried.
/// Order:        the updates of one element may change order: reassociates.
/// Good for:     locality, invariant work outside, a vector scope innermost.
/// Elsewhere:    reorder (Halide, TVM), reorder_loops (Exo), interchange (Tiramisu).
struct interchange_move {
  perfdojo::name outer;
  perfdojo::name inner;

  static constexpr std::string_view name = "interchange";
  static constexpr std::array parameters{domain::scope, domain::scope};
  static constexpr field_list<&interchange_move::outer, &interchange_move::inner> fields{};
  static constexpr result_class worst_class = result_class::reassociates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id o = p.find(outer), n = p.find(inner);
    if (o == ir::none) return reject(reason::no_such_scope, outer);
    if (n == ir::none) return reject(reason::no_such_scope, inner);
    const ir::node& out = p.nodes[o];
    const ir::node& in = p.nodes[n];
    if (in.parent != o || out.first_child != n || in.next != ir::none)
      return reject(reason::scopes_are_not_nested, inner);
    if (ir::holds_operations_only(in.kind)) return reject(reason::scope_is_not_sequential, inner);
    if ((in.trips.count_of == o || ir::mentions(in.trips.origin, o)) && !share_bound(p, o, n))
      return reject(reason::bound_depends_on_scope, outer);
    if (in.when.scope == o) return reject(reason::condition_depends_on_scope, outer);
    if (out.kind != ir::scope_kind::sequential)
      for (const ir::buffer& b : p.buffers)
        if (b.is_private() && b.home == o)
          return reject_buffer(reason::live_range_exceeds_iteration, b.label, outer);

    using analysis::order;
    const analysis::touch_list touches = analysis::touches_in(p, n);
    const analysis::finding reversed = analysis::between(
        p, touches, touches,
        {.scope = o, .at = order::less, .inner = n, .inner_at = order::greater, .shared = o});
    if (reversed.conflicts())
      return reject_buffer(reason::dependence_is_reversed, p.buffers[reversed.buffer].label, outer);
    if (in.kind == ir::scope_kind::sequential || in.kind == ir::scope_kind::cases) return accept();
    // The inner scope now promises independence across the iterations of the outer one, too.
    const analysis::finding carried = analysis::between(
        p, touches, touches, {.scope = o, .inner = n, .inner_at = order::different, .shared = o});
    const bool breaks = in.kind == ir::scope_kind::parallel ? carried.buffer >= 0 : carried.conflicts();
    return breaks ? reject_buffer(reason::dependence_is_carried, p.buffers[carried.buffer].label, inner)
                  : accept();
  }

  // Requires check(p).ok().
  // law: interchange<"b", "a"> after interchange<"a", "b"> gives the program back, unless a buffer lives in a.
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id o = p.find(outer), n = p.find(inner);
    if (share_bound(p, o, n)) {
      ir::extent &out = p.nodes[o].trips, &in = p.nodes[n].trips;
      in.origin = out.origin;
      out.origin.add(n, in.step);
    }
    const ir::node_id above = p.nodes[o].parent;
    for (ir::buffer& b : p.buffers) {
      if (!b.is_private() || (b.home != o && b.home != n)) continue;
      b.home = b.home == o ? above : o;
    }
    ir::exchange_nested(p, o, n);
    return ir::canonical(p);
  }

private:
  // Do the two scopes run where origin + index(o)*step(o) + index(n)*step(n) < symbol, but for their caps? That is one condition for both
  // orders. An iteration that a scope runs in any case, writes as zero or counts is none of these.
  static constexpr bool share_bound(const ir::program& p, ir::node_id o, ir::node_id n) {
    const ir::node &out = p.nodes[o], &in = p.nodes[n];
    for (const ir::node* x : {&out, &in})
      if (x->trips.lower > 0 || x->outside == ir::beyond::zero || x->kind == ir::scope_kind::cases ||
          x->trips.count_of != ir::none || x->trips.is_otherwise())
        return false;
    if (!out.trips.has_bound() || out.trips.symbol != in.trips.symbol || out.trips.origin.terms.full())
      return false;
    ir::affine rest = out.trips.origin;
    rest.add(o, out.trips.step);
    return in.trips.origin == rest;
  }
};
static_assert(transformation<interchange_move>);

template <fixed_string Outer, fixed_string Inner>
struct interchange {
  static constexpr interchange_move move{Outer, Inner};
};

}  // namespace perfdojo
