// SPDX-License-Identifier: Apache-2.0
// strength: two functions become one by the laws of exponentials and roots.
#pragma once

#include <perfdojo/schedule/stored_value.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Rewrites value number `which` (from 0) below `scope`: exp(a)*exp(b) to exp(a + b), exp(a)/exp(b) to exp(a - b), or a/sqrt(b) to
/// a*rsqrt(b).
///
///     before                              after strength<"j", 0>
///     j N                                 j N
///     | y[j] = exp(x[j])*exp(-a[])        | y[j] = exp(x[j] + -a[])
///
/// Such values count in the order of the text, the larger before what it holds.
/// Results:      equal in real numbers. Where one of two exponentials is 0 or infinite their product may be NaN or 0, while the one
///               exponential is the number that it should be.
/// Legal when:   the scope has such a value.
/// Rejects with: no_such_scope, no_such_value.
/// Order:        approximates: fewer roundings, at other places.
/// Good for:     half of the exponentials; no division behind a root.
/// Elsewhere:    -ffast-math of compilers; no step of Halide, TVM, Exo or Tiramisu.
struct strength_move {
  perfdojo::name scope;
  index_t which = 0;

  static constexpr std::string_view name = "strength";
  static constexpr std::array parameters{domain::scope, domain::number};
  static constexpr field_list<&strength_move::scope, &strength_move::which> fields{};
  static constexpr result_class worst_class = result_class::approximates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    const detail::value_list found = values(p, s);
    if (which < 0 || which >= found.size()) return reject(reason::no_such_value, scope, which, found.size());
    return accept();
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    ir::expression& x = p.expressions[values(p, p.find(scope))[static_cast<int>(which)].value];
    ir::expression& b = p.expressions[x.operands[1]];
    if (b.what == ir::function::sqrt) {
      x.what = ir::function::multiply;
      b.what = ir::function::rsqrt;
      return ir::canonical(p);
    }
    // The first exponential becomes the exponent of the one that is left.
    const ir::expression_id exponent = x.operands[0];
    ir::expression& a = p.expressions[exponent];
    a.what = x.what == ir::function::multiply ? ir::function::add : ir::function::subtract;
    a.operands[1] = b.operands[0];
    x.what = ir::function::exp;
    x.operands[1] = -1;
    return ir::canonical(p);
  }

private:
  static constexpr bool has_rule(const ir::program& p, const ir::expression& x) {
    if (x.what != ir::function::multiply && x.what != ir::function::divide) return false;
    const ir::function a = p.expressions[x.operands[0]].what, b = p.expressions[x.operands[1]].what;
    return (a == ir::function::exp && b == ir::function::exp) ||
           (x.what == ir::function::divide && b == ir::function::sqrt);
  }
  static constexpr detail::value_list values(const ir::program& p, ir::node_id s) {
    detail::value_list found;
    ir::for_each_in(p, s, [&](ir::node_id n) {
      if (p.nodes[n].is_scope) return;
      analysis::for_each_value(p, n, [&](analysis::value_site v) {
        if (!found.full() && has_rule(p, p.expressions[v.value])) found.push(v);
        return true;
      });
    });
    return found;
  }
};
static_assert(transformation<strength_move>);

template <fixed_string Scope, index_t Which>
struct strength {
  static constexpr strength_move move{Scope, Which};
};

}  // namespace perfdojo
