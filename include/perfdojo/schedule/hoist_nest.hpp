// SPDX-License-Identifier: Apache-2.0
// hoist_nest: what every iteration of a scope does anew, and with the same result, is done once before the scope.
#pragma once

#include <perfdojo/analysis/coverage.hpp>
#include <perfdojo/analysis/uses.hpp>
#include <perfdojo/analysis/value.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Moves the first `count` children of a scope, operations and nests, in front of the scope.
///
///     before                            after hoist_nest<"i", 2>
///     i M                               s[] = 0
///     | s[] = 0                         k K
///     | k K                             | s[] += x[k]
///     | | s[] += x[k]                   i M
///     | y[i] *= s[]                     | y[i] *= s[]
///
/// Buffers that lived in the scope and are used by these children live outside of it afterwards.
/// Legal when:   nothing in these children depends on the index of the scope; what they read of what they write they have written before, so that
///               they can be repeated; the rest of the body writes nothing that they touch. Where the scope may run nothing, they write
///               private buffers that only the scope uses and that live no longer, and the elements that they touch exist.
/// Rejects with: no_such_scope, scope_has_one_child, no_such_child, scope_is_not_sequential (an instruction, or zeros are written around),
///               extent_is_empty, condition_depends_on_scope (the conditions of scope and child differ), child_depends_on_scope,
///               live_range_exceeds_iteration, dependence_is_carried, scope_may_not_run, element_may_not_exist, value_may_not_exist.
/// Order:        no reduction changes.
/// Good for:     sums, packed panels and tables that do not change. Costs: memory, if they wait there; work in vain where the scope runs nothing.
/// Elsewhere:    loop-invariant code motion of compilers; fission and remove_loop (Exo); compute_at further out (Halide, TVM).
struct hoist_nest_move {
  perfdojo::name scope;
  index_t count = 0;

  static constexpr std::string_view name = "hoist_nest";
  static constexpr std::array parameters{domain::scope, domain::number};
  static constexpr field_list<&hoist_nest_move::scope, &hoist_nest_move::count> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  /// What can be said of the scope and its first child.
  static constexpr int leading = 1;
  constexpr verdict check_leading(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    if (ir::child_count(p, s) < 2) return reject(reason::scope_has_one_child, scope);
    if (p.nodes[s].kind == ir::scope_kind::tensor) return reject(reason::scope_is_not_sequential, scope);
    for (ir::node_id z = s; z != ir::none; z = p.nodes[z].parent)
      if (p.nodes[z].outside == ir::beyond::zero)
        return reject(reason::scope_is_not_sequential, p.nodes[z].label);
    if (p.nodes[s].trips.cap < 1) return reject(reason::extent_is_empty, scope);
    return check_child(p, s, p.nodes[s].first_child, 0);
  }

