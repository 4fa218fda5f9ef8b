// SPDX-License-Identifier: Apache-2.0
// peel: the first or the last iterations of a scope become a scope of their own.
#pragma once

#include <perfdojo/schedule/iterations.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Which iterations of a scope are peeled.
enum class where : std::uint8_t { first, last };

/// Peels the first or the last `count` iterations off a scope: a copy that stands before or after it runs them.
///
///     before                            after peel<"k", 1>
///     k K                               k_b 1 bound K
///     | y[0] = x[k] if first(k)         | y[0] = x[k_b]
///     | y[0] += x[k] if later(k)        k K - 1
///                                       | y[0] += x[k+1]
///
/// The copies and the scope have buffers of their own where some live inside. Conditions on the scope are resolved: of the first
/// iterations only the very first one is first, and of the others none.
/// Legal when:   the scope is sequential, writes no zeros beyond its bound and has more than count >= 1 positions; for the last ones: its
///               extent is a constant, since an index knows no sizes.
/// Rejects with: no_such_scope, scope_is_not_sequential, factor_out_of_range, extent_is_not_constant, capacity_exceeded.
/// Order:        iterations keep their order; never reassociates.
/// Good for:     iterations that differ: the first k block, which starts sums; the borders of a stencil; scopes that join when one of
///               them begins later. Costs: code.
/// Elsewhere:    cut_loop (Exo), loop peeling (compilers), partition loops by likely conditions (Halide, TVM).
struct peel_move {
  perfdojo::name scope;
  index_t count = 1;
  where side = where::first;

  static constexpr std::string_view name = "peel";
  static constexpr std::array parameters{domain::scope, domain::distance, domain::where};
  static constexpr field_list<&peel_move::scope, &peel_move::count, &peel_move::side> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id n = p.find(scope);
    if (n == ir::none) return reject(reason::no_such_scope, scope);
    const ir::node& s = p.nodes[n];
    if (s.kind != ir::scope_kind::sequential || s.outside == ir::beyond::zero)
      return reject(reason::scope_is_not_sequential, scope);
    const ir::extent& e = s.trips;
    if (side == where::last ? !e.is_constant() : e.count_of != ir::none)
      return reject(reason::extent_is_not_constant, scope, count);
    if (count < 1 || count > max_offset / e.step) return reject(reason::factor_out_of_range, scope, count);
    if (count >= e.cap) return reject(reason::factor_out_of_range, scope, count, e.cap);
    return detail::check_room_for_copy(p, n, 0);
  }

  // Requires check(p).ok().
  // law: the iterations of the two scopes are those of the old scope, in the same order.
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id n = p.find(scope);
    const ir::node_id copy = detail::copy_scope(p, n);
    const bool is_head = side == where::first;
    ir::attach(p, copy, p.nodes[n].parent, is_head ? n : p.nodes[n].next);
    const ir::node_id head = is_head ? copy : n, rest = is_head ? n : copy;
    const index_t cut = is_head ? count : p.nodes[n].trips.cap - count;
    detail::keep_iterations(p, head, cut);
    detail::skip_iterations(p, rest, cut);
    return ir::canonical(p);
  }

private:
  // Offsets stay small enough that the origins of bounds do not overflow, however often a scope is peeled (see verify.hpp).
  static constexpr index_t max_offset = index_t(1) << 22;
};
static_assert(transformation<peel_move>);

template <fixed_string Scope, index_t Count, where Side = where::first>
struct peel {
  static constexpr peel_move move{Scope, Count, Side};
};

}  // namespace perfdojo
