// SPDX-License-Identifier: Apache-2.0
// interval: bounds of integers, and the values that scope indices and affine expressions take.
#pragma once

#include <perfdojo/ir/walk.hpp>

namespace perfdojo::analysis {

/// Magnitudes from here on count as infinite. Positions stay below: 2^40 (ir::unbounded) times a coefficient up to 2^16.
inline constexpr index_t infinite = index_t(1) << 56;

constexpr bool is_finite(index_t a) { return a > -infinite && a < infinite; }
constexpr index_t saturate(index_t a) { return a >= infinite ? infinite : a <= -infinite ? -infinite : a; }
constexpr index_t saturating_product(index_t a, index_t b) {
  index_t r = 0;
  if (__builtin_mul_overflow(a, b, &r)) return (a < 0) == (b < 0) ? infinite : -infinite;
  return saturate(r);
}
constexpr index_t saturating_sum(index_t a, index_t b) {
  if (!is_finite(a)) return a;
  return is_finite(b) ? saturate(a + b) : b;
}
constexpr index_t floor_div(index_t a, index_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/// The integers low .. high; none if high < low.
struct interval {
  index_t low = 0;
  index_t high = 0;
  constexpr bool empty() const { return high < low; }
  constexpr bool contains(index_t x) const { return low <= x && x <= high; }
  constexpr bool is_point() const { return low == high; }
  friend constexpr bool operator==(const interval&, const interval&) = default;
};

constexpr interval operator*(index_t a, const interval& x) {
  const index_t p = saturating_product(a, x.low), q = saturating_product(a, x.high);
  return a < 0 ? interval{q, p} : interval{p, q};
}
constexpr interval operator+(const interval& x, const interval& y) {
  return {saturating_sum(x.low, y.low), saturating_sum(x.high, y.high)};
}
constexpr interval intersect(const interval& x, const interval& y) {
  return {larger(x.low, y.low), smaller(x.high, y.high)};
}

/// Indices that scope s may have, {0} if it never runs. The bound counts where its size is a constant; otherwise the cap
/// alone does.
constexpr interval index_range(const ir::program& p, ir::node_id s) {
  const ir::node& n = p.nodes[s];
  if (n.kind == ir::scope_kind::cases) return {0, 0};
  const ir::extent& e = n.trips;
  index_t trips = e.cap;
  if (e.has_bound() && !e.is_otherwise() && p.symbols[e.symbol].value >= 0 && n.outside == ir::beyond::skip) {
    bool origin_grows = true;
    for (const ir::term& t : e.origin.terms) origin_grows = origin_grows && t.coefficient > 0;
    if (origin_grows)
      trips =
          smaller(trips, larger(e.lower, ceil_div(p.symbols[e.symbol].value - e.origin.constant, e.step)));
  }
  return {0, larger(trips, 1) - 1};
}

/// An affine expression with room for sums and differences of a few, which ir::affine has not.
struct combination {
  fixed_vector<ir::term, 4 * ir::affine::max_terms> terms;
  index_t constant = 0;

  constexpr combination() = default;
  constexpr combination(const ir::affine& a) : constant(a.constant) {
    for (const ir::term& t : a.terms) terms.push(t);
  }
  constexpr index_t coefficient(ir::node_id scope) const {
    for (const ir::term& t : terms)
      if (t.scope == scope) return t.coefficient;
    return 0;
  }
  constexpr void add(ir::node_id scope, index_t coefficient) {
    for (int i = 0; i < terms.size(); ++i) {
      if (terms[i].scope != scope) continue;
      terms[i].coefficient += coefficient;
      if (terms[i].coefficient == 0) terms.erase(i);
      return;
    }
    if (coefficient != 0) terms.push({scope, coefficient});
  }
  constexpr void add(const combination& b, index_t factor) {
    constant += factor * b.constant;
    for (const ir::term& t : b.terms) add(t.scope, factor * t.coefficient);
  }
};
constexpr combination operator+(combination a, const combination& b) {
  a.add(b, 1);
  return a;
}
constexpr combination operator-(combination a, const combination& b) {
  a.add(b, -1);
  return a;
}
constexpr bool operator==(const combination& a, const combination& b) {
  const combination difference = a - b;
  return difference.terms.empty() && difference.constant == 0;
}
constexpr combination operator*(index_t factor, const combination& b) {
  combination a;
  a.add(b, factor);
  return a;
}

/// Values of an affine expression in indices that vary freely.
template <class Affine>
constexpr interval range_of(const ir::program& p, const Affine& a) {
  interval r{a.constant, a.constant};
  for (const ir::term& t : a.terms) r = r + t.coefficient * index_range(p, t.scope);
  return r;
}

}  // namespace perfdojo::analysis
