// SPDX-License-Identifier: Apache-2.0
// rfactor: a reduction gets one accumulator for each index of a scope, combined at the end.
#pragma once

#include <perfdojo/analysis/footprint.hpp>
#include <perfdojo/analysis/promises.hpp>
#include <perfdojo/analysis/numbers.hpp>
#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/transformation.hpp>
#include <perfdojo/schedule/new_name.hpp>

namespace perfdojo {

/// Replaces the accumulator of a reduction inside `around` by a private one with an element for each index of `scope`; the elements
/// start as the neutral element before `around` and are combined into the old accumulator after it.
///
///     before                          after rfactor<"j0", "j1", "t">
///     j0 N/4                          j1_b 4
///     | j1 4 bound N - 4*j0           | t[j1_b] = 0
///     | | s[] += x[4*j0+j1]           j0 N/4
///                                     | j1 4 bound N - 4*j0
///                                     | | t[j1] += x[4*j0+j1]
///                                     j1_c 4
///                                     | s[] += t[j1_c]
///
/// Legal when:   one operation below `scope` updates the accumulator by a reduction with a neutral element, nothing else in `around`
///               touches it, its element is the same for all of `around` and exists even if `around` runs nothing, and `scope`, at
///               or below `around` and above the operation, has a constant cap.
/// Rejects with: no_such_scope, scopes_are_not_nested, update_is_not_a_reduction, update_has_no_neutral, extent_is_not_constant,
///               extent_is_too_large, name_is_not_a_word, name_is_taken, condition_depends_on_scope, element_may_not_exist, dependence_is_carried,
///               capacity_exceeded.
/// Order:        reassociates.
/// Good for:     independent accumulators, one per lane and per unrolled step; threads. Costs: registers, a final combination.
/// Elsewhere:    rfactor (Halide, TVM).
struct rfactor_move {
  perfdojo::name around;
  perfdojo::name scope;
  perfdojo::name target;

  static constexpr std::string_view name = "rfactor";
  static constexpr std::array parameters{domain::scope, domain::scope, domain::new_name};
  static constexpr field_list<&rfactor_move::around, &rfactor_move::scope, &rfactor_move::target> fields{};
  static constexpr result_class worst_class = result_class::reassociates;

  /// As for register tiles: each element becomes code.
  static constexpr index_t max_elements = 1024;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id a = p.find(around), s = p.find(scope);
    if (a == ir::none) return reject(reason::no_such_scope, around);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    if (!ir::is_within(p, s, a)) return reject(reason::scopes_are_not_nested, scope);
    const ir::node_id n = reduction(p, a, s);
    if (n == ir::none) return reject(reason::update_is_not_a_reduction, scope);
    const ir::access& element = p.accesses[p.nodes[n].destination];
    const ir::buffer& b = p.buffers[element.buffer];
    if (!has_neutral(p, element.buffer, p.nodes[n].how))
      return reject_buffer(reason::update_has_no_neutral, b.label, scope);
    const analysis::footprint f = analysis::footprint_of(p, element, n, p.nodes[a].parent);
    if (!analysis::box_exists(p, f, b, p.nodes[a].parent))
      return reject_buffer(reason::element_may_not_exist, b.label, around);
    const ir::node& x = p.nodes[s];
    if (x.trips.cap == ir::unbounded || x.trips.count_of != ir::none || x.outside == ir::beyond::zero)
      return reject(reason::extent_is_not_constant, scope);
    if (x.trips.cap > max_elements)
      return reject(reason::extent_is_too_large, scope, max_elements, x.trips.cap);
    if (p.nodes[a].when.scope != ir::none) return reject(reason::condition_depends_on_scope, around);
    const perfdojo::name t = new_name(p, n);
    if (const verdict v = detail::check_new_name(p, t); !v.ok()) return v;
    if (const verdict room = detail::check_room(p, 4, 3, 2, 1); !room.ok()) return room;
    const ir::node_id above = p.nodes[a].parent;
    if (!analysis::stands_in_promises(p, above)) return accept();
    const ir::program q = apply(p);
    const ir::node_id broken =
        analysis::broken_promise(q, q.find(p.nodes[above].label), q.find_buffer(b.label));
    return broken == ir::none ? accept()
                              : reject_buffer(reason::dependence_is_carried, b.label, q.nodes[broken].label);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id a = p.find(around), s = p.find(scope), n = reduction(p, a, s);
    const ir::access accumulator = p.accesses[p.nodes[n].destination];
    const ir::update how = p.nodes[n].how;
    ir::buffer t;
    t.label = new_name(p, n);
    t.type = p.buffers[accumulator.buffer].type;
    t.where = ir::place::heap;
    t.home = p.nodes[a].parent;
    t.dimensions.push(ir::dimension{p.nodes[s].trips.cap, -1, 1, 1, false});
    const auto b = static_cast<std::int16_t>(p.buffers.push(t));
    p.accesses[p.nodes[n].destination] = element(b, s);

