// SPDX-License-Identifier: Apache-2.0
// reorder: two neighbouring siblings change places.
#pragma once

#include <perfdojo/analysis/dependence.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Exchanges child `position` (from 0) of scope `parent` and the child after it. An empty parent means the top level.
///
///     before                 after reorder<"i", 0>
///     i 30                   i 30
///     | y[i] = 2*x[i]        | z[i] = 3*x[i]
///     | z[i] = 3*x[i]        | y[i] = 2*x[i]
///
/// Legal when:   both children exist and do not depend on each other within one iteration of the parent.
/// Rejects with: no_such_scope, no_such_child, dependence_is_reversed.
/// Order:        the updates of one element by both children change order: reassociates.
/// Good for:     bringing together what join wants side by side.
/// Elsewhere:    reorder_stmts (Exo), after and before (Tiramisu).
struct reorder_move {
  perfdojo::name parent;
  index_t position = 0;

  static constexpr std::string_view name = "reorder";
  static constexpr std::array parameters{domain::scope_or_top, domain::number};
  static constexpr field_list<&reorder_move::parent, &reorder_move::position> fields{};
  static constexpr result_class worst_class = result_class::reassociates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = parent.empty() ? ir::none : p.find(parent);
    if (s == ir::none && !parent.empty()) return reject(reason::no_such_scope, parent);
    const int children = ir::child_count(p, s);
    if (position < 0 || position + 1 >= children)
      return reject(reason::no_such_child, parent, position, children);
    const ir::node_id a = child(p, s), b = p.nodes[a].next;
    const analysis::finding found = analysis::between(p, a, b, {.scope = s, .at = analysis::order::equal});
    return found.conflicts()
               ? reject_buffer(reason::dependence_is_reversed, p.buffers[found.buffer].label, parent)
               : accept();
  }

  // Requires check(p).ok().
  // law: reorder twice gives the program back.
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = parent.empty() ? ir::none : p.find(parent);
    const ir::node_id a = child(p, s), b = p.nodes[a].next;
    ir::detach(p, a);
    ir::attach_after(p, a, b);
    return ir::canonical(p);
  }

private:
  constexpr ir::node_id child(const ir::program& p, ir::node_id s) const {
    ir::node_id c = p.first_child(s);
    for (index_t i = 0; i < position; ++i) c = p.nodes[c].next;
    return c;
  }
};
static_assert(transformation<reorder_move>);

template <fixed_string Parent, index_t Position>
struct reorder {
  static constexpr reorder_move move{Parent, Position};
};

}  // namespace perfdojo
