// SPDX-License-Identifier: Apache-2.0
// later: a node that the first iteration of a scope does not need runs in the later ones only.
#pragma once

#include <perfdojo/analysis/coverage.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Gives child `position` (from 0) of scope `parent` the condition later(s), where the child after it has the condition first(s).
///
///     before                          after later<"k", 0>
///     k 20                            k 20
///     | t[] = y[0]                    | t[] = y[0] if later(k)
///     | t[] = 0 if first(k)           | t[] = 0 if first(k)
///     | ...                           | ...
///
/// Legal when:   the child has no condition, and the next one reads nothing that the child writes, and overwrites all of it.
/// Rejects with: no_such_scope, no_such_child, condition_depends_on_scope (not on first of any), first_iteration_needs_values.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     a register tile that the first k block starts from beta * C, and the others from C.
/// Elsewhere:    add_unsafe_guard (Exo), which checks nothing.
struct later_move {
  perfdojo::name parent;
  index_t position = 0;

  static constexpr std::string_view name = "later";
  static constexpr std::array parameters{domain::scope, domain::number};
  static constexpr field_list<&later_move::parent, &later_move::position> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id above = p.find(parent);
    if (above == ir::none) return reject(reason::no_such_scope, parent);
    const int children = ir::child_count(p, above);
    if (position < 0 || position + 1 >= children)
      return reject(reason::no_such_child, parent, position, children);
    const ir::node_id n = child(p, above), f = p.nodes[n].next;
    const ir::condition& when = p.nodes[f].when;
    if (p.nodes[n].when.scope != ir::none || when.scope == ir::none || !when.first)
      return reject(reason::condition_depends_on_scope, parent);
    const analysis::touch_list writes = analysis::touches_in(p, n), over = analysis::touches_in(p, f);
    for (const analysis::touch& w : writes) {
      if (!w.write) continue;
      const int b = p.accesses[w.access].buffer;
      bool covered = false, is_read = false;
      for (const analysis::touch& o : over) {
        if (p.accesses[o.access].buffer != b) continue;
        const bool assigns = o.write && o.how == ir::update::assign;
        is_read = is_read || !assigns;
        covered = covered || (assigns && analysis::covers(p, o, w, above, f));
      }
      if (!covered || is_read)
        return reject_buffer(reason::first_iteration_needs_values, p.buffers[b].label,
                             p.nodes[when.scope].label);
    }
    return accept();
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id n = child(p, p.find(parent));
    p.nodes[n].when = {p.nodes[p.nodes[n].next].when.scope, false};
    return ir::canonical(p);
  }

private:
  constexpr ir::node_id child(const ir::program& p, ir::node_id above) const {
    ir::node_id c = p.first_child(above);
    for (index_t i = 0; i < position; ++i) c = p.nodes[c].next;
    return c;
  }
};
static_assert(transformation<later_move>);

template <fixed_string Parent, index_t Position>
struct later {
  static constexpr later_move move{Parent, Position};
};

}  // namespace perfdojo
