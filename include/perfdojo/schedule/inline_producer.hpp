// SPDX-License-Identifier: Apache-2.0
// inline_producer: a temporary is replaced by the expression that it holds.
#pragma once

#include <perfdojo/analysis/between.hpp>
#include <perfdojo/analysis/coverage.hpp>
#include <perfdojo/analysis/footprint.hpp>
#include <perfdojo/analysis/promises.hpp>
#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/packed_value.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Puts the expression that the one assignment to a private buffer stores in the place of every load of the buffer. The assignment,
/// and the scopes that have nothing else to do, vanish.
///
///     before                          after inline_producer<"t">
///     i 30                            i_b 29
///     | t[i] = 2*x[i]                 | y[i_b] = 2*x[i_b+1] + 1
///     i_b 29
///     | y[i_b] = t[i_b+1] + 1
///
/// Legal when:   one plain assignment writes the buffer and does not read it; each load finds, within one iteration of the innermost
///               scope around both, that the assignment wrote the element before; the element determines all indices of the
///               expression; and what the expression reads has not changed in between.
/// Rejects with: no_such_buffer, buffer_is_an_argument, producer_is_not_unique, scope_is_not_sequential (zeros are written around),
///               live_range_exceeds_iteration, producer_depends_on_scope, inputs_change, dependence_is_carried, capacity_exceeded.
/// Order:        no reduction changes.
/// Good for:     cheap expressions: no store, no load. Costs: the expression once per load.
/// Elsewhere:    compute_inline (Halide, TVM), inline_assign (Exo), set_inline (Tiramisu).
struct inline_producer_move {
  perfdojo::name buffer;

  static constexpr std::string_view name = "inline_producer";
  static constexpr std::array parameters{domain::buffer};
  static constexpr field_list<&inline_producer_move::buffer> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const int b = p.find_buffer(buffer);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    if (!p.buffers[b].is_private()) return reject_buffer(reason::buffer_is_an_argument, buffer);
    const ir::node_id producer = find_producer(p, b);
    if (producer == ir::none || detail::load_in(p, p.nodes[producer].value, b) >= 0)
      return reject_buffer(reason::producer_is_not_unique, buffer);
    for (ir::node_id z = p.nodes[producer].parent; z != ir::none; z = p.nodes[z].parent)
      if (p.nodes[z].outside == ir::beyond::zero)
        return reject(reason::scope_is_not_sequential, p.nodes[z].label);
    if (const verdict v = check_room(p, b, producer); !v.ok()) return v;
    ir::program q = p;  // with the loads replaced, and the assignment still there
    for (int n = 0; n < p.nodes.size(); ++n) {
      const ir::node& x = p.nodes[n];
      if (x.is_scope || detail::load_in(p, x.value, b) < 0) continue;
      if (const verdict v = check_consumer(p, q, b, producer, static_cast<ir::node_id>(n)); !v.ok()) return v;
    }
    return accept();
  }

  // Requires check(p).ok().
  // law: the program has one assignment and one buffer less.
  constexpr ir::program apply(ir::program p) const {
    const int b = p.find_buffer(buffer);
    ir::node_id n = find_producer(p, b);
    perfdojo::name culprit;
    for (int i = 0; i < p.nodes.size(); ++i)
      if (!p.nodes[i].is_scope) replace_loads(p, b, n, static_cast<ir::node_id>(i), culprit);
    do {
      const ir::node_id parent = p.nodes[n].parent;
      ir::detach(p, n);
      n = parent;
    } while (n != ir::none && p.nodes[n].first_child == ir::none);
    return ir::canonical(p);
  }

