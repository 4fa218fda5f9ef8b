// SPDX-License-Identifier: Apache-2.0
// first: a node that stands before a scope moves into the scope's first iteration.
#pragma once

#include <perfdojo/analysis/bounds.hpp>
#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Moves the node directly before scope `into` to the front of its body, where it runs in the first iteration only.
///
///     before                          after first<"k0">
///     i M                             i M
///     | y[i] = 0                      | k0 K/4 at least 1
///     | k0 K/4                        | | y[i] = 0 if first(k0)
///     | | k1 4 bound K - 4*k0         | | k1 4 bound K - 4*k0
///     | | | y[i] += A[i,4*k0+k1]      | | | y[i] += A[i,4*k0+k1]
///
/// A scope with a bound gets the lower limit 1 (it runs once even if the size is 0), so that the node always runs; the
/// bounds further in then keep all other nodes from running beyond the size. Split the scope first.
/// Legal when:   `into` is sequential and has no condition but the node's own, runs at least once, and runs nothing
///               else in an iteration that it gains.
/// Rejects with: no_such_scope, no_node_before_scope, scope_is_not_sequential, scope_is_a_branch, condition_depends_on_scope, extent_is_empty, capacity_exceeded,
///               value_beyond_bound_is_observed.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     the scaling of C by beta in the first k block: the nest becomes perfect but for the condition.
/// Elsewhere:    the reverse of decompose_reduction (TVM).
struct first_move {
  perfdojo::name into;

  static constexpr std::string_view name = "first";
  static constexpr std::array parameters{domain::scope};
  static constexpr field_list<&first_move::into> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(into);
    if (s == ir::none) return reject(reason::no_such_scope, into);
    const ir::node& scope = p.nodes[s];
    const ir::node_id n = node_before(p, s);
    if (n == ir::none) return reject(reason::no_node_before_scope, into);
    if (scope.kind != ir::scope_kind::sequential || scope.outside == ir::beyond::zero)
      return reject(reason::scope_is_not_sequential, into);
    if (scope.trips.is_otherwise()) return reject(reason::scope_is_a_branch, into);
    if (scope.when != p.nodes[n].when) return reject(reason::condition_depends_on_scope, into);
    const ir::extent& e = scope.trips;
    if (const verdict v = detail::check_depth(p, n, 1); !v.ok()) return v;
    if (e.cap < 1) return reject(reason::extent_is_empty, into);
    if (!e.has_bound() || e.lower >= 1) return accept();
    verdict v = accept();
    for (ir::node_id c = scope.first_child; c != ir::none; c = p.nodes[c].next) {
      ir::for_each_in(p, c, [&](ir::node_id i) {
        if (!v.ok() || p.nodes[i].is_scope || is_harmless(p, s, i)) return;
        v = reject_buffer(reason::value_beyond_bound_is_observed,
                          p.buffers[p.accesses[p.nodes[i].destination].buffer].label, into);
      });
    }
    return v;
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(into), n = node_before(p, s);
    ir::detach(p, n);
    ir::attach(p, n, s, p.nodes[s].first_child);
    p.nodes[n].when = {s, true};
    if (p.nodes[s].trips.has_bound()) p.nodes[s].trips.lower = 1;
    return ir::canonical(p);
  }

private:
  static constexpr ir::node_id node_before(const ir::program& p, ir::node_id s) {
    ir::node_id before = ir::none;
    for (ir::node_id c = p.first_child(p.nodes[s].parent); c != s; c = p.nodes[c].next) before = c;
    return before;
  }

  // Does operation i do nothing, or nothing that is seen, in the iteration that scope s gains where its size is at most its origin?
  static constexpr bool is_harmless(const ir::program& p, ir::node_id s, ir::node_id i) {
    if (p.nodes[i].how == ir::update::prefetch) return true;
    const ir::extent& e = p.nodes[s].trips;
    if (analysis::keeps_inside(p, i, s, e.symbol, e.origin) != ir::none) return true;
    // Below a zero scope it writes zeros, to a buffer that must not outlive the iteration and has elements whatever the size.
    const ir::buffer& b = p.buffers[p.accesses[p.nodes[i].destination].buffer];
    if (!b.is_private() || b.home == ir::none || !ir::is_within(p, b.home, s)) return false;
    for (const ir::dimension& d : b.dimensions)
      if (d.symbol == e.symbol) return false;
    for (ir::node_id z = p.nodes[i].parent; z != s; z = p.nodes[z].parent)
      if (p.nodes[z].outside == ir::beyond::zero && p.nodes[z].trips.symbol == e.symbol &&
          analysis::never_less(p, analysis::position_of(p, z), e.origin))
        return true;
    return false;
  }
};
static_assert(transformation<first_move>);

template <fixed_string Into>
struct first {
  static constexpr first_move move{Into};
};

}  // namespace perfdojo
