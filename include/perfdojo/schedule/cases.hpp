// SPDX-License-Identifier: Apache-2.0
// cases: a small run-time count becomes a constant in one instance of the body per value.
#pragma once

#include <perfdojo/analysis/bounds.hpp>
#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Puts a cases scope with the extent of `scope` around the whole body of scope `at` (empty: around the whole program). Every scope
/// below with that extent runs as often as the value of the cases scope says, and has no bound of its own any more.
///
///     before                      after cases<"i0", "i1">
///     i0 M/6                      i0 M/6
///     | i1 6 bound M - 6*i0       | i1c 6 bound M - 6*i0 cases
///     | | y[6*i0+i1] = 0          | | i1 6 count(i1c)
///                                 | | | y[6*i0+i1] = 0
///
/// Legal when:   `scope` is below `at`, has a bound that depends only on scopes at and above `at`, and a cap of at most
///               ir::max_unrolled_extent; and the body runs nothing else when the count is 0.
/// Rejects with: no_such_scope, scopes_are_not_nested, scope_has_no_bound, bound_depends_on_scope, extent_is_too_large, scope_is_not_sequential, scope_is_a_branch,
///               value_beyond_bound_is_observed, capacity_exceeded.
/// Order:        iterations keep their order; never reassociates.
/// Good for:     exact rows and vectors at small sizes. Costs: the code of the body, once per value.
/// Elsewhere:    specialize (Halide, Exo), with one branch for each value.
struct cases_move {
  perfdojo::name at;
  perfdojo::name scope;

  static constexpr std::string_view name = "cases";
  static constexpr std::array parameters{domain::scope_or_top, domain::scope};
  static constexpr field_list<&cases_move::at, &cases_move::scope> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id a = at.empty() ? ir::none : p.find(at), s = p.find(scope);
    if (a == ir::none && !at.empty()) return reject(reason::no_such_scope, at);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    const ir::node& x = p.nodes[s];
    if (!x.trips.has_bound()) return reject(reason::scope_has_no_bound, scope);
    if (x.trips.cap > ir::max_unrolled_extent)
      return reject(reason::extent_is_too_large, scope, ir::max_unrolled_extent, x.trips.cap);
    if (x.kind == ir::scope_kind::cases || x.outside == ir::beyond::zero)
      return reject(reason::scope_is_not_sequential, scope);
    if (x.trips.is_otherwise()) return reject(reason::scope_is_a_branch, scope);
    if (s == a || !ir::is_within(p, s, a)) return reject(reason::scopes_are_not_nested, scope);
    for (const ir::term& t : x.trips.origin.terms)
      if (!ir::is_within(p, a, t.scope))
        return reject(reason::bound_depends_on_scope, p.nodes[t.scope].label);
    if (const verdict v = detail::check_room(p, 1); !v.ok()) return v;
    if (const verdict v = detail::check_depth(p, a, 1); !v.ok()) return v;
    if (x.trips.lower >= 1 ||
        analysis::keeps_inside(p, a, ir::none, x.trips.symbol, x.trips.origin) != ir::none)
      return accept();
    verdict v = accept();
    for (ir::node_id c = p.first_child(a); c != ir::none; c = p.nodes[c].next) {
      ir::for_each_in(p, c, [&](ir::node_id i) {
        const ir::node& o = p.nodes[i];
        if (o.is_scope || o.how == ir::update::prefetch || !v.ok()) return;
        if (analysis::keeps_inside(p, i, a, x.trips.symbol, x.trips.origin) == ir::none)
          v = reject_buffer(reason::value_beyond_bound_is_observed,
                            p.buffers[p.accesses[o.destination].buffer].label, scope);
      });
    }
    return v;
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id a = at.empty() ? ir::none : p.find(at), s = p.find(scope);
    const ir::extent counted = p.nodes[s].trips;
    ir::node x;
    x.is_scope = true;
    x.label = ir::fresh_name(p, ir::suffixed(scope, 'c'));
    x.kind = ir::scope_kind::cases;
    x.trips = counted;
    const ir::node_id c = static_cast<ir::node_id>(p.nodes.push(x));
    ir::move_children(p, a, c);
    ir::attach(p, c, a);
    ir::for_each_in(p, c, [&](ir::node_id n) {
      ir::node& y = p.nodes[n];
      if (n == c || !y.is_scope || y.kind == ir::scope_kind::cases || y.outside == ir::beyond::zero ||
          y.trips != counted)
        return;
      y.trips = ir::constant_extent(counted.cap);
      y.trips.count_of = c;
    });
    for (ir::buffer& b : p.buffers)
      if (b.is_private() && b.home == a) b.home = c;
    return ir::canonical(p);
  }
};
static_assert(transformation<cases_move>);

template <fixed_string At, fixed_string Scope>
struct cases {
  static constexpr cases_move move{At, Scope};
};

}  // namespace perfdojo
