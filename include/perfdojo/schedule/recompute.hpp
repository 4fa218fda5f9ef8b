// SPDX-License-Identifier: Apache-2.0
// recompute: a reader of a temporary gets a copy of the nest that fills it, and a temporary of its own.
#pragma once

#include <perfdojo/analysis/dependence.hpp>
#include <perfdojo/analysis/uses.hpp>
#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/new_name.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Puts a copy of the nest `producer`, which fills a private buffer, directly before scope `consumer`. The copy fills the new buffer `target`,
/// and the consumer reads that.
///
///     before                 after recompute<"i", "k", "u">
///     i 30                   i 30
///     | t[i] = exp(x[i])     | t[i] = exp(x[i])
///     j 30                   j 30
///     | y[j] = t[j]          | y[j] = t[j]
///     k 30                   i_b 30
///     | z[k] = t[k]*t[0]     | u[i_b] = exp(x[i_b])
///                            k 30
///                            | z[k] = u[k]*u[0]
///
/// Legal when:   the nest stands before the consumer below one parent and alone writes one private buffer, which the consumer reads and
///               something else does too; no other buffer lives in the nest; and what it reads has not changed in its new place.
/// Rejects with: no_such_scope, scopes_are_not_siblings, producer_is_not_unique, live_range_exceeds_iteration, buffer_is_not_accessed,
///               buffer_has_one_reader, inputs_change, name_is_not_a_word, name_is_taken, capacity_exceeded.
/// Order:        no reduction changes.
/// Good for:     a producer in each of its consumers: compute_at and inline_producer follow. Costs: everything is computed twice.
/// Elsewhere:    clone_in (Halide).
struct recompute_move {
  perfdojo::name producer;
  perfdojo::name consumer;
  perfdojo::name target;

  static constexpr std::string_view name = "recompute";
  static constexpr std::array parameters{domain::scope, domain::scope, domain::new_name};
  static constexpr field_list<&recompute_move::producer, &recompute_move::consumer, &recompute_move::target>
      fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  /// What can be said of the producer alone.
  static constexpr int leading = 1;
  constexpr verdict check_leading(const ir::program& p) const {
    const ir::node_id s = p.find(producer);
    if (s == ir::none) return reject(reason::no_such_scope, producer);
    const int b = filled_buffer(p, s);
    if (b < 0) return reject(reason::producer_is_not_unique, producer);
    bool is_written = false;
    analysis::for_each_use(p, ir::none, b, [&](ir::node_id n, std::int16_t a) {
      is_written = is_written || (!ir::is_within(p, n, s) && writes(p, n, a));
    });
    if (is_written) return reject_buffer(reason::producer_is_not_unique, p.buffers[b].label, producer);
    for (const ir::buffer& x : p.buffers)
      if (ir::lives_in(p, x, s))
        return reject_buffer(reason::live_range_exceeds_iteration, x.label, producer);
    return accept();
  }

  constexpr verdict check(const ir::program& p) const {
    if (const verdict v = check_leading(p); !v.ok()) return v;
    const ir::node_id s = p.find(producer), c = p.find(consumer);
    if (c == ir::none) return reject(reason::no_such_scope, consumer);
    if (p.nodes[c].parent != p.nodes[s].parent || c == s || !ir::stands_before(p, s, c))
      return reject(reason::scopes_are_not_siblings, producer);
    const int b = filled_buffer(p, s);
    bool here = false, elsewhere = false;
    analysis::for_each_use(p, ir::none, b, [&](ir::node_id n, std::int16_t a) {
      if (p.nodes[n].destination == a || ir::is_within(p, n, s)) return;
      (ir::is_within(p, n, c) ? here : elsewhere) = true;
    });
    if (!here) return reject_buffer(reason::buffer_is_not_accessed, p.buffers[b].label, consumer);
    if (!elsewhere) return reject_buffer(reason::buffer_has_one_reader, p.buffers[b].label, consumer);
    if (const verdict v = detail::check_new_name(p, new_name(p, b)); !v.ok()) return v;
    if (const verdict v = detail::check_room(p, 0, 0, 0, 1); !v.ok()) return v;
    if (const verdict v = detail::check_room_for_copy(p, s, 0); !v.ok()) return v;
    return check_inputs(p, s, c, b);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(producer), c = p.find(consumer);
    const int b = filled_buffer(p, s);
    ir::buffer own = p.buffers[b];
    own.label = new_name(p, b);
    const auto t = static_cast<std::int16_t>(p.buffers.push(own));
    const ir::node_id copy = ir::copy_subtree(p, s);
    ir::attach(p, copy, p.nodes[s].parent, c);
    for (const ir::node_id n : {copy, c})
      analysis::for_each_use(p, n, b, [&](ir::node_id, std::int16_t a) { p.accesses[a].buffer = t; });
    return ir::canonical(p);
  }

private:
  constexpr perfdojo::name new_name(const ir::program& p, int b) const {
    return target.empty() ? ir::fresh_name(p, p.buffers[b].label) : target;
  }
  static constexpr bool writes(const ir::program& p, ir::node_id n, std::int16_t a) {
    return p.nodes[n].destination == a && p.nodes[n].how != ir::update::prefetch;
  }
  // The one buffer that the nest writes, if it is private; else -1.
  static constexpr int filled_buffer(const ir::program& p, ir::node_id s) {
    int b = -1;
    bool is_one = true;
    ir::for_each_in(p, s, [&](ir::node_id n) {
      if (p.nodes[n].is_scope || p.nodes[n].how == ir::update::prefetch) return;
      const int to = p.accesses[p.nodes[n].destination].buffer;
      is_one = is_one && (b < 0 || b == to);
      b = to;
    });
    return is_one && b >= 0 && p.buffers[b].is_private() ? b : -1;
  }

  // The copy goes through the same values as the nest, each time a little later, if what it reads of other buffers is the same then.
  constexpr verdict check_inputs(const ir::program& p, ir::node_id s, ir::node_id c, int b) const {
    const ir::node_id top = p.nodes[s].parent;
    const analysis::relation same{.scope = top,
                                  .at = top == ir::none ? analysis::order::any : analysis::order::equal};
    const analysis::touch_list nest = analysis::touches_in(p, s);
    for (ir::node_id n = p.nodes[s].next; n != c; n = p.nodes[n].next)
      for (const analysis::touch& w : analysis::touches_in(p, n))
        for (const analysis::touch& t : nest)
          if (w.write && !t.write && t.buffer != b && w.buffer == t.buffer &&
              analysis::may_meet(p, w, t, same))
            return reject_buffer(reason::inputs_change, p.buffers[w.buffer].label, producer);
    return accept();
  }
};
static_assert(transformation<recompute_move>);

template <fixed_string Producer, fixed_string Consumer, fixed_string Target = "">
struct recompute {
  static constexpr recompute_move move{Producer, Consumer, Target};
};

}  // namespace perfdojo