  constexpr verdict check(const ir::program& p) const {
    if (const verdict v = check_leading(p); !v.ok()) return v;
    const ir::node_id s = p.find(scope);
    const int children = ir::child_count(p, s);
    if (count < 1 || count >= children) return reject(reason::no_such_child, scope, count, children);
    analysis::touch_list front, back;
    bool moves[ir::program::max_buffers]{};  // buffers that will live longer
    int position = 0;
    for (ir::node_id c = p.nodes[s].first_child; c != ir::none; c = p.nodes[c].next, ++position) {
      analysis::collect_touches(p, c, position < count ? front : back);
      if (position >= count) continue;
      if (const verdict v = check_child(p, s, c, position); !v.ok()) return v;
      for (int b = 0; b < p.buffers.size(); ++b)
        moves[b] = moves[b] || (p.buffers[b].home == s && analysis::uses(p, c, b));
    }
    for (const analysis::touch& w : back)
      if (w.write && moves[w.buffer])
        return reject_buffer(reason::live_range_exceeds_iteration, p.buffers[w.buffer].label, scope);
    if (const verdict v = check_order(p, s, front, back); !v.ok()) return v;
    return analysis::detail::runs_once(p, s) ? accept() : check_in_vain(p, s, front);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(const ir::program& p) const { return ir::canonical(moved(p, p.find(scope))); }

private:
  // Ids stay.
  constexpr ir::program moved(ir::program p, ir::node_id s) const {
    const ir::node_id above = p.nodes[s].parent;
    for (index_t i = 0; i < count; ++i) {
      const ir::node_id c = p.nodes[s].first_child;
      for (int b = 0; b < p.buffers.size(); ++b)
        if (p.buffers[b].home == s && analysis::uses(p, c, b)) p.buffers[b].home = above;
      p.nodes[c].when = p.nodes[s].when.scope == ir::none ? p.nodes[c].when : p.nodes[s].when;
      ir::detach(p, c);
      ir::attach(p, c, above, s);
    }
    return p;
  }

  // Does nothing in child c depend on the index of s, and can it have the condition of s?
  static constexpr verdict check_child(const ir::program& p, ir::node_id s, ir::node_id c, int position) {
    const ir::condition &outer = p.nodes[s].when, &own = p.nodes[c].when;
    if (outer.scope != ir::none && own.scope != ir::none && outer != own)
      return reject(reason::condition_depends_on_scope, p.nodes[s].label);
    bool depends = false;
    ir::for_each_in(p, c, [&](ir::node_id n) {
      const ir::node& x = p.nodes[n];
      depends = depends || x.when.scope == s || x.trips.count_of == s || ir::mentions(x.trips.origin, s);
      if (x.is_scope) return;
      const auto look = [&](std::int16_t a) { depends = depends || ir::is_indexed_by(p.accesses[a], s); };
      look(x.destination);
      ir::for_each_leaf(p, x.value, look);
    });
    return depends ? reject(reason::child_depends_on_scope, p.nodes[s].label, position) : accept();
  }

  // May the front part be done once for all iterations?
  static constexpr verdict check_order(const ir::program& p, ir::node_id s, const analysis::touch_list& front,
                                       const analysis::touch_list& back) {
    const ir::node_id top = p.nodes[s].parent;
    const analysis::relation same{
        .scope = top, .at = top == ir::none ? analysis::order::any : analysis::order::equal, .shared = s};
    const auto refuse = [&](const analysis::touch& t) {
      return reject_buffer(reason::dependence_is_carried, p.buffers[t.buffer].label, p.nodes[s].label);
    };
    for (const analysis::touch& f : front) {
      for (const analysis::touch& w : back) {
        if (w.write && w.buffer == f.buffer && analysis::may_meet(p, w, f, same)) return refuse(f);
      }
      if (f.write && !ir::reads_destination(f.how)) continue;
      bool is_changed = false, is_set = false;
      for (const analysis::touch& w : front) {
        if (!w.write || w.buffer != f.buffer) continue;
        is_changed = is_changed || analysis::may_meet(p, w, f, same);
        is_set = is_set || (w.how == ir::update::assign && w.operation != f.operation &&
                            ir::stands_before(p, w.operation, f.operation) &&
                            analysis::covers(p, w, f, ir::common_ancestor(p, w.operation, f.operation)));
      }
      if (is_changed && !is_set) return refuse(f);
    }
    return accept();
  }

  // May the front part be done although the scope runs nothing?
  constexpr verdict check_in_vain(const ir::program& p, ir::node_id s,
                                  const analysis::touch_list& front) const {
    const ir::node_id top = p.nodes[s].parent;
    const ir::program q = moved(p, s);
    for (const analysis::touch& t : front) {
      const ir::buffer& b = q.buffers[t.buffer];
      bool is_private = b.is_private() && b.home == top;
      analysis::for_each_use(p, ir::none, t.buffer, [&](ir::node_id n, std::int16_t) {
        is_private = is_private && ir::is_within(p, n, s);
      });
      if (t.write && !is_private) return reject_buffer(reason::scope_may_not_run, b.label, scope);
      analysis::footprint f = analysis::footprint_of(q, q.accesses[t.access], t.operation, top);
      f.certain = false;
      if (!analysis::box_exists(q, f, b, top))
        return reject_buffer(reason::element_may_not_exist, b.label, scope);
      if (t.write && !analysis::is_always_defined(q, q.nodes[t.operation].value))
        return reject(reason::value_may_not_exist, scope);
    }
    return accept();
  }
};
static_assert(transformation<hoist_nest_move>);

template <fixed_string Scope, index_t Count>
struct hoist_nest {
  static constexpr hoist_nest_move move{Scope, Count};
};

}  // namespace perfdojo
