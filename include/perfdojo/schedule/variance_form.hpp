// SPDX-License-Identifier: Apache-2.0
// variance_form: recognises by its algebra what `online_variance` rewrites: a sum of x, and one of (x - u)*(x - u).
#pragma once

#include <perfdojo/analysis/same_value.hpp>
#include <perfdojo/analysis/value.hpp>
#include <perfdojo/error/verdict.hpp>
#include <perfdojo/schedule/online_form.hpp>

namespace perfdojo::detail {

struct variance_form {
  verdict result;
  ir::node_id sum = ir::none;      // t += x
  ir::node_id squares = ir::none;  // v += (x - u)*(x - u)
  index_t elements = 1;            // that an iteration adds, unless it is the last

  /// x and u as `squares` has them.
  constexpr ir::expression_id x(const ir::program& p) const { return operand(p, 0); }
  constexpr ir::expression_id centre(const ir::program& p) const { return operand(p, 1); }

private:
  constexpr ir::expression_id operand(const ir::program& p, int i) const {
    return p.expressions[p.expressions[p.nodes[squares].value].operands[0]].operands[i];
  }
};

/// The operation below s if there is one only, or none.
constexpr ir::node_id only_operation(const ir::program& p, ir::node_id s) {
  ir::node_id found = ir::none;
  bool single = true;
  ir::for_each_in(p, s, [&](ir::node_id n) {
    if (p.nodes[n].is_scope) return;
    single = single && found == ir::none;
    found = n;
  });
  return single ? found : ir::none;
}

/// Does a private buffer live in s, or further in?
constexpr bool holds_homes(const ir::program& p, ir::node_id s) {
  for (const ir::buffer& b : p.buffers)
    if (ir::lives_in(p, b, s)) return true;
  return false;
}

/// Is n the only operation below s that writes the buffer of its destination?
constexpr bool writes_alone(const ir::program& p, ir::node_id n, ir::node_id s) {
  bool alone = true;
  ir::for_each_in(p, s, [&](ir::node_id other) {
    if (p.nodes[other].is_scope || other == n || p.nodes[other].how == ir::update::prefetch) return;
    alone =
        alone && p.accesses[p.nodes[other].destination].buffer != p.accesses[p.nodes[n].destination].buffer;
  });
  return alone;
}

/// Is the value of operation n the square of a difference of floating-point numbers whose second operand no iteration of t changes?
constexpr bool is_square_about_centre(const ir::program& p, ir::node_id n, ir::node_id t) {
  const ir::expression& square = p.expressions[p.nodes[n].value];
  if (square.what != ir::function::multiply || !ir::is_float(square.type)) return false;
  const ir::expression& difference = p.expressions[square.operands[0]];
  return difference.what == ir::function::subtract &&
         analysis::identical(p, square.operands[0], square.operands[1]) &&
         analysis::is_invariant(p, t, analysis::touches_in(p, t), {n, difference.operands[1]});
}

/// Do all scopes around operation n, strictly below s, index what value e reads? Then no value counts twice by itself.
constexpr bool runs_once_for_each(const ir::program& p, ir::node_id n, ir::node_id s, ir::expression_id e) {
  for (ir::node_id c = p.nodes[n].parent; c != s; c = p.nodes[c].parent) {
    bool is_mentioned = false;
    ir::for_each_leaf(
        p, e, [&](std::int16_t a) { is_mentioned = is_mentioned || ir::is_indexed_by(p.accesses[a], c); });
    if (!is_mentioned) return false;
  }
  return true;
}

/// How often operation n runs in an iteration of scope s that is not the last; 0 if that is not the same in all. A bound further in
/// must not cut what the next iteration's own bound lets run.
constexpr index_t runs_before_last(const ir::program& p, ir::node_id n, ir::node_id s) {
  const ir::extent& e = p.nodes[s].trips;
  if (e.count_of != ir::none) return 0;
  analysis::combination next = analysis::position_of(p, s);
  next.constant += e.step;
  index_t runs = 1;
  for (ir::node_id c = p.nodes[n].parent; c != s; c = p.nodes[c].parent) {
    const ir::extent& inner = p.nodes[c].trips;
    if (inner.cap == ir::unbounded || inner.count_of != ir::none || p.nodes[c].kind == ir::scope_kind::cases)
      return 0;
    runs = analysis::saturating_product(runs, inner.cap);
    if (inner.has_bound() && !(analysis::is_bounded_by(p, s, inner.symbol) &&
                               analysis::never_less(p, next, analysis::position_of(p, c))))
      return 0;
  }
  return runs <= ir::unbounded ? runs : 0;
}

/// Requires that s and t stand below one parent, s first.
constexpr variance_form find_variance_form(const ir::program& p, ir::node_id s, ir::node_id t) {
  variance_form g;
  const name first = p.nodes[s].label, second = p.nodes[t].label;
  g.squares = only_operation(p, t);
  if (g.squares == ir::none || p.nodes[g.squares].how != ir::update::add ||
      !stays_in(p, p.accesses[p.nodes[g.squares].destination], t) || holds_homes(p, t))
    return g.result = reject(reason::update_is_not_a_reduction, second), g;
  const ir::buffer& v = p.buffers[p.accesses[p.nodes[g.squares].destination].buffer];
  if (!is_square_about_centre(p, g.squares, t) || !runs_once_for_each(p, g.squares, t, g.x(p)))
    return g.result = reject_buffer(reason::sum_is_no_variance, v.label, second), g;

  const analysis::place_of_value y{g.squares, t, g.x(p)};
  ir::for_each_in(p, s, [&](ir::node_id n) {
    const ir::node& u = p.nodes[n];
    if (u.is_scope || u.how != ir::update::add || g.sum != ir::none) return;
    const ir::access& d = p.accesses[u.destination];
    const analysis::place_of_value x{n, s, u.value};
    if (p.buffers[d.buffer].type == v.type && stays_in(p, d, s) && analysis::surely_runs(p, n, s) &&
        writes_alone(p, n, s) && runs_once_for_each(p, n, s, u.value) && analysis::takes_values_of(p, y, x) &&
        analysis::takes_values_of(p, x, y))
      g.sum = n;
  });
  g.elements = g.sum == ir::none ? 0 : runs_before_last(p, g.sum, s);
  if (g.elements == 0) return g.result = reject_buffer(reason::sum_is_no_variance, v.label, first), g;
  const analysis::place_of_value x{g.sum, s, p.nodes[g.sum].value};
  const ir::access& sum = p.accesses[p.nodes[g.sum].destination];
  if (analysis::inputs_may_change(p, x, y))
    return g.result = reject_buffer(reason::inputs_change, v.label, first), g;
  if (!starts_at_zero(p, s,
                      analysis::make_touch(p, g.sum, p.nodes[g.sum].destination, true, ir::update::add)))
    return g.result = reject_buffer(reason::sum_does_not_start_at_zero, p.buffers[sum.buffer].label, first),
           g;
  return g;
}

}  // namespace perfdojo::detail
