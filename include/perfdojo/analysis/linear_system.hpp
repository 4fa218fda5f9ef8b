// SPDX-License-Identifier: Apache-2.0
// linear_system: linear equations between bounded integer unknowns, and a test that shows that they have no solution.
#pragma once

#include <perfdojo/analysis/interval.hpp>

namespace perfdojo::analysis {

/// Equations: sum over u of coefficient[e][u] * unknown[u] + constant[e] == 0, with unknown[u] in range[u].
///
/// may_have_solution() narrows the ranges by each equation until nothing changes (bounds propagation; in one step it is
/// Banerjee's test: U. Banerjee, Dependence Analysis for Supercomputing, 1988), then applies the gcd test, and does both for each
/// combination of two equations that an unknown drops out of. The answer false is exact. The answer true may be wrong:
/// docs/legality.md says where. For mixed radix forms such as 6*d0 + d1 == 0 with |d1| < 6 narrowing leaves d0 == d1 == 0, so these come out exact.
struct linear_system {
  static constexpr int max_unknowns = 24;
  static constexpr int max_equations = ir::max_rank;

  interval range[max_unknowns]{};
  index_t coefficient[max_equations][max_unknowns]{};
  index_t constant[max_equations]{};
  int unknowns = 0;
  int equations = 0;
  bool overflowed = false;  // an unknown had no room: nothing is known

  /// Adds an unknown with a coefficient for each equation; unknowns that appear nowhere are left out.
  constexpr void add(const interval& values, const index_t (&factors)[max_equations]) {
    bool appears = false;
    for (int e = 0; e < equations; ++e) appears = appears || factors[e] != 0;
    if (!appears) return;
    if (unknowns == max_unknowns) {
      overflowed = true;
      return;
    }
    range[unknowns] = values;
    for (int e = 0; e < equations; ++e) coefficient[e][unknowns] = factors[e];
    ++unknowns;
  }

  constexpr bool may_have_solution() {
    if (overflowed) return true;
    bool changed = true;
    if (!narrow_all(changed)) return false;
    changed = false;
    for (int e = 0; e < equations; ++e)
      for (int f = e + 1; f < equations; ++f)
        for (int u = 0; u < unknowns; ++u)
          if (coefficient[e][u] != 0 && coefficient[f][u] != 0 && !combination_may_hold(e, f, u, changed))
            return false;
    return !changed || narrow_all(changed);
  }

private:
  using factors = index_t[max_unknowns];

  // Narrows while that changes a range, if `changed` says that there is something new; false if an equation cannot hold.
  constexpr bool narrow_all(bool& changed) {
    // Each round of progress narrows one range at least; 4 rounds reach the end for forms of up to 4 nested splits.
    for (int round = 0; round < 4 && changed; ++round) {
      changed = false;
      for (int e = 0; e < equations; ++e)
        if (!narrow(coefficient[e], constant[e], changed)) return false;
    }
    for (int e = 0; e < equations; ++e)
      if (!divides(coefficient[e], constant[e])) return false;
    return true;
  }

  // The combination of equations e and f from which unknown u is gone: may it hold?
  constexpr bool combination_may_hold(int e, int f, int u, bool& changed) {
    const index_t g = gcd(coefficient[e][u], coefficient[f][u]);
    const index_t of_e = coefficient[f][u] / g, of_f = -coefficient[e][u] / g;
    factors combined{};
    for (int v = 0; v < unknowns; ++v) {
      const index_t x = saturating_product(of_e, coefficient[e][v]),
                    y = saturating_product(of_f, coefficient[f][v]);
      if (!is_finite(x) || !is_finite(y)) return true;
      combined[v] = x + y;
    }
    const index_t x = saturating_product(of_e, constant[e]), y = saturating_product(of_f, constant[f]);
    if (!is_finite(x) || !is_finite(y)) return true;
    return narrow(combined, x + y, changed) && divides(combined, x + y);
  }

  // Narrows the ranges by an equation; false if no value is left.
  constexpr bool narrow(const factors& of, index_t offset, bool& changed) {
    interval sum{offset, offset};
    int infinite_low = 0, infinite_high = 0;
    for (int u = 0; u < unknowns; ++u) {
      if (of[u] == 0) continue;
      const interval part = of[u] * range[u];
      is_finite(part.low) ? void(sum.low += part.low) : void(++infinite_low);
      is_finite(part.high) ? void(sum.high += part.high) : void(++infinite_high);
    }
    if (infinite_low == 0 && sum.low > 0) return false;
    if (infinite_high == 0 && sum.high < 0) return false;
    for (int u = 0; u < unknowns; ++u) {
      const index_t c = of[u];
      if (c == 0) continue;
      const interval part = c * range[u];
      const bool low_known = infinite_low == (is_finite(part.low) ? 0 : 1);
      const bool high_known = infinite_high == (is_finite(part.high) ? 0 : 1);
      // c * unknown == -rest, with rest in [rest_low, rest_high].
      const index_t rest_low = is_finite(part.low) ? sum.low - part.low : sum.low;
      const index_t rest_high = is_finite(part.high) ? sum.high - part.high : sum.high;
      interval values = range[u];
      if (low_known) {
        if (c > 0) values.high = smaller(values.high, floor_div(-rest_low, c));
        if (c < 0) values.low = larger(values.low, -floor_div(-rest_low, -c));
      }
      if (high_known) {
        if (c > 0) values.low = larger(values.low, -floor_div(rest_high, c));
        if (c < 0) values.high = smaller(values.high, floor_div(rest_high, -c));
      }
      if (values == range[u]) continue;
      if (values.empty()) return false;
      // Keep the sums right: this unknown's part shrinks.
      const interval after = c * values;
      is_finite(part.low)    ? void(sum.low += after.low - part.low)
      : is_finite(after.low) ? void((sum.low += after.low, --infinite_low))
                             : void();
      is_finite(part.high)    ? void(sum.high += after.high - part.high)
      : is_finite(after.high) ? void((sum.high += after.high, --infinite_high))
                              : void();
      range[u] = values;
      changed = true;
    }
    return true;
  }

  // The gcd test: the unknowns that still vary move the sum by multiples of the gcd of their coefficients.
  constexpr bool divides(const factors& of, index_t offset) const {
    index_t step = 0, sum = offset;
    for (int u = 0; u < unknowns; ++u) {
      const index_t c = of[u];
      if (c == 0) continue;
      if (range[u].is_point()) {
        sum = saturating_sum(sum, saturating_product(c, range[u].low));
      } else {
        step = gcd(step, c);
      }
    }
    if (!is_finite(sum)) return true;
    return step == 0 ? sum == 0 : sum % step == 0;
  }
};

}  // namespace perfdojo::analysis
