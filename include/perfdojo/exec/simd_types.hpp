// SPDX-License-Identifier: Apache-2.0
// The types under the SIMD layer: registers, element types, shapes. Operations are left to the other simd_*.hpp.
//
// A register is a compiler vector (vector_size), not an intrinsic type: int32 and int64 registers differ, arithmetic
// is written with operators on every target, and the bits convert to __m512 and the like where an intrinsic is needed.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/core/index_math.hpp>
#include <perfdojo/target/facts.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

inline constexpr int vector_bytes = target::native_facts.vector_bytes;

// `memory` is the same register at any address: a load or store through it may be unaligned and alias anything.
template <class T>
struct register_of;
template <>
struct register_of<float> {
  typedef float type __attribute__((vector_size(vector_bytes)));
  typedef float memory __attribute__((vector_size(vector_bytes), aligned(4), may_alias));
  using bits = std::int32_t;
};
template <>
struct register_of<double> {
  typedef double type __attribute__((vector_size(vector_bytes)));
  typedef double memory __attribute__((vector_size(vector_bytes), aligned(8), may_alias));
  using bits = std::int64_t;
};
template <>
struct register_of<std::int32_t> {
  typedef std::int32_t type __attribute__((vector_size(vector_bytes)));
  typedef std::int32_t memory __attribute__((vector_size(vector_bytes), aligned(4), may_alias));
  using bits = std::int32_t;
};
template <>
struct register_of<std::int64_t> {
  typedef std::int64_t type __attribute__((vector_size(vector_bytes)));
  typedef std::int64_t memory __attribute__((vector_size(vector_bytes), aligned(8), may_alias));
  using bits = std::int64_t;
};
template <>
struct register_of<std::uint32_t> {
  typedef std::uint32_t type __attribute__((vector_size(vector_bytes)));
};
template <>
struct register_of<std::uint64_t> {
  typedef std::uint64_t type __attribute__((vector_size(vector_bytes)));
};

/// The vector register of element type T: float, double, std::int32_t or std::int64_t.
template <class T>
using reg = typename register_of<T>::type;

/// Elements of type T in a register.
template <class T>
inline constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));

// The element type of a register; a scalar is its own.
template <class V>
struct element_type {
  using type = V;
};
template <>
struct element_type<reg<float>> {
  using type = float;
};
template <>
struct element_type<reg<double>> {
  using type = double;
};
template <>
struct element_type<reg<std::int32_t>> {
  using type = std::int32_t;
};
template <>
struct element_type<reg<std::int64_t>> {
  using type = std::int64_t;
};
template <class V>
using element = typename element_type<V>::type;

template <class V>
concept scalar_value = std::is_same_v<V, float> || std::is_same_v<V, double> ||
    std::is_same_v<V, std::int32_t> || std::is_same_v<V, std::int64_t>;
template <class V>
concept register_value = !scalar_value<V> && scalar_value<element<V>>;
template <class V>
concept simd_value = scalar_value<V> || register_value<V>;
template <class V>
inline constexpr bool is_floating = std::is_floating_point_v<element<V>>;

// The register of signed (bits_of) or unsigned (unsigned_of) integers as wide as an element of V.
template <class V>
using bits_of = reg<typename register_of<element<V>>::bits>;
template <class V>
using unsigned_of = reg<std::make_unsigned_t<typename register_of<element<V>>::bits>>;

// Whether fma rounds once. If not it is a rounded product and a sum, in scalars as in lanes.
#if defined(__FMA__) || defined(__aarch64__) || (defined(__FP_FAST_FMA) && defined(__FP_FAST_FMAF))
inline constexpr bool has_fma = true;
#else
inline constexpr bool has_fma = false;
#endif

// 0, 1, 2, ... : lane l holds l.
template <class T, int... L>
PERFDOJO_INLINE constexpr reg<T> lane_numbers(std::integer_sequence<int, L...>) {
  return reg<T>{static_cast<T>(L)...};
}
template <class T>
PERFDOJO_INLINE constexpr reg<T> lane_numbers() {
  return lane_numbers<T>(std::make_integer_sequence<int, lanes<T>>{});
}

template <class T>
PERFDOJO_INLINE reg<T> zero() {
  return reg<T>{};
}
template <class T>
PERFDOJO_INLINE reg<T> broadcast(T x) {
  // g++ turns this sum into one broadcast; for floats it would have to keep -0 + 0 apart, so subtract there.
  if constexpr (std::is_floating_point_v<T>)
    return x - reg<T>{};
  else
    return reg<T>{} + x;
}

// A product that must be rounded before it is added to something. g++ contracts a * b + c to one fma across
// statements and functions (-ffp-contract=fast is its default), here and there differently; known-faults.md H46.
// The empty assembly costs no instruction. __builtin_assoc_barrier would do, but g++ 12 takes vectors apart for it.
template <class V>
PERFDOJO_INLINE V rounded(V v) {
#if defined(__clang__)
  return v;
#elif defined(__x86_64__)
#if defined(__FMA__)
  asm("" : "+v"(v));
#endif
  return v;
#elif defined(__aarch64__)
  asm("" : "+w"(v));
  return v;
#else
  return __builtin_assoc_barrier(v);
#endif
}

// n limited to 0 .. most. Without comparisons: g++ moves no choice out of a loop, and it likes vector instructions for 64-bit minima.
PERFDOJO_INLINE unsigned limited_count(index_t n, unsigned most) {
  const index_t positive = n & ~(n >> 63), limit = most, beyond = positive - limit;
  return static_cast<unsigned>(limit + (beyond & beyond >> 63));
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
