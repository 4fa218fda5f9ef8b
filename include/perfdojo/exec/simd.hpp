// SPDX-License-Identifier: Apache-2.0
// The SIMD layer of the CPU executor: registers, lane masks, and the operations of a program on registers and scalars.
// Functions of mathematics are left to vector_math.hpp, transposition to transpose.hpp.
//
// Every operation exists for a register and for one value, and a value gets the bits of a lane, so that tails and
// scalar schedules never change a result. Which bits a NaN has is not part of that.
#pragma once

#include <perfdojo/exec/simd_arithmetic.hpp>
#include <perfdojo/exec/simd_avx512.hpp>
#include <perfdojo/exec/simd_bits.hpp>
#include <perfdojo/exec/simd_scalar.hpp>
#include <perfdojo/exec/simd_stream.hpp>
#include <perfdojo/exec/simd_types.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

// ------------------------------------------------------------------------------------------------------------- memory
/// `lanes<T>` elements from p, at any address.
template <scalar_value T>
PERFDOJO_INLINE reg<T> load(const T* p) {
  return *reinterpret_cast<const typename register_of<T>::memory*>(p);
}
template <scalar_value T>
PERFDOJO_INLINE void store(T* p, reg<T> v) {
  *reinterpret_cast<typename register_of<T>::memory*>(p) = v;
}

template <class T, int... L>
PERFDOJO_INLINE reg<T> load_strided(const T* p, index_t stride, std::integer_sequence<int, L...>) {
  return reg<T>{p[L * stride]...};
}
/// Lane l from p[l * stride]; any stride.
template <scalar_value T>
PERFDOJO_INLINE reg<T> load_strided(const T* p, index_t stride) {
  return load_strided<T>(p, stride, std::make_integer_sequence<int, lanes<T>>{});
}
template <scalar_value T>
PERFDOJO_INLINE void store_strided(T* p, index_t stride, reg<T> v) {
  PERFDOJO_UNROLL for (int l = 0; l < lanes<T>; ++l) p[l * stride] = v[l];
}

/// Lanes in a mask made by first_lanes.
template <scalar_value T>
PERFDOJO_INLINE int count_lanes(lane_mask<T> m) {
  if constexpr (std::is_same_v<lane_mask<T>, unsigned>) return __builtin_popcount(m);
  return static_cast<int>(m);
}
/// As load_strided and store_strided for the first lanes; the others are zero and their memory is not touched.
template <scalar_value T>
PERFDOJO_INLINE reg<T> load_strided_masked(const T* p, index_t stride, lane_mask<T> m) {
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
  return gather_masked(p, stride, m);
#else
  T lane[lanes<T>]{};
  const int n = count_lanes<T>(m);
  PERFDOJO_ROLLED for (int l = 0; l < n; ++l) lane[l] = p[l * stride];
  return load(lane);
#endif
}
template <scalar_value T>
PERFDOJO_INLINE void store_strided_masked(T* p, index_t stride, reg<T> v, lane_mask<T> m) {
  T lane[lanes<T>];
  store(lane, v);
  const int n = count_lanes<T>(m);
  PERFDOJO_ROLLED for (int l = 0; l < n; ++l) p[l * stride] = lane[l];
}

// ------------------------------------------------------------------------------------------ logic, lanes, conversion
/// Of two comparison results of the same element type, or of two bools.
template <class B>
PERFDOJO_INLINE B both(B a, B b) {
  return B(a & b);
}
template <class B>
PERFDOJO_INLINE B either(B a, B b) {
  return B(a | b);
}
template <class B>
PERFDOJO_INLINE B opposite(B a) {
  if constexpr (std::is_same_v<B, bool>)
    return !a;
  else
    return ~a;
}

/// Lane l: start + l * step, rounded twice; iota<T>(start, step)[l] is add(start, mul(T(l), step)).
template <scalar_value T>
PERFDOJO_INLINE reg<T> iota(T start, T step) {
  return add(broadcast(start), mul(lane_numbers<T>(), broadcast(step)));
}

template <class T, int... L>
PERFDOJO_INLINE reg<T> lane_positions(index_t start, index_t step, std::integer_sequence<int, L...>) {
  // 64 bits in all lanes, since a float rounds each value by itself.
  typedef index_t wide __attribute__((vector_size(lanes<T> * sizeof(index_t))));
  return __builtin_convertvector((wide{L...} * step + start), reg<T>);
}
/// Lane l: start + l * step as a T.
template <scalar_value T>
PERFDOJO_INLINE reg<T> lane_positions(index_t start, index_t step) {
  return lane_positions<T>(start, step, std::make_integer_sequence<int, lanes<T>>{});
}

/// Converts to element type To, which is as wide as that of V if V is a register. Floating to integer truncates; what
/// does not fit, or NaN, gives an unspecified value.
template <class To, simd_value V>
PERFDOJO_INLINE auto convert(V v) {
  using From = element<V>;
  if constexpr (register_value<V>) {
    static_assert(sizeof(To) == sizeof(From),
                  "perfdojo: a register converts to elements of the same width only");
    return __builtin_convertvector(v, reg<To>);
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    constexpr From limit = static_cast<From>(std::uint64_t(1) << (8 * sizeof(To) - 1));
    return v >= -limit && v < limit ? static_cast<To>(v)
                                    : static_cast<To>(std::uint64_t(1) << (8 * sizeof(To) - 1));
  } else {
    return static_cast<To>(v);
  }
}

// --------------------------------------------------------------------------------------------------------- reductions
// Lane l meets lane l + W/2, then l + W/4, ...: a tree of fixed shape for every W.
template <int S, class V, int... L>
PERFDOJO_INLINE V swap_lanes(V v, std::integer_sequence<int, L...>) {
  return __builtin_shufflevector(v, v, (L ^ S)...);
}
template <class Op, int S, register_value V>
PERFDOJO_INLINE element<V> reduce_lanes(V v) {
  if constexpr (S == 0) {
    return v[0];
  } else {
    constexpr std::make_integer_sequence<int, lanes<element<V>>> numbers{};
    return reduce_lanes<Op, S / 2>(Op::apply(v, swap_lanes<S>(v, numbers)));
  }
}
// To reduce the first lanes only, put the neutral element into the others: blend(v, neutral, mask).
#define PERFDOJO_REDUCTION(name)                                    \
  struct name##_of_lanes {                                          \
    template <class V>                                              \
    PERFDOJO_INLINE static V apply(V a, V b) {                      \
      return name(a, b);                                            \
    }                                                               \
  };                                                                \
  template <register_value V>                                       \
  PERFDOJO_INLINE element<V> reduce_##name(V v) {                   \
    return reduce_lanes<name##_of_lanes, lanes<element<V>> / 2>(v); \
  }
PERFDOJO_REDUCTION(add)
PERFDOJO_REDUCTION(mul)
PERFDOJO_REDUCTION(maximum)
PERFDOJO_REDUCTION(minimum)
PERFDOJO_REDUCTION(maximum_number)
PERFDOJO_REDUCTION(minimum_number)
#undef PERFDOJO_REDUCTION

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
