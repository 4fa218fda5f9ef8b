// SPDX-License-Identifier: Apache-2.0
// hoist: a value that is the same in all iterations of a scope is computed once, before it.
#pragma once

#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/stored_value.hpp>
#include <perfdojo/schedule/transformation.hpp>
#include <perfdojo/schedule/new_name.hpp>

namespace perfdojo {

namespace detail {

/// Calls f(value_site) for all places below scope s where the value stands and no iteration changes it: elsewhere conditions may let
/// it change. (A member template would be undefined to clang 19 where
/// check() is a constant expression.)
template <class F>
constexpr void for_each_place(const ir::program& p, ir::node_id s, ir::expression_id value, F&& f) {
  const analysis::touch_list touches = analysis::touches_in(p, s);
  ir::for_each_in(p, s, [&](ir::node_id n) {
    if (p.nodes[n].is_scope) return;
    analysis::for_each_value(p, n, [&](const analysis::value_site& v) {
      const bool is_place =
          analysis::identical(p, v.value, value) && analysis::is_invariant(p, s, touches, v);
      if (is_place) f(v);
      return !is_place;
    });
  });
}

}  // namespace detail

/// Computes the invariant value number `which` (from 0) below `scope` once before the scope, into a private buffer, and reads that in
/// all places where the value stands.
///
///     before                         after hoist<"j", 0, "t">
///     i 30                           i 30
///     | j 20                         | t[] = exp(x[i])
///     | | A[i, j] *= exp(x[i])       | j 20
///                                    | | A[i, j] *= t[]
///
/// Values count in the order of the text, the largest that no iteration changes, each different one once; loads and constants alone do
/// not count.
/// Legal when:   the scope has such a value; the elements that it reads exist, and it is defined for every content of these (no integer
///               division), or the operation runs whenever the code around the scope does, outside of branches of a select.
/// Rejects with: no_such_scope, no_such_value, value_may_not_exist, name_is_not_a_word, name_is_taken, capacity_exceeded.
/// Order:        no reduction changes.
/// Good for:     divisions and functions in inner loops. Costs: an element; work in vain where the scope runs nothing.
/// Elsewhere:    loop-invariant code motion of compilers; compute_at of a Func without the loop (Halide, TVM, Tiramisu), bind_expr and
///               autolift (Exo).
struct hoist_move {
  perfdojo::name scope;
  index_t which = 0;
  perfdojo::name target;

  static constexpr std::string_view name = "hoist";
  static constexpr std::array parameters{domain::scope, domain::number, domain::new_name};
  static constexpr field_list<&hoist_move::scope, &hoist_move::which, &hoist_move::target> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    const detail::value_list found = invariants(p, s);
    if (which < 0 || which >= found.size()) return reject(reason::no_such_value, scope, which, found.size());
    const ir::expression_id value = found[static_cast<int>(which)].value;
    int places = 0;
    bool may_be_computed = false;
    detail::for_each_place(p, s, value, [&](const analysis::value_site& v) {
      ++places;
      may_be_computed = may_be_computed || analysis::may_be_computed(p, v, p.nodes[s].parent);
    });
    if (!may_be_computed) return reject(reason::value_may_not_exist, scope, which);
    const perfdojo::name t = new_name(p);
    if (const verdict v = detail::check_new_name(p, t); !v.ok()) return v;
    return detail::check_room(p, 1, places + 1, 1, 1);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(scope);
    const ir::expression_id value = invariants(p, s)[static_cast<int>(which)].value;
    const ir::access t = detail::new_scalar(p, new_name(p), p.expressions[value].type, p.nodes[s].parent);
    const ir::expression_id kept =
        static_cast<ir::expression_id>(p.expressions.push(ir::expression(p.expressions[value])));
    fixed_vector<ir::expression_id, ir::program::max_expressions> places;
    detail::for_each_place(p, s, value, [&](const analysis::value_site& v) { places.push(v.value); });
    const ir::node_id n = ir::build_operation(p, t, ir::update::assign, kept);
    for (const ir::expression_id e : places) detail::replace_by_load(p, e, p.nodes[n].destination);
    ir::attach(p, n, p.nodes[s].parent, s);
    return ir::canonical(p);
  }

private:
  constexpr perfdojo::name new_name(const ir::program& p) const {
    return target.empty() ? ir::fresh_name(p, ir::suffixed(scope, 'h')) : target;
  }
  // The largest values that no iteration of s changes, each once.
  static constexpr detail::value_list invariants(const ir::program& p, ir::node_id s) {
    detail::value_list found;
    const analysis::touch_list touches = analysis::touches_in(p, s);
    ir::for_each_in(p, s, [&](ir::node_id n) {
      if (p.nodes[n].is_scope) return;
      analysis::for_each_value(p, n, [&](const analysis::value_site& v) {
        if (!analysis::is_worth_storing(p, v.value)) return true;
        if (!analysis::is_invariant(p, s, touches, v)) return true;
        for (const analysis::value_site& known : found)
          if (analysis::identical(p, known.value, v.value)) return false;
        if (!found.full()) found.push(v);
        return false;
      });
    });
    return found;
  }
};
static_assert(transformation<hoist_move>);

template <fixed_string Scope, index_t Which, fixed_string Target = "">
struct hoist {
  static constexpr hoist_move move{Scope, Which, Target};
};

}  // namespace perfdojo
