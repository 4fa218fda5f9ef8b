// SPDX-License-Identifier: Apache-2.0
// common_subexpression: a value that stands in several places of a body is computed once.
#pragma once

#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/stored_value.hpp>
#include <perfdojo/schedule/transformation.hpp>
#include <perfdojo/schedule/new_name.hpp>

namespace perfdojo {

/// Computes value number `which` (from 0) of those that stand more than once among the operations directly below `scope` in front of the
/// first of them, into a private buffer, and reads that in all of these places.
///
///     before                      after common_subexpression<"i", 0, "t">
///     i 300                       heap t f32 [] in i
///     | y[i] = exp(x[i])*a[i]     i 300
///     | z[i] = exp(x[i]) + 1      | t[] = exp(x[i])
///                                 | y[i] = t[]*a[i]
///                                 | z[i] = t[] + 1
///
/// Values count in the order of the text, the largest first; loads and constants alone do not count. Up to 64 iterations have an element
/// each, so that the scope can become a vector; others share one, in the scope.
/// Legal when:   the scope has such a value, which nothing changes between its places; and one of them runs in every iteration, outside of
///               branches of a select, or the elements that it reads exist and it is defined for every content of them.
/// Rejects with: no_such_scope, no_such_value, value_may_not_exist, name_is_not_a_word, name_is_taken, capacity_exceeded.
/// Order:        no reduction changes.
/// Good for:     functions and divisions. Costs: an element; a load is not cheaper than an addition.
/// Elsewhere:    common subexpression elimination (a pass of Halide and TVM); bind_expr (Exo).
struct common_subexpression_move {
  perfdojo::name scope;
  index_t which = 0;
  perfdojo::name target;

  static constexpr std::string_view name = "common_subexpression";
  static constexpr std::array parameters{domain::scope, domain::number, domain::new_name};
  static constexpr field_list<&common_subexpression_move::scope, &common_subexpression_move::which,
                              &common_subexpression_move::target>
      fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    const detail::value_list found = common_values(p, s);
    if (which < 0 || which >= found.size()) return reject(reason::no_such_value, scope, which, found.size());
    int count = 0;
    bool may_be_computed = false;
    for (const analysis::value_site& v : places_of(p, s, found[static_cast<int>(which)])) {
      ++count;
      may_be_computed = may_be_computed || analysis::may_be_computed(p, v, s);
    }
    if (!may_be_computed) return reject(reason::value_may_not_exist, scope, which);
    const perfdojo::name t = new_name(p);
    if (const verdict v = detail::check_new_name(p, t); !v.ok()) return v;
    return detail::check_room(p, 1, count + 1, 1, 1);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(scope);
    const analysis::value_site first = common_values(p, s)[static_cast<int>(which)];
    const site_list places = places_of(p, s, first);
    const ir::node& x = p.nodes[s];
    const bool has_elements = x.trips.cap <= ir::max_unrolled_extent;
    ir::access t =
        detail::new_scalar(p, new_name(p), p.expressions[first.value].type, has_elements ? x.parent : s);
    if (has_elements) {
      p.buffers[t.buffer].dimensions.push({larger(x.trips.cap, 1), -1, 1, 1, false});
      t.index.push(ir::index_of(s));
    }
    const ir::expression value = p.expressions[first.value];
    const ir::node_id n = ir::build_operation(p, t, ir::update::assign,
                                              static_cast<ir::expression_id>(p.expressions.push(value)));
    for (const analysis::value_site& v : places) detail::replace_by_load(p, v.value, p.nodes[n].destination);
    ir::attach(p, n, s, first.operation);
    return ir::canonical(p);
  }

private:
  using site_list = fixed_vector<analysis::value_site, ir::program::max_expressions>;

  constexpr perfdojo::name new_name(const ir::program& p) const {
    return target.empty() ? ir::fresh_name(p, ir::suffixed(scope, 'v')) : target;
  }

  // Does node n write an element that the value reads, in the same iteration of s?
  static constexpr bool changes(const ir::program& p, ir::node_id s, ir::node_id n,
                                const analysis::value_site& v) {
    bool found = false;
    const analysis::touch_list touches = analysis::touches_in(p, n);
    ir::for_each_leaf(p, v.value, [&](std::int16_t a) {
      if (p.accesses[a].buffer < 0) return;
      const analysis::touch read = analysis::make_touch(p, v.operation, a, false);
      for (const analysis::touch& w : touches)
        found = found || (w.write && w.buffer == read.buffer &&
                          analysis::may_meet(p, w, read, {.scope = s, .at = analysis::order::equal}));
    });
    return found;
  }
  // The value and those that are identical, from its operation to the one that changes what it reads.
  static constexpr site_list places_of(const ir::program& p, ir::node_id s, const analysis::value_site& v) {
    site_list places;
    for (ir::node_id n = v.operation; n != ir::none; n = p.nodes[n].next) {
      if (!p.nodes[n].is_scope)
        analysis::for_each_value(p, n, [&](const analysis::value_site& w) {
          const bool is_place = analysis::identical(p, w.value, v.value);
          if (is_place) places.push(w);
          return !is_place;
        });
      if (changes(p, s, n, v)) break;
    }
    return places;
  }
  static constexpr detail::value_list common_values(const ir::program& p, ir::node_id s) {
    detail::value_list found;
    bool is_taken[ir::program::max_expressions]{};
    for (ir::node_id n = p.nodes[s].first_child; n != ir::none; n = p.nodes[n].next) {
      if (p.nodes[n].is_scope) continue;
      analysis::for_each_value(p, n, [&](const analysis::value_site& v) {
        if (is_taken[v.value]) return false;
        if (!analysis::is_worth_storing(p, v.value)) return true;
        const site_list places = places_of(p, s, v);
        if (places.size() < 2) return true;
        for (const analysis::value_site& w : places) is_taken[w.value] = true;
        if (!found.full()) found.push(v);
        return false;
      });
    }
    return found;
  }
};
static_assert(transformation<common_subexpression_move>);

template <fixed_string Scope, index_t Which, fixed_string Target = "">
struct common_subexpression {
  static constexpr common_subexpression_move move{Scope, Which, Target};
};

}  // namespace perfdojo
