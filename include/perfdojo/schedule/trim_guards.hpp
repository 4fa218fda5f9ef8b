// SPDX-License-Identifier: Apache-2.0
// trim_guards: a scope drops its bound where the positions beyond it are harmless.
#pragma once

#include <perfdojo/analysis/padding.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Drops the bound of a scope, which then always runs all positions up to its cap.
///
///     before                              after trim_guards<"i1">
///     registers t f32 [6] in i0           registers t f32 [6] in i0
///     i0 M/6                              i0 M/6
///     | k K                               | k K
///     | | i1 6 bound M - 6*i0             | | i1 6
///     | | | t[i1] += a[i0,k,i1]           | | | t[i1] += a[i0,k,i1]
///     | i2 6 bound M - 6*i0               | i2 6 bound M - 6*i0
///     | | y[6*i0+i2] = t[i2]              | | y[6*i0+i2] = t[i2]
///
/// Legal when:   a bound further out keeps all positions inside (specialise.hpp); or each operation below is kept inside by a bound further
///               in; or some position is always inside, it loads with this scope's
///               index from private buffers only, where storage covers the cap, it divides no integers, and
///               * its destination is private, has this scope's index and storage for the cap, and no reader sees positions
///                 beyond, since bounds of its own keep it inside; or
///               * its destination is private and it adds a product of loads that all have this scope's index and are all zero beyond (from
///                 zero-padded copies) and of finite constants.
/// Rejects with: no_such_scope, scope_has_no_bound, scope_is_not_sequential, scope_is_a_branch, extent_is_not_constant,
///               value_beyond_bound_is_observed (with the buffer that stands in the way).
/// Order:        nothing changes its order; never reassociates. A sum of -0 alone may become +0.
/// Good for:     full vectors and rows without a test inside the loops that carry a register tile.
/// Elsewhere:    TailStrategy::RoundUp (Halide), chosen together with the split.
struct trim_guards_move {
  perfdojo::name scope;

  static constexpr std::string_view name = "trim_guards";
  static constexpr std::array parameters{domain::scope};
  static constexpr field_list<&trim_guards_move::scope> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id n = p.find(scope);
    if (n == ir::none) return reject(reason::no_such_scope, scope);
    const ir::node& s = p.nodes[n];
    if (!s.trips.has_bound()) return reject(reason::scope_has_no_bound, scope);
    if (s.kind == ir::scope_kind::cases || s.outside == ir::beyond::zero)
      return reject(reason::scope_is_not_sequential, scope);
    if (s.trips.is_otherwise()) return reject(reason::scope_is_a_branch, scope);
    if (s.trips.cap == ir::unbounded) return reject(reason::extent_is_not_constant, scope);
    const analysis::unguarded u{n, s.trips.symbol, analysis::position_of(p, n)};
    const bool some_inside =
        analysis::keeps_inside(p, s.parent, ir::none, u.symbol, s.trips.origin) != ir::none;
    // All questions are about the program without the bound: where the size is a constant, the bound limits the index.
    ir::program q = p;
    q.nodes[n].trips = ir::constant_extent(s.trips.cap);
    if (some_inside && analysis::keeps_inside(q, s.parent, ir::none, u.symbol, u.position) != ir::none)
      return accept();
    verdict v = accept();
    ir::for_each_in(q, n, [&](ir::node_id i) {
      if (!v.ok() || p.nodes[i].is_scope || p.nodes[i].how == ir::update::prefetch) return;
      if (analysis::keeps_inside(q, i, n, u.symbol, u.position) != ir::none) return;
      const int stands_in_the_way =
          some_inside ? obstacle(q, i, u) : p.accesses[p.nodes[i].destination].buffer;
      if (stands_in_the_way >= 0)
        v = reject_buffer(reason::value_beyond_bound_is_observed, p.buffers[stands_in_the_way].label, scope);
    });
    return v;
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    ir::extent& e = p.nodes[p.find(scope)].trips;
    e = ir::constant_extent(e.cap);
    return p;  // still canonical: no node, access or expression changed its place
  }

private:
  // The buffer because of which operation i may not run beyond; -1 if there is none.
  static constexpr int obstacle(const ir::program& p, ir::node_id i, const analysis::unguarded& u) {
    const ir::node& x = p.nodes[i];
    const analysis::touch to = analysis::make_touch(p, i, x.destination, true, x.how);
    const ir::access& d = p.accesses[x.destination];
    if (!p.buffers[d.buffer].is_private() || may_trap(p, x.value)) return d.buffer;
    int bad = -1;
    ir::for_each_leaf(p, x.value, [&](std::int16_t a) {
      const ir::access& load = p.accesses[a];
      if (bad >= 0 || load.buffer < 0 || !depends_on(load, u.scope)) return;
      if (!p.buffers[load.buffer].is_private() || !analysis::storage_covers(p, load, u)) bad = load.buffer;
    });
    if (bad >= 0) return bad;
    if (depends_on(d, u.scope))
      return analysis::storage_covers(p, d, u) && analysis::beyond_is_unread(p, to, u) ? -1 : d.buffer;
    if (x.how != ir::update::add || !is_zero_product(p, i, x.value, u) || !has_load(p, x.value))
      return d.buffer;
    return -1;
  }

  static constexpr bool depends_on(const ir::access& a, ir::node_id s) {
    for (const ir::affine& f : a.index)
      if (ir::mentions(f, s)) return true;
    return false;
  }
  // Unspecified operands are harmless to floats, but not to integer division or to a conversion to an integer.
  static constexpr bool may_trap(const ir::program& p, ir::expression_id e) {
    if (e < 0) return false;
    const ir::expression& x = p.expressions[e];
    if (x.what == ir::function::divide && !ir::is_float(x.type)) return true;
    if (x.what == ir::function::convert && !ir::is_float(x.type) &&
        ir::is_float(p.expressions[x.operands[0]].type))
      return true;
    for (int i = 0; i < ir::operand_count(x.what); ++i)
      if (may_trap(p, x.operands[i])) return true;
    return false;
  }
  // All loads must be zero: 0 * NaN and 0 * Inf would add NaN.
  static constexpr bool is_zero_product(const ir::program& p, ir::node_id i, ir::expression_id e,
                                        const analysis::unguarded& u) {
    const ir::expression& x = p.expressions[e];
    if (x.what == ir::function::multiply)
      return is_zero_product(p, i, x.operands[0], u) && is_zero_product(p, i, x.operands[1], u);
    if (x.what == ir::function::constant) return x.number - x.number == 0;
    if (x.what != ir::function::load || !depends_on(p.accesses[x.access], u.scope)) return false;
    return analysis::beyond_is_zero(p, analysis::make_touch(p, i, x.access, false), u);
  }
  static constexpr bool has_load(const ir::program& p, ir::expression_id e) {
    bool found = false;
    ir::for_each_leaf(p, e, [&](std::int16_t a) { found = found || p.accesses[a].buffer >= 0; });
    return found;
  }
};
static_assert(transformation<trim_guards_move>);

template <fixed_string Scope>
struct trim_guards {
  static constexpr trim_guards_move move{Scope};
};

}  // namespace perfdojo
