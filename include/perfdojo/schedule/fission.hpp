// SPDX-License-Identifier: Apache-2.0
// fission: one scope becomes two, each with a part of the body.
#pragma once

#include <perfdojo/analysis/dependence.hpp>
#include <perfdojo/analysis/uses.hpp>
#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Splits the body of a scope after its first `count` children: the rest moves to a copy of the scope that stands behind it.
///
///     before               after fission<"i", 1>
///     i 30                 i 30
///     | y[i] = 2*x[i]      | y[i] = 2*x[i]
///     | z[i] = y[i]        i_b 30
///                          | z[i_b] = y[i_b]
///
/// Legal when:   both parts have a child, no iteration of the front part must wait for an earlier iteration of the back part,
///               and no buffer that lives in the scope is used by both parts.
/// Rejects with: no_such_scope, scope_has_one_child, no_such_child, live_range_exceeds_iteration, dependence_is_reversed,
///               capacity_exceeded.
/// Order:        the updates of one element by both parts may change order: reassociates.
/// Good for:     perfect nests, which interchange and vectorize want. Costs: values wait in memory.
/// Elsewhere:    fission (Exo); loop distribution in compilers.
struct fission_move {
  perfdojo::name scope;
  index_t count = 0;

  static constexpr std::string_view name = "fission";
  static constexpr std::array parameters{domain::scope, domain::number};
  static constexpr field_list<&fission_move::scope, &fission_move::count> fields{};
  static constexpr result_class worst_class = result_class::reassociates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    const int children = ir::child_count(p, s);
    if (children < 2) return reject(reason::scope_has_one_child, scope, count);
    if (count < 1 || count >= children) return reject(reason::no_such_child, scope, count, children);
    if (const verdict v = detail::check_room(p, 1); !v.ok()) return v;

    analysis::touch_list front, back;
    bool in_front[ir::program::max_buffers]{}, in_back[ir::program::max_buffers]{};
    int position = 0;
    for (ir::node_id c = p.nodes[s].first_child; c != ir::none; c = p.nodes[c].next) {
      const bool is_front = position++ < count;
      analysis::collect_touches(p, c, is_front ? front : back);
      for (int b = 0; b < p.buffers.size(); ++b)
        if (p.buffers[b].home == s && analysis::uses(p, c, b)) (is_front ? in_front : in_back)[b] = true;
    }
    for (int b = 0; b < p.buffers.size(); ++b)
      if (in_front[b] && in_back[b])
        return reject_buffer(reason::live_range_exceeds_iteration, p.buffers[b].label, scope);
    const analysis::finding reversed =
        analysis::between(p, front, back, {.scope = s, .at = analysis::order::greater});
    return reversed.conflicts()
               ? reject_buffer(reason::dependence_is_reversed, p.buffers[reversed.buffer].label, scope)
               : accept();
  }

  // Requires check(p).ok().
  // law: join of the two scopes gives the program back.
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(scope);
    ir::node_id last = p.nodes[s].first_child;
    for (index_t i = 1; i < count; ++i) last = p.nodes[last].next;
    ir::node copy = p.nodes[s];
    copy.label = ir::fresh_name(p, scope);
    copy.first_child = copy.parent = copy.next = ir::none;
    const ir::node_id t = static_cast<ir::node_id>(p.nodes.push(copy));
    ir::attach_after(p, t, s);
    while (p.nodes[last].next != ir::none) {
      const ir::node_id c = p.nodes[last].next;
      ir::detach(p, c);
      ir::attach(p, c, t);
    }
    ir::rename_scope(p, s, t, t);
    for (int b = 0; b < p.buffers.size(); ++b)
      if (p.buffers[b].home == s && analysis::uses(p, t, b)) p.buffers[b].home = t;
    return ir::canonical(p);
  }
};
static_assert(transformation<fission_move>);

template <fixed_string Scope, index_t Count>
struct fission {
  static constexpr fission_move move{Scope, Count};
};

}  // namespace perfdojo
