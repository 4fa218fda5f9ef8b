// SPDX-License-Identifier: Apache-2.0
// halve: one level of a tree that combines partial results.
#pragma once

#include <perfdojo/analysis/uses.hpp>
#include <perfdojo/ir/build_expression.hpp>
#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Combines each partial result of the first half with one of the second half, so that the scope has half of them left.
///
///     before                        after halve<"c">
///     c 8                           c_b 4
///     | s[] += t[c]                 | t[c_b] += t[c_b+4]
///                                   c 4
///                                   | s[] += t[c]
///
/// Again and again that is a tree: its depth is the logarithm of the extent (tree_combine in schedule/composed/tree_combine.hpp).
/// Legal when:   the scope has a constant, even extent; it holds one operation, which reduces the elements of a private buffer into an element
///               that it keeps; the buffer lives in the scope around and is not used behind.
/// Rejects with: no_such_scope, scope_is_not_sequential, extent_is_not_constant, factor_does_not_divide_extent, extent_is_empty,
///               update_is_not_a_reduction, condition_depends_on_scope, buffer_is_an_argument, dimension_is_reused, elements_stay_the_same,
///               live_range_exceeds_iteration, capacity_exceeded.
/// Order:        reassociates.
/// Good for:     the partial results of rfactor: half of the work of a level does not wait for the other half. Costs: stores, unless the buffer
///               is in registers and the scopes are unrolled.
/// Elsewhere:    tree reductions, written by hand; no step of Halide, TVM, Exo or Tiramisu.
struct halve_move {
  perfdojo::name scope;

  static constexpr std::string_view name = "halve";
  static constexpr std::array parameters{domain::scope};
  static constexpr field_list<&halve_move::scope> fields{};
  static constexpr result_class worst_class = result_class::reassociates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    const ir::node& c = p.nodes[s];
    if (c.kind != ir::scope_kind::sequential || c.outside != ir::beyond::skip)
      return reject(reason::scope_is_not_sequential, scope);
    if (!c.trips.is_constant()) return reject(reason::extent_is_not_constant, scope);
    if (c.trips.cap % 2 != 0) return reject(reason::factor_does_not_divide_extent, scope, 2, c.trips.cap);
    if (c.trips.cap == 0) return reject(reason::extent_is_empty, scope);
    const ir::node& x = p.nodes[c.first_child];
    if (x.next != ir::none || x.is_scope || !ir::reads_destination(x.how) ||
        p.expressions[x.value].what != ir::function::load)
      return reject(reason::update_is_not_a_reduction, scope);
    const ir::access &to = p.accesses[x.destination], &from = p.accesses[p.expressions[x.value].access];
    const ir::buffer& b = p.buffers[from.buffer];
    if (to.buffer == from.buffer || ir::is_indexed_by(to, s))
      return reject_buffer(reason::update_is_not_a_reduction, p.buffers[to.buffer].label, scope);
    if (x.when.scope != ir::none) return reject(reason::condition_depends_on_scope, scope);
    if (!b.is_private()) return reject_buffer(reason::buffer_is_an_argument, b.label, scope);
    for (int r = 0; r < b.rank(); ++r)
      if (b.dimensions[r].reused) return reject_buffer(reason::dimension_is_reused, b.label, scope, r);
    if (!ir::is_indexed_by(from, s)) return reject_buffer(reason::elements_stay_the_same, b.label, scope);
    bool is_last = b.home == c.parent;
    for (ir::node_id n = c.next; n != ir::none; n = p.nodes[n].next)
      is_last = is_last && !analysis::uses(p, n, from.buffer);
    if (!is_last) return reject_buffer(reason::live_range_exceeds_iteration, b.label, scope);
    return detail::check_room(p, 2, 2, 1);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(scope);
    ir::node level = p.nodes[s];
    const ir::node x = p.nodes[level.first_child];
    const index_t half = level.trips.cap / 2;
    level.label = ir::fresh_name(p, scope);
    level.trips.cap = p.nodes[s].trips.cap = half;
    level.first_child = level.next = level.parent = ir::none;
    const auto l = static_cast<ir::node_id>(p.nodes.push(level));
    ir::access here = p.accesses[p.expressions[x.value].access], there = here;
    for (int r = 0; r < here.index.size(); ++r) {
      here.index[r].substitute(s, ir::index_of(l));
      there.index[r] = here.index[r];
      there.index[r].constant += half * here.index[r].coefficient(l);
    }
    ir::attach(p, ir::build_operation(p, here, x.how, ir::build_load(p, there)), l);
    ir::attach(p, l, p.nodes[s].parent, s);
    return ir::canonical(p);
  }
};
static_assert(transformation<halve_move>);

template <fixed_string Scope>
struct halve {
  static constexpr halve_move move{Scope};
};

}  // namespace perfdojo
