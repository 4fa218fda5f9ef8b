// SPDX-License-Identifier: Apache-2.0
// compute_at: a nest that fills a temporary moves to where one part of the temporary is used at a time.
#pragma once

#include <perfdojo/analysis/between.hpp>
#include <perfdojo/analysis/promises.hpp>
#include <perfdojo/schedule/copy_nest.hpp>
#include <perfdojo/schedule/producer_nest.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Moves the nest `producer`, which fills a private buffer, to the front of the body of scope `consumer`, and shrinks nest and buffer
/// to the part that one iteration reads. The buffer then lives in `consumer`.
///
///     before                          after compute_at<"i", "i0">
///     i 32                            i0 4
///     | t[i] = 2*x[i]                 | i 8
///     i0 4                            | | t[i] = 2*x[8*i0+i]
///     | i1 8                          | i1 8
///     | | y[8*i0+i1] = t[8*i0+i1]     | | y[8*i0+i1] = t[i1]
///
/// Dimensions of which an iteration reads one element vanish, with their scopes.
/// Legal when:   the nest stands before the scope below one parent; it writes one private buffer, each element from a plain
///               assignment on, at indices that are each one scope of the nest; nothing else writes the buffer, and only the consumer's
///               body reads it, a box inside of what the nest fills; and what the nest reads has not changed in its new place.
/// Rejects with: no_such_scope, scopes_are_not_siblings, scope_is_not_sequential (a vector, or zeros are written),
///               condition_depends_on_scope, scope_runs_in_parallel, producer_is_not_unique, live_range_exceeds_iteration,
///               dimension_is_reused, buffer_is_not_accessed, accesses_differ, read_before_written, footprint_is_not_bounded,
///               element_may_not_exist, inputs_change, dependence_is_carried, capacity_exceeded.
/// Order:        no reduction changes; elements that several iterations read are computed several times.
/// Good for:     values that stay in cache or registers; where several scopes read them, recompute gives each a nest. Costs: the overlap is
///               computed again.
/// Elsewhere:    compute_at (Halide, TVM, Tiramisu).
struct compute_at_move {
  perfdojo::name producer;
  perfdojo::name consumer;

  static constexpr std::string_view name = "compute_at";
  static constexpr std::array parameters{domain::scope, domain::scope};
  static constexpr field_list<&compute_at_move::producer, &compute_at_move::consumer> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(producer), c = p.find(consumer);
    if (s == ir::none) return reject(reason::no_such_scope, producer);
    if (c == ir::none) return reject(reason::no_such_scope, consumer);
    const ir::node_id top = p.nodes[s].parent;
    if (!analysis::is_inside(p, c, top) || ir::is_within(p, c, s) || !ir::stands_before(p, s, c))
      return reject(reason::scopes_are_not_siblings, producer);
    const detail::producer_nest g = detail::find_producer_nest(p, s, c);
    if (!g.result.ok()) return g.result;
    return check_inputs(p, s, c, g);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(producer), c = p.find(consumer);
    const detail::producer_nest g = detail::find_producer_nest(p, s, c);
    return move_nest(p, s, c, g);
  }

private:
  // Is what the nest reads the same in its new place, and do parallel scopes keep their promise?
  constexpr verdict check_inputs(const ir::program& p, ir::node_id s, ir::node_id c,
                                 const detail::producer_nest& g) const {
    const ir::node_id top = p.nodes[s].parent, user = ir::child_towards(p, c, top);
    const analysis::touch_list nest = analysis::touches_in(p, s);
    bool may_change = false;
    for (ir::node_id n = p.nodes[s].next;; n = p.nodes[n].next) {
      for (const analysis::touch& w : analysis::touches_in(p, n)) {
        for (const analysis::touch& t : nest) {
          if (!w.write || t.write || t.buffer != w.buffer) continue;
          if (n == user) {
            may_change = true;
          } else if (analysis::may_meet(
                         p, w, t,
                         {.scope = top,
                          .at = top == ir::none ? analysis::order::any : analysis::order::equal})) {
            return reject_buffer(reason::inputs_change, p.buffers[w.buffer].label, producer);
          }
        }
      }
      if (n == user) break;
    }
    if (!may_change) return accept();
    const ir::program q = move_nest(p, s, c, g);
    const ir::node_id at = q.find(consumer), q_top = top == ir::none ? ir::none : q.find(p.nodes[top].label);
    const int own = q.find_buffer(p.buffers[g.buffer].label);
    const analysis::touch_list all = analysis::touches_in(q, ir::child_towards(q, at, q_top));
    for (const analysis::touch& t : all) {
      if (t.write || q.accesses[q.nodes[t.operation].destination].buffer != own) continue;
      for (const analysis::touch& w : all) {
        if (!w.write || w.buffer != t.buffer || w.buffer == own) continue;
        if (analysis::meets_before(q, w, t, q_top))
          return reject_buffer(reason::inputs_change, q.buffers[w.buffer].label, producer);
        const ir::node_id broken = analysis::broken_promise(q, at, w.buffer);
        if (broken != ir::none)
          return reject_buffer(reason::dependence_is_carried, q.buffers[w.buffer].label,
                               q.nodes[broken].label);
      }
    }
    return accept();
  }

  static constexpr ir::program move_nest(ir::program p, ir::node_id s, ir::node_id c,
                                         const detail::producer_nest& g) {
    const auto& box = g.box.dimensions;
    for (int m = 0; m < p.nodes.size(); ++m) {
      if (g.dimension[m] == 0) continue;
      const auto n = static_cast<ir::node_id>(m);
      const int r = g.dimension[m] - 1;
      ir::affine index = box[r].start - g.base[r];
      if (detail::has_extent(box[r])) index.add(n, 1);
      ir::substitute(p, n, index, s);
    }
    // The buffer holds the box.
    analysis::for_each_use(p, ir::none, g.buffer, [&](ir::node_id, std::int16_t a) {
      ir::access x;
      x.buffer = static_cast<std::int16_t>(g.buffer);
      for (int r = 0; r < box.size(); ++r)
        if (detail::has_extent(box[r])) x.index.push(p.accesses[a].index[r] - box[r].start);
      p.accesses[a] = x;
    });
    ir::buffer& b = p.buffers[g.buffer];
    b.home = c;
    b.dimensions.clear();
    for (const analysis::footprint_dimension& d : box)
      if (detail::has_extent(d))
        b.dimensions.push({d.cap, d.cap == ir::unbounded ? d.symbol : -1, 1, 1, false});

    ir::detach(p, s);
    ir::attach(p, s, c, p.nodes[c].first_child);
    for (int m = 0; m < p.nodes.size(); ++m) {
      if (g.dimension[m] == 0) continue;
      const auto n = static_cast<ir::node_id>(m);
      const analysis::footprint_dimension& d = box[g.dimension[m] - 1];
      if (detail::has_extent(d)) {
        p.nodes[n].trips = ir::constant_extent(d.cap);
        p.nodes[n].trips.symbol = d.symbol;
        if (d.symbol >= 0) p.nodes[n].trips.origin = d.start;
        continue;
      }
      while (p.nodes[n].first_child != ir::none) {
        const ir::node_id child = p.nodes[n].first_child;
        ir::detach(p, child);
        ir::attach(p, child, p.nodes[n].parent, n);
      }
      ir::detach(p, n);
    }
    return ir::canonical(p);
  }
};
static_assert(transformation<compute_at_move>);

template <fixed_string Producer, fixed_string Consumer>
struct compute_at {
  static constexpr compute_at_move move{Producer, Consumer};
};

}  // namespace perfdojo
