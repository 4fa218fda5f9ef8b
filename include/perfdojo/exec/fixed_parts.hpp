// SPDX-License-Identifier: Apache-2.0
// fixed_parts: contiguous parts of the iterations of a parallel scope, one per thread, decided before it starts.
#pragma once

#include <perfdojo/core/index_math.hpp>

namespace perfdojo::exec {

/// Part k of n iterations is [border(k), border(k + 1)): whole grains but for the last, as equal as they can be. They depend on the three
/// numbers only.
struct fixed_parts {
  index_t n = 0, grain = 1, units = 0, count = 0;

  constexpr fixed_parts() = default;
  constexpr fixed_parts(index_t iterations, index_t least, index_t threads)
      : n(iterations),
        grain(least),
        units(n <= 0 ? 0 : 1 + (n - 1) / grain),
        count(smaller(units, threads)) {}

  /// Requires: 0 <= k <= count, and count > 0.
  constexpr index_t border(index_t k) const {
    return smaller(n, grain * (k * (units / count) + smaller(k, units % count)));
  }
};

}  // namespace perfdojo::exec
