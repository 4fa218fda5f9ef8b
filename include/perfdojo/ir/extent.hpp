// SPDX-License-Identifier: Apache-2.0
// extent: how often a scope runs. One form serves constant and run-time sizes and is closed under split.
#pragma once

#include <perfdojo/ir/affine.hpp>

namespace perfdojo::ir {

/// A cap that never binds. Small enough that cap * step stays within 64 bits for every legal step.
inline constexpr index_t unbounded = index_t(1) << 40;
/// Steps and units stay small enough that unbounded * step does not overflow.
inline constexpr index_t max_step = index_t(1) << 22;

/// Number of iterations of a scope:
///
///     without symbol:  cap
///     with symbol:     min(cap, max(lower, ceil((symbol - origin) / step)))
///     step < 0:        1 if symbol <= origin, else 0: where a bound of step 1 has no iteration
///     count_of >= 0:   the value of the enclosing cases scope `count_of`; cap bounds it
///
/// `origin` is affine in enclosing scopes. The part with the symbol is called the bound. A negative step is -1, and then cap is 1.
struct extent {
  index_t cap = 1;
  int symbol = -1;
  index_t step = 1;
  index_t lower = 0;
  node_id count_of = none;
  affine origin;

  constexpr bool is_constant() const { return symbol < 0 && count_of == none; }
  constexpr bool has_bound() const { return symbol >= 0; }
  /// Is it the other branch of a bound, taken where that has no iteration? What is true of positions below a size is not true then.
  constexpr bool is_otherwise() const { return step < 0; }
  /// Requires is_constant().
  constexpr index_t value() const { return cap; }
  /// Same bound: the same positions are inside, whatever the caps are.
  constexpr bool same_bound(const extent& b) const {
    return symbol == b.symbol && step == b.step && origin == b.origin;
  }

  friend constexpr bool operator==(const extent&, const extent&) = default;
};

constexpr extent constant_extent(index_t cap) {
  extent e;
  e.cap = cap;
  return e;
}
/// All of a size: 0 .. symbol - 1.
constexpr extent symbol_extent(int symbol) {
  extent e;
  e.cap = unbounded;
  e.symbol = symbol;
  return e;
}

}  // namespace perfdojo::ir
