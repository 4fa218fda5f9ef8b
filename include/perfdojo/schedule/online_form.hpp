// SPDX-License-Identifier: Apache-2.0
// online_form: recognises by its algebra what `online` rewrites: a maximum, and sums that an exponential scales by it.
#pragma once

#include <perfdojo/analysis/same_value.hpp>
#include <perfdojo/error/verdict.hpp>
#include <perfdojo/schedule/copy_nest.hpp>

namespace perfdojo::detail {

struct online_form {
  verdict result;
  ir::node_id maximum = ir::none;     // the update of m
  fixed_vector<ir::node_id, 8> sums;  // the updates of what is scaled by exp(-m)
};

constexpr bool reads_buffer(const ir::program& p, ir::expression_id e, int b) {
  bool found = false;
  ir::for_each_leaf(p, e, [&](std::int16_t a) { found = found || p.accesses[a].buffer == b; });
  return found;
}

/// Is every index of the access the same in all iterations of scope s?
constexpr bool stays_in(const ir::program& p, const ir::access& a, ir::node_id s) {
  for (const ir::affine& f : a.index)
    for (const ir::term& t : f.terms)
      if (ir::is_within(p, t.scope, s)) return false;
  return true;
}

/// How often exp(-m) is a factor of expression e: 0 if m does not occur, -1 if e is no such product. `is_exponent(y)` tells whether
/// exp(y - m) may be one.
template <class F>
constexpr int scale_degree(const ir::program& p, ir::expression_id e, int m, F&& is_exponent) {
  if (!reads_buffer(p, e, m)) return 0;
  const ir::expression& x = p.expressions[e];
  const auto degree = [&](int i) { return scale_degree(p, x.operands[i], m, is_exponent); };
  if (x.what == ir::function::exp) {
    const ir::expression& d = p.expressions[x.operands[0]];
    const bool fits = d.what == ir::function::subtract && !reads_buffer(p, d.operands[0], m) &&
                      p.expressions[d.operands[1]].what == ir::function::load && is_exponent(d.operands[0]);
    return fits ? 1 : -1;
  }
  if (x.what == ir::function::negate) return degree(0);
  if (x.what == ir::function::divide && !reads_buffer(p, x.operands[1], m)) return degree(0);
  if (x.what != ir::function::multiply && x.what != ir::function::add && x.what != ir::function::subtract)
    return -1;
  const int a = degree(0), b = degree(1);
  if (a < 0 || b < 0) return -1;
  if (x.what == ir::function::multiply) return a + b;
  return a == b ? a : -1;
}

/// Does a plain assignment of 0, before scope s under its parent, write every element that `sum` updates, as the last one to write the
/// buffer?
constexpr bool starts_at_zero(const ir::program& p, ir::node_id s, const analysis::touch& sum) {
  const ir::node_id top = p.nodes[s].parent;
  bool right = false;
  for (ir::node_id n = p.first_child(top); n != s; n = p.nodes[n].next) {
    for (const analysis::touch& w : analysis::touches_in(p, n)) {
      if (!w.write || w.buffer != sum.buffer) continue;
      const ir::expression& value = p.expressions[p.nodes[w.operation].value];
      right = w.how == ir::update::assign && value.what == ir::function::constant && value.number == 0 &&
              analysis::covers(p, w, sum, top);
    }
  }
  return right;
}

/// Does operation n touch each of the same elements in every iteration of s, and would a copy of the scopes that index them visit each
/// once?
constexpr bool visits_alike(const ir::program& p, const ir::access& a, ir::node_id n, ir::node_id s) {
  const auto depends_on = [&](const ir::affine& f) { return ir::mentions(f, s); };
  for (int r = 0; r < a.index.size(); ++r) {
    if (depends_on(a.index[r])) return false;
    for (const ir::term& t : a.index[r].terms)
      if (p.buffers[a.buffer].dimensions[r].reused && ir::is_within(p, t.scope, s)) return false;
  }
  const analysis::footprint f = analysis::footprint_of(p, a, n, s);
  if (!f.exact || !f.certain || !nest_can_follow(p, a, n, s)) return false;
  for (ir::node_id c = p.nodes[n].parent; c != s; c = p.nodes[c].parent) {
    const ir::node& x = p.nodes[c];
    if (!ir::is_indexed_by(a, c)) continue;
    if (x.kind == ir::scope_kind::parallel || x.trips.count_of != ir::none || depends_on(x.trips.origin))
      return false;
  }
  return true;
}

/// Requires that s and t are neighbours, s first.
constexpr online_form find_online_form(const ir::program& p, ir::node_id s, ir::node_id t) {
  online_form g;
  const name first = p.nodes[s].label, second = p.nodes[t].label;
  const auto refuse = [&](reason why, int b, name scope) {
    g.result = reject_buffer(why, p.buffers[b].label, scope);
    return g;
  };
  const analysis::touch_list front = analysis::touches_in(p, s), back = analysis::touches_in(p, t);
  int m = -1;
  for (const analysis::touch& x : front) {
    if (!x.write || (x.how != ir::update::max && x.how != ir::update::max_number)) continue;
    bool is_read = false;
    for (const analysis::touch& y : back) is_read = is_read || (!y.write && y.buffer == x.buffer);
    if (!is_read || m >= 0 || !ir::is_float(p.buffers[x.buffer].type)) continue;
    m = x.buffer;
    g.maximum = x.operation;
  }
  if (m < 0) return g.result = reject(reason::update_is_not_a_reduction, first), g;
  const ir::access element = p.accesses[p.nodes[g.maximum].destination];
  if (!stays_in(p, element, s)) return refuse(reason::accesses_differ, m, first);
  for (const analysis::touch& x : front)
    if (x.buffer == m && x.access != p.nodes[g.maximum].destination)
      return refuse(reason::dependence_is_reversed, m, first);
  for (const analysis::touch& y : back) {
    if (y.buffer != m) continue;
    if (y.write) return refuse(reason::dependence_is_reversed, m, second);
    if (p.accesses[y.access] != element) return refuse(reason::accesses_differ, m, second);
  }

  const analysis::place_of_value x{g.maximum, s, p.nodes[g.maximum].value};
  ir::for_each_in(p, t, [&](ir::node_id n) {
    const ir::node& u = p.nodes[n];
    if (u.is_scope || !g.result.ok() || !reads_buffer(p, u.value, m)) return;
    const ir::access& d = p.accesses[u.destination];
    const ir::buffer& b = p.buffers[d.buffer];
    const auto is_exponent = [&](ir::expression_id e) {
      const analysis::place_of_value y{n, t, e};
      return analysis::takes_values_of(p, y, x) && !analysis::inputs_may_change(p, x, y);
    };
    const auto no = [&](reason why) { g.result = reject_buffer(why, b.label, second); };
    if (u.how != ir::update::add) return no(reason::update_is_not_a_reduction);
    if (b.type != p.buffers[m].type || scale_degree(p, u.value, m, is_exponent) != 1)
      return no(reason::sum_does_not_rescale);
    if (!visits_alike(p, d, n, t)) return no(reason::accesses_differ);
    if (!starts_at_zero(p, s, analysis::make_touch(p, n, u.destination, true, u.how)))
      return no(reason::sum_does_not_start_at_zero);
    for (const analysis::touch_list& list : {front, back})
      for (const analysis::touch& o : list)
        if (o.buffer == d.buffer && o.access != u.destination) return no(reason::dependence_is_reversed);
    if (g.sums.full()) return no(reason::capacity_exceeded);
    g.sums.push(n);
  });
  if (!g.result.ok()) return g;

  // Everything else as in join. What concerns m is what the rescaling makes right.
  analysis::touch_list others_front, others_back;
  for (const analysis::touch& o : front)
    if (o.buffer != m) others_front.push(o);
  for (const analysis::touch& o : back)
    if (o.buffer != m) others_back.push(o);
  const analysis::finding reversed = analysis::between(
      p, others_front, others_back, {.scope = s, .at = analysis::order::greater, .partner = t});
  if (reversed.conflicts()) return refuse(reason::dependence_is_reversed, reversed.buffer, first);
  return g;
}

}  // namespace perfdojo::detail
