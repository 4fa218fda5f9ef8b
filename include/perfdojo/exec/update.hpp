// SPDX-License-Identifier: Apache-2.0
// Updates of the CPU executor: how an operation combines a value with its destination, and lanes with each other.
#pragma once

#include <perfdojo/analysis/numbers.hpp>
#include <perfdojo/exec/evaluate.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

template <ir::update U, class T>
constexpr T neutral() {
  using enum ir::update;
  if constexpr (U == add) {
    return T(0);
  } else if constexpr (U == multiply) {
    return T(1);
  } else if constexpr (std::is_floating_point_v<T>) {
    // A maximum of numbers over nothing but NaN is NaN: infinity would be too large for it.
    if constexpr (U == max_number || U == min_number) return static_cast<T>(__builtin_nan(""));
    return static_cast<T>(U == max ? -__builtin_inf() : __builtin_inf());
  } else {
    constexpr T lowest = static_cast<T>(std::uint64_t(1) << (8 * sizeof(T) - 1));
    return U == max || U == max_number ? lowest : static_cast<T>(~lowest);
  }
}
template <ir::update U, class V>
PERFDOJO_INLINE auto reduced(V v) {
  using enum ir::update;
  if constexpr (U == ir::update::add) {
    return reduce_add(v);
  } else if constexpr (U == multiply) {
    return reduce_mul(v);
  } else if constexpr (U == max) {
    return reduce_maximum(v);
  } else if constexpr (U == min) {
    return reduce_minimum(v);
  } else if constexpr (U == max_number) {
    return reduce_maximum_number(v);
  } else {
    return reduce_minimum_number(v);
  }
}

template <ir::update U, bool StartsAsNumber, class V>
PERFDOJO_INLINE V updated(V old, V v) {
  using enum ir::update;
  if constexpr (U == ir::update::add) {
    return exec::add(old, v);
  } else if constexpr (U == multiply) {
    return mul(old, v);
  } else if constexpr (U == max) {
    return maximum(old, v);
  } else if constexpr (U == min) {
    return minimum(old, v);
  } else if constexpr (U == max_number) {
    if constexpr (StartsAsNumber) {
      return accumulate_maximum_number(old, v);
    } else {
      return maximum_number(old, v);
    }
  } else {
    if constexpr (StartsAsNumber) {
      return accumulate_minimum_number(old, v);
    } else {
      return minimum_number(old, v);
    }
  }
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
