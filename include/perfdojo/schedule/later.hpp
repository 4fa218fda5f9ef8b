// SPDX-License-Identifier: Apache-2.0
// later: a node that the first iteration of a scope does not need runs in the later ones only.
#pragma once

#include <perfdojo/analysis/coverage.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Gives child `position` (from 0) of scope `parent` the condition later(scope). `scope` is the parent or above it.
///
///     before                          after later<"k", "k", 0>
///     k 20                            k 20
///     | t[] = y[0]                    | t[] = y[0] if later(k)
///     | t[] = 0 if first(k)           | t[] = 0 if first(k)
///     | ...                           | ...
///
/// Legal when:   the child has no condition, and the next child has the condition first(scope), reads nothing that the child writes,
///               and overwrites all of it.
/// Rejects with: no_such_scope, no_such_child, scopes_are_not_nested, condition_depends_on_scope, first_iteration_needs_values.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     a register tile that the first k block starts from beta * C, and the others from C.
struct later_move {
  perfdojo::name scope;
  perfdojo::name parent;
  index_t position = 0;

  static constexpr std::string_view name = "later";
  static constexpr std::array parameters{domain::scope, domain::scope, domain::number};
  static constexpr std::tuple fields{&later_move::scope, &later_move::parent, &later_move::position};
  static constexpr bool reassociates = false;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope), above = p.find(parent);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    if (above == ir::none) return reject(reason::no_such_scope, parent);
    if (!ir::is_within(p, above, s)) return reject(reason::scopes_are_not_nested, parent);
    const int children = ir::child_count(p, above);
    if (position < 0 || position + 1 >= children)
      return reject(reason::no_such_child, parent, position, children);
    const ir::node_id n = child(p, above), f = p.nodes[n].next;
    if (p.nodes[n].when.scope != ir::none || p.nodes[f].when != ir::condition{s, true})
      return reject(reason::condition_depends_on_scope, scope);
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
        return reject_buffer(reason::first_iteration_needs_values, p.buffers[b].label, scope);
    }
    return accept();
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    p.nodes[child(p, p.find(parent))].when = {p.find(scope), false};
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

template <fixed_string Scope, fixed_string Parent, index_t Position>
struct later {
  static constexpr later_move move{Scope, Parent, Position};
};

}  // namespace perfdojo
