// SPDX-License-Identifier: Apache-2.0
// online: a maximum, and the sums that an exponential scales by it, in one pass.
#pragma once

#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/online_form.hpp>
#include <perfdojo/schedule/stored_value.hpp>
#include <perfdojo/schedule/transformation.hpp>
#include <perfdojo/schedule/new_name.hpp>

namespace perfdojo {

/// Joins scope `first`, which finds a maximum m, and the scope behind it, `second`, which adds up multiples of exp(x - m): when m grows,
/// what was added up so far is multiplied by exp(old m - new m).
///
///     before                        after online<"j", "k", "o">
///     m[] = -inf                    m[] = -inf
///     s[] = 0                       s[] = 0
///     j N                           j N
///     | m[] max= x[j]               | o[] = max(m[], ...)
///     k N                           | m[] max= x[j]
///     | s[] += exp(x[k] - m[])      | mc[] = max(m[], ...)
///                                   | o[] = select(o[] == mc[], 1, exp(o[] - mc[]))
///                                   | s[] *= o[]
///                                   | s[] += exp(x[j] - mc[])
///                                   j_b 1 bound N
///                                   | o[] = select(m[] == -inf, m[] - m[], 0)
///                                   | s[] += o[]
///
/// "..." is the lowest finite number: with it in the place of -inf no difference is NaN. A sum may have elements of its own (attention's
/// weighted sum), there may be several, and the scopes may hold further scopes (blocks), which stay two passes.
/// Results:      those of the two passes, but for rounding: a NaN or +inf in x makes s NaN, a row of -inf only does too, and -inf besides
///               numbers adds 0. Partial sums may overflow where the factors of exp(x - m) alone add up to more than the type holds.
/// Legal when:   the scopes are sequential neighbours of one extent and condition; `first` has one maximum that `second` reads; there it occurs
///               only as exp(x - m), once in each product that is added, where x is what the maximum is taken of, in the same iteration; the sums
///               start as 0, and each iteration adds to all of their elements; all else could be joined.
/// Rejects with: no_such_scope, scopes_are_not_siblings, extents_differ, scope_is_not_sequential, condition_depends_on_scope, extent_is_empty,
///               update_is_not_a_reduction, accesses_differ, sum_does_not_rescale, sum_does_not_start_at_zero, dependence_is_reversed,
///               name_is_not_a_word, name_is_taken, capacity_exceeded.
/// Order:        approximates: values are scaled in steps, and each rounds.
/// Good for:     x that is read, or computed, once. Costs: an exponential for each iteration; split first, so that it is one for each block.
/// Elsewhere:    online softmax (Milakov and Gimelshein, arXiv 1805.02867), written by hand in FlashAttention; no step of Halide, TVM, Exo
///               or Tiramisu.
struct online_move {
  perfdojo::name first;
  perfdojo::name second;
  perfdojo::name target;

  static constexpr std::string_view name = "online";
  static constexpr std::array parameters{domain::scope, domain::scope, domain::new_name};
  static constexpr field_list<&online_move::first, &online_move::second, &online_move::target> fields{};
  static constexpr result_class worst_class = result_class::approximates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(first), t = p.find(second);
    if (s == ir::none) return reject(reason::no_such_scope, first);
    if (t == ir::none) return reject(reason::no_such_scope, second);
    const ir::node& a = p.nodes[s];
    const ir::node& b = p.nodes[t];
    if (a.next != t) return reject(reason::scopes_are_not_siblings, first);
    if (a.trips != b.trips) return reject(reason::extents_differ, second);
    for (const ir::node& x : {a, b})
      if (x.kind != ir::scope_kind::sequential || x.outside != ir::beyond::skip)
        return reject(reason::scope_is_not_sequential, x.label);
    if (a.when != b.when) return reject(reason::condition_depends_on_scope, second);
    if (a.trips.cap < 1) return reject(reason::extent_is_empty, first);
    const detail::online_form g = detail::find_online_form(p, s, t);
    if (!g.result.ok()) return g.result;
    const perfdojo::name old = old_name(p, g);
    if (const verdict v = detail::check_new_name(p, old); !v.ok()) return v;
    int nodes = 5;
    for (const ir::node_id n : g.sums) nodes += 2 * (ir::depth(p, n) - ir::depth(p, t) + 1);
    const int sums = g.sums.size();
    return detail::check_room(p, nodes, 15 + 4 * sums, 23 + 2 * sums, 2);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(first), t = p.find(second);
    const detail::online_form g = detail::find_online_form(p, s, t);
    const ir::access m = p.accesses[p.nodes[g.maximum].destination];
    const ir::element type = p.buffers[m.buffer].type;
    const ir::access old = detail::new_scalar(p, old_name(p, g), type, p.nodes[s].parent);
    const ir::access now = detail::new_scalar(p, ir::fresh_name(p, name_for(p, g, 'c')), type, s);
    const ir::node_id end = detail::scope_that_runs_once(p, s);