    ir::expression neutral;
    neutral.type = t.type;
    neutral.number = neutral_of(how, t.type);
    const ir::node_id start = nest(p, s);
    ir::node x;
    x.destination = static_cast<std::int16_t>(p.accesses.push(element(b, start)));
    x.value = static_cast<ir::expression_id>(p.expressions.push(neutral));
    ir::attach(p, static_cast<ir::node_id>(p.nodes.push(x)), start);
    ir::attach(p, start, p.nodes[a].parent, a);

    const ir::node_id end = nest(p, s);
    ir::expression load;
    load.what = ir::function::load;
    load.type = t.type;
    load.access = static_cast<std::int16_t>(p.accesses.push(element(b, end)));
    x = ir::node{};
    x.how = how;
    x.destination = static_cast<std::int16_t>(p.accesses.push(accumulator));
    x.value = static_cast<ir::expression_id>(p.expressions.push(load));
    ir::attach(p, static_cast<ir::node_id>(p.nodes.push(x)), end);
    ir::attach_after(p, end, a);
    return ir::canonical(p);
  }

private:
  constexpr perfdojo::name new_name(const ir::program& p, ir::node_id n) const {
    return target.empty() ? ir::suffixed(p.buffers[p.accesses[p.nodes[n].destination].buffer].label, 'r')
                          : target;
  }
  static constexpr ir::access element(std::int16_t buffer, ir::node_id scope) {
    ir::access a;
    a.buffer = buffer;
    a.index.push(ir::index_of(scope));
    return a;
  }
  // A detached scope over the elements.
  static constexpr ir::node_id nest(ir::program& p, ir::node_id s) {
    ir::node x;
    x.is_scope = true;
    x.label = ir::fresh_name(p, p.nodes[s].label);
    x.trips = ir::constant_extent(p.nodes[s].trips.cap);
    return static_cast<ir::node_id>(p.nodes.push(x));
  }

  // The operation below s that reduces into an element that stays the same for all of a, if nothing else in a touches its buffer.
  static constexpr ir::node_id reduction(const ir::program& p, ir::node_id a, ir::node_id s) {
    ir::node_id found = ir::none;
    bool single = true;
    ir::for_each_in(p, s, [&](ir::node_id n) {
      const ir::node& x = p.nodes[n];
      if (x.is_scope || !ir::reads_destination(x.how)) return;
      const ir::access& d = p.accesses[x.destination];
      for (const ir::affine& i : d.index)
        for (const ir::term& t : i.terms)
          if (ir::is_within(p, t.scope, a)) return;
      const ir::node_id home = p.buffers[d.buffer].home;
      if (home != ir::none && ir::is_within(p, home, a)) return;
      single = single && found == ir::none;
      found = n;
    });
    if (found == ir::none || !single) return ir::none;
    const int b = p.accesses[p.nodes[found].destination].buffer;
    bool alone = true;
    ir::for_each_in(p, a, [&](ir::node_id n) {
      if (p.nodes[n].is_scope) return;
      if (n != found && p.accesses[p.nodes[n].destination].buffer == b &&
          p.nodes[n].how != ir::update::prefetch)
        alone = false;
      ir::for_each_leaf(p, p.nodes[n].value,
                        [&](std::int16_t l) { alone = alone && p.accesses[l].buffer != b; });
    });
    return alone ? found : ir::none;
  }

  // max_number of NaNs alone is NaN: infinity is neutral only where the accumulator starts as a number. Where a minimum or maximum of
  // 64-bit integers starts is no double.
  static constexpr bool has_neutral(const ir::program& p, int buffer, ir::update how) {
    if (how == ir::update::add || how == ir::update::multiply) return true;
    const bool ignores_nan = how == ir::update::max_number || how == ir::update::min_number;
    const ir::element type = p.buffers[buffer].type;
    if (ignores_nan && ir::is_float(type)) return analysis::starts_as_number(p, buffer, how);
    return type != ir::element::i64;
  }
  static constexpr double neutral_of(ir::update how, ir::element type) {
    if (how == ir::update::add) return 0;
    if (how == ir::update::multiply) return 1;
    const bool upward = how == ir::update::max || how == ir::update::max_number;
    if (ir::is_float(type)) return upward ? -__builtin_inf() : __builtin_inf();
    return upward ? -0x1p31 : 0x1p31 - 1;
  }
};
static_assert(transformation<rfactor_move>);

template <fixed_string Around, fixed_string Scope, fixed_string Target = "">
struct rfactor {
  static constexpr rfactor_move move{Around, Scope, Target};
};

}  // namespace perfdojo
