// SPDX-License-Identifier: Apache-2.0
// reciprocal: a division by what no iteration changes becomes a multiplication.
#pragma once

#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/stored_value.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Writes division number `which` (from 0) by a value that is the same in all iterations of `scope` as a multiplication with 1/value,
/// which `hoist` then computes once.
///
///     before                   after reciprocal<"j", 0>
///     j N                      j N
///     | y[j] = x[j]/a[]        | y[j] = x[j]*(1/a[])
///
/// Divisions of floating-point numbers below the scope count in the order of the text, those of the constant 1 do not.
/// Results:      within 1.5 ulp of the quotient, where 1/value is a normal number. For values below 2^-126 (f32) it is infinite, above
///               2^126 it has fewer bits; 0, infinity and NaN divide as before.
/// Legal when:   the scope has such a division.
/// Rejects with: no_such_scope, no_such_value, capacity_exceeded.
/// Order:        approximates: two roundings in the place of one.
/// Good for:     divisions in loops, which cost as much as many multiplications.
/// Elsewhere:    -freciprocal-math of compilers; fast_inverse (Halide); no step of TVM, Exo or Tiramisu.
struct reciprocal_move {
  perfdojo::name scope;
  index_t which = 0;

  static constexpr std::string_view name = "reciprocal";
  static constexpr std::array parameters{domain::scope, domain::number};
  static constexpr field_list<&reciprocal_move::scope, &reciprocal_move::which> fields{};
  static constexpr result_class worst_class = result_class::approximates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    const detail::value_list found = divisions(p, s);
    if (which < 0 || which >= found.size()) return reject(reason::no_such_value, scope, which, found.size());
    return detail::check_room(p, 0, 0, 2);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::expression_id e = divisions(p, p.find(scope))[static_cast<int>(which)].value;
    const ir::expression_id denominator = p.expressions[e].operands[1];
    const ir::expression_id one = ir::build_constant(p, p.expressions[e].type, 1);
    p.expressions[e].operands[1] = ir::build(p, ir::function::divide, one, denominator);
    p.expressions[e].what = ir::function::multiply;
    return ir::canonical(p);
  }

private:
  static constexpr detail::value_list divisions(const ir::program& p, ir::node_id s) {
    detail::value_list found;
    const analysis::touch_list touches = analysis::touches_in(p, s);
    ir::for_each_in(p, s, [&](ir::node_id n) {
      if (p.nodes[n].is_scope) return;
      analysis::for_each_value(p, n, [&](analysis::value_site v) {
        const ir::expression& x = p.expressions[v.value];
        if (x.what != ir::function::divide || !ir::is_float(x.type)) return true;
        const ir::expression& over = p.expressions[x.operands[0]];
        if (over.what == ir::function::constant && over.number == 1) return true;
        const analysis::value_site by{n, x.operands[1], v.in_branch};
        if (!found.full() && analysis::is_invariant(p, s, touches, by)) found.push(v);
        return true;
      });
    });
    return found;
  }
};
static_assert(transformation<reciprocal_move>);

template <fixed_string Scope, index_t Which>
struct reciprocal {
  static constexpr reciprocal_move move{Scope, Which};
};

}  // namespace perfdojo
