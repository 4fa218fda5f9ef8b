// SPDX-License-Identifier: Apache-2.0
// specialise: a body is put twice, for large and for small values of a size, so that each version can be scheduled by itself.
#pragma once

#include <perfdojo/ir/verify_expression.hpp>
#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/iterations.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Puts the body of scope `at` twice: into a scope that runs where the bound of `scope` has `threshold` iterations or more, and into one
/// that runs where it has less. `at` empty: the innermost scope that the bound depends on, or the whole program.
///
///     before               after specialise<"i", 64>
///     i M                  iw 1 bound M - 63
///     | y[i] = 2*x[i]      | i M
///                          | | y[i] = 2*x[i]
///                          iu 1 unless M - 63
///                          | i_b 64 bound M
///                          | | y[i_b] = 2*x[i_b]
///
/// Scopes and private buffers of the second version get names of their own. Its scopes with that extent have the threshold as cap, which
/// changes nothing but lets moves use it. In the first one trim_guards drops the bound of a scope whose cap is the threshold.
/// Legal when:   `scope` is below `at`, has a bound that depends only on scopes at and above `at`, and the threshold is above its lower limit
///               and at most its cap; `at` is no parallel scope that holds another one.
/// Rejects with: no_such_scope, scope_has_no_bound, scope_is_a_branch, factor_out_of_range, scopes_are_not_nested, bound_depends_on_scope,
///               scope_runs_in_parallel, capacity_exceeded.
/// Order:        iterations keep their order; never reassociates.
/// Good for:     size classes; full tiles apart from ragged ones. Costs: the code of the body and the storage of its buffers, twice.
///               Strides need no move: run() has a program for last strides 1 and one for others, and copies of tiles look at each call's
///               strides; loads and stores take any alignment. A select on a scalar (beta == 0) is decided once for a straight block.
/// Elsewhere:    specialize (Halide, Exo), loop partitioning (TVM).
struct specialise_move {
  perfdojo::name scope;
  index_t threshold = 0;
  perfdojo::name at;

  static constexpr std::string_view name = "specialise";
  static constexpr std::array parameters{domain::scope, domain::factor, domain::around};
  static constexpr field_list<&specialise_move::scope, &specialise_move::threshold, &specialise_move::at>
      fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  // All but the threshold. For legal_moves, which leaves `at` to the move.
  static constexpr int leading = 1;
  constexpr verdict check_leading(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    const ir::extent& e = p.nodes[s].trips;
    if (!e.has_bound()) return reject(reason::scope_has_no_bound, scope);
    if (e.is_otherwise()) return reject(reason::scope_is_a_branch, scope);
    const ir::node_id a = place(p, s);
    if (a == ir::none && !at.empty()) return reject(reason::no_such_scope, at);
    if (s == a || !ir::is_within(p, s, a)) return reject(reason::scopes_are_not_nested, scope);
    for (const ir::term& t : e.origin.terms)
      if (!ir::is_within(p, a, t.scope))
        return reject(reason::bound_depends_on_scope, p.nodes[t.scope].label);
    // Of two parallel scopes that run as one range the inner one is the only child.
    if (a != ir::none && p.nodes[a].kind == ir::scope_kind::parallel &&
        p.nodes[p.nodes[a].first_child].kind == ir::scope_kind::parallel)
      return reject(reason::scope_runs_in_parallel, p.nodes[a].label);
    if (const verdict v = check_copy(p, a); !v.ok()) return v;
    return detail::check_depth(p, a, 1);
  }
  constexpr verdict check(const ir::program& p) const {
    if (const verdict v = check_leading(p); !v.ok()) return v;
    const ir::extent& e = p.nodes[p.find(scope)].trips;
    if (threshold <= e.lower || threshold > e.cap)
      return reject(reason::factor_out_of_range, scope, threshold, e.cap);
    return ir::detail::in_range(origin_of(e).constant)
               ? accept()
               : reject(reason::factor_out_of_range, scope, threshold);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(scope), a = place(p, s);
    const ir::extent classified = p.nodes[s].trips;
    ir::node x;
    x.is_scope = true;
    x.label = ir::fresh_name(p, ir::suffixed(scope, 'w'));
    x.trips = classified;
    x.trips.cap = x.trips.step = 1;
    x.trips.lower = 0;
    x.trips.origin = origin_of(classified);
    const auto large = static_cast<ir::node_id>(p.nodes.push(x));
    ir::move_children(p, a, large);
    ir::attach(p, large, a);
    for (ir::buffer& b : p.buffers)
      if (b.is_private() && b.home == a) b.home = large;

    const ir::node_id small = detail::copy_scope(p, large);
    ir::attach(p, small, a);
    p.nodes[small].label = ir::fresh_name(p, ir::suffixed(scope, 'u'));
    p.nodes[small].trips.step = -1;
    limit(p, small, classified, threshold);
    return ir::canonical(p);
  }

private:
  // Less than `threshold` iterations are where the size is at most this.
  constexpr ir::affine origin_of(const ir::extent& e) const {
    return e.origin + ir::constant_index(e.step * (threshold - 1));
  }
  constexpr ir::node_id place(const ir::program& p, ir::node_id s) const {
    if (!at.empty()) return p.find(at);
    ir::node_id innermost = ir::none;
    for (const ir::term& t : p.nodes[s].trips.origin.terms)
      innermost = innermost < t.scope ? t.scope : innermost;
    return innermost;
  }

  // Two branches, and a copy of everything else; the copy of a scope that is not copied itself stands for one of them.
  static constexpr verdict check_copy(const ir::program& p, ir::node_id a) {
    if (a != ir::none) return detail::check_room_for_copy(p, a, 1);
    int buffers = 0;
    for (const ir::buffer& b : p.buffers) buffers += b.is_private();
    return detail::check_room(p, p.nodes.size() + 2, p.accesses.size(), p.expressions.size(), buffers);
  }

  // Below n no scope with that extent has more iterations than `most`. One that writes zeros runs its cap, and lanes stay whole vectors.
  static constexpr void limit(ir::program& p, ir::node_id n, const ir::extent& e, index_t most) {
    ir::for_each_in(p, n, [&](ir::node_id i) {
      ir::node& x = p.nodes[i];
      const ir::node_id counted = x.trips.count_of;
      const bool is_limited = counted != ir::none && ir::is_within(p, counted, n);
      if (is_limited) x.trips.cap = smaller(x.trips.cap, p.nodes[counted].trips.cap);
      if (x.is_scope && x.trips == e && x.outside == ir::beyond::skip && !ir::holds_operations_only(x.kind))
        x.trips.cap = most;
    });
  }
};
static_assert(transformation<specialise_move>);

template <fixed_string Scope, index_t Threshold, fixed_string At = "">
struct specialise {
  static constexpr specialise_move move{Scope, Threshold, At};
};

}  // namespace perfdojo