    const ir::expression_id before = limited(p, m, p.nodes[g.maximum].how);
    ir::attach(p, ir::build_operation(p, old, ir::update::assign, before), s, p.nodes[s].first_child);
    const ir::expression_id after = limited(p, m, p.nodes[g.maximum].how);
    ir::attach(p, ir::build_operation(p, now, ir::update::assign, after), s);
    ir::attach(p, ir::build_operation(p, old, ir::update::assign, factor(p, old, now)), s);
    ir::attach(p, ir::build_operation(p, old, ir::update::assign, nan_if_low(p, m)), end);
    for (const ir::node_id n : g.sums) {
      ir::attach(p, over_sum(p, n, t, ir::update::multiply, old), s);
      ir::attach(p, over_sum(p, n, t, ir::update::add, old), end);
      ir::for_each_leaf(p, p.nodes[n].value, [&](std::int16_t a) {
        if (p.accesses[a].buffer == m.buffer) p.accesses[a] = now;
      });
    }

    ir::rename_scope(p, t, s, t);
    ir::move_children(p, t, s);
    ir::attach_after(p, end, t);
    ir::detach(p, t);
    for (ir::buffer& b : p.buffers)
      if (b.home == t) b.home = s;
    return ir::canonical(p);
  }

private:
  static constexpr perfdojo::name name_for(const ir::program& p, const detail::online_form& g, char suffix) {
    return ir::suffixed(p.buffers[p.accesses[p.nodes[g.maximum].destination].buffer].label, suffix);
  }
  constexpr perfdojo::name old_name(const ir::program& p, const detail::online_form& g) const {
    return target.empty() ? name_for(p, g, 'o') : target;
  }
  // m, or the lowest finite number if that is larger. How a NaN counts is as in the maximum itself.
  static constexpr ir::expression_id limited(ir::program& p, const ir::access& m, ir::update how) {
    const ir::element type = p.buffers[m.buffer].type;
    const double lowest = type == ir::element::f32 ? -0x1.fffffep127 : -0x1.fffffffffffffp1023;
    const ir::expression_id load = ir::build_load(p, m), limit = ir::build_constant(p, type, lowest);
    return ir::build(p, how == ir::update::max ? ir::function::max : ir::function::max_number, load, limit);
  }
  // exp(old - now), and 1 for equal infinities too.
  static constexpr ir::expression_id factor(ir::program& p, const ir::access& old, const ir::access& now) {
    const ir::expression_id o = ir::build_load(p, old), n = ir::build_load(p, now);
    const ir::expression_id is_same = ir::build(p, ir::function::equal, o, n);
    const ir::expression_id from = ir::build_load(p, old), to = ir::build_load(p, now);
    const ir::expression_id change = ir::build(p, ir::function::subtract, from, to);
    return ir::build(p, ir::function::select, is_same, ir::build_constant(p, p.expressions[o].type, 1),
                     ir::build(p, ir::function::exp, change));
  }
  // What the sums are if all of x is -inf: exp(-inf - -inf) is NaN.
  static constexpr ir::expression_id nan_if_low(ir::program& p, const ir::access& m) {
    const ir::element type = p.buffers[m.buffer].type;
    const ir::expression_id load = ir::build_load(p, m);
    const ir::expression_id low = ir::build_constant(p, type, -__builtin_inf());
    const ir::expression_id is_low = ir::build(p, ir::function::equal, load, low);
    const ir::expression_id a = ir::build_load(p, m), b = ir::build_load(p, m);
    const ir::expression_id nan = ir::build(p, ir::function::subtract, a, b);
    return ir::build(p, ir::function::select, is_low, nan, ir::build_constant(p, type, 0));
  }
  // A detached nest that updates by `value` every element that operation n, below t, updates.
  static constexpr ir::node_id over_sum(ir::program& p, ir::node_id n, ir::node_id t, ir::update how,
                                        const ir::access& value) {
    const ir::access d = p.accesses[p.nodes[n].destination];
    const analysis::footprint f = analysis::footprint_of(p, d, n, t);
    detail::copy_nest nest = detail::nest_like(p, f, d, n, t, [](ir::node_id) { return false; });
    const ir::access element = detail::element_at(f, nest, d.buffer);
    nest.push(p, p.nodes[ir::build_operation(p, element, how, ir::build_load(p, value))]);
    return nest.top;
  }
};
static_assert(transformation<online_move>);

template <fixed_string First, fixed_string Second, fixed_string Target = "">
struct online {
  static constexpr online_move move{First, Second, Target};
};

}  // namespace perfdojo