private:
  static constexpr perfdojo::name scope_above(const ir::program& p, ir::node_id n) {
    return p.nodes[n].parent == ir::none ? perfdojo::name() : p.nodes[p.nodes[n].parent].label;
  }
  // The one assignment to buffer b, or none.
  static constexpr ir::node_id find_producer(const ir::program& p, int b) {
    ir::node_id found = ir::none;
    for (int n = 0; n < p.nodes.size(); ++n) {
      const ir::node& x = p.nodes[n];
      if (x.is_scope || p.accesses[x.destination].buffer != b) continue;
      if (found != ir::none || x.how != ir::update::assign) return ir::none;
      found = static_cast<ir::node_id>(n);
    }
    return found;
  }

  static constexpr verdict check_room(const ir::program& p, int b, ir::node_id producer) {
    int loads = 0, accesses = 0, expressions = 0;
    for (const ir::node& x : p.nodes)
      if (!x.is_scope)
        ir::for_each_leaf(p, x.value, [&](std::int16_t a) { loads += p.accesses[a].buffer == b; });
    detail::count_expression(p, p.nodes[producer].value, accesses, expressions);
    return detail::check_room(p, 0, loads * accesses, loads * expressions);
  }

  constexpr verdict check_consumer(const ir::program& p, ir::program& q, int b, ir::node_id producer,
                                   ir::node_id consumer) const {
    const ir::node_id top = ir::common_ancestor(p, producer, consumer);
    const auto too_long = [&] {
      return reject_buffer(reason::live_range_exceeds_iteration, buffer,
                           top == ir::none ? perfdojo::name() : p.nodes[top].label);
    };
    if (!ir::stands_before(p, producer, consumer)) return too_long();
    const analysis::touch_list touches = analysis::touches_in(p, consumer);
    const analysis::touch written = analysis::make_touch(p, producer, p.nodes[producer].destination, true);
    for (const analysis::touch& t : touches)
      if (!t.write && t.buffer == b && !is_written(p, written, t, top)) return too_long();

    perfdojo::name culprit;
    const int old_accesses = q.accesses.size();
    if (!replace_loads(q, b, producer, consumer, culprit))
      return reject_buffer(reason::producer_depends_on_scope, buffer, culprit);
    for (int a = old_accesses; a < q.accesses.size(); ++a) {
      const int read = q.accesses[a].buffer;
      if (read < 0) continue;
      if (const ir::node_id home = q.buffers[read].home;
          home != ir::none && !ir::is_within(p, consumer, home))
        return reject_buffer(reason::live_range_exceeds_iteration, q.buffers[read].label,
                             p.nodes[home].label);
      const analysis::touch late = analysis::make_touch(q, consumer, static_cast<std::int16_t>(a), false);
      for (const analysis::touch& early : analysis::touches_in(q, producer))
        if (!early.write && early.buffer == read && analysis::changes_between(q, early, late, top))
          return reject_buffer(reason::inputs_change, q.buffers[read].label, scope_above(p, producer));
      if (!detail::is_written(q, read)) continue;
      const ir::node_id broken = analysis::broken_promise(q, q.nodes[consumer].parent, read);
      if (broken != ir::none)
        return reject_buffer(reason::dependence_is_carried, q.buffers[read].label, q.nodes[broken].label);
    }
    return accept();
  }

  // Did the assignment write each element that the load reads, in the same iteration of top, and does the element keep it?
  static constexpr bool is_written(const ir::program& p, const analysis::touch& w,
                                   const analysis::touch& read, ir::node_id top) {
    const ir::buffer& b = p.buffers[w.buffer];
    for (int r = 0; r < b.rank(); ++r)
      for (const ir::term& t : p.accesses[w.access].index[r].terms)
        if (b.dimensions[r].reused && analysis::is_inside(p, t.scope, top)) return false;
    if (analysis::covers(p, w, read, top)) return true;
    const analysis::footprint all = analysis::footprint_of(p, p.accesses[w.access], w.operation, top);
    return all.exact && all.certain &&
           analysis::contains(all, analysis::footprint_of(p, p.accesses[read.access], read.operation, top));
  }

  // Replaces all loads of buffer b in the consumer. False if an index of the expression is not determined by the element: that of
  // scope `culprit`.
  static constexpr bool replace_loads(ir::program& p, int b, ir::node_id producer, ir::node_id consumer,
                                      perfdojo::name& culprit) {
    bool solved = true;
    const auto visit = [&](auto&& self, ir::expression_id e) -> void {
      if (e < 0) return;
      for (int i = 0; i < ir::operand_count(p.expressions[e].what); ++i)
        self(self, p.expressions[e].operands[i]);
      const std::int16_t load = p.expressions[e].access;
      if (load < 0 || p.accesses[load].buffer != b) return;
      const ir::expression_id copy = ir::copy_expression(p, p.nodes[producer].value);
      ir::for_each_leaf(p, copy, [&](std::int16_t a) {
        for (ir::affine& f : p.accesses[a].index)
          solved = solved && solve(p, producer, consumer, p.accesses[load], f, culprit);
      });
      p.expressions[e] = p.expressions[copy];
    };
    visit(visit, p.nodes[consumer].value);
    return solved;
  }

  // Rewrites f, an index of the assignment, for the element that `load` reads: each dimension says destination == load.
  static constexpr bool solve(const ir::program& p, ir::node_id producer, ir::node_id consumer,
                              const ir::access& load, ir::affine& f, perfdojo::name& culprit) {
    const auto is_own = [&](ir::node_id s) {
      return ir::is_within(p, producer, s) && !ir::is_within(p, consumer, s);
    };
    const ir::access& to = p.accesses[p.nodes[producer].destination];
    index_t coefficient[ir::program::max_nodes]{};
    index_t constant = f.constant;
    for (const ir::term& t : f.terms) coefficient[t.scope] = t.coefficient;
    const auto add = [&](const ir::affine& g, index_t factor) {
      constant += factor * g.constant;
      for (const ir::term& t : g.terms) coefficient[t.scope] += factor * t.coefficient;
    };
    for (int r = 0; r < to.index.size(); ++r) {
      // The innermost scope of this dimension that is the assignment's own.
      const ir::affine& d = to.index[r];
      for (int i = d.terms.size() - 1; i >= 0; --i) {
        const ir::node_id s = d.terms[i].scope;
        if (coefficient[s] == 0 || !is_own(s)) continue;
        if (coefficient[s] % d.terms[i].coefficient != 0) break;
        const index_t factor = coefficient[s] / d.terms[i].coefficient;
        add(d, -factor);
        add(load.index[r], factor);
        break;
      }
    }
    ir::affine result = ir::constant_index(constant);
    for (int s = 0; s < p.nodes.size(); ++s) {
      if (coefficient[s] == 0) continue;
      const auto n = static_cast<ir::node_id>(s);
      if (result.terms.full() || is_own(n)) {
        culprit = p.nodes[s].label;
        return false;
      }
      result.add(n, coefficient[s]);
    }
    f = result;
    return true;
  }
};
static_assert(transformation<inline_producer_move>);

template <fixed_string Buffer>
struct inline_producer {
  static constexpr inline_producer_move move{Buffer};
};

}  // namespace perfdojo
