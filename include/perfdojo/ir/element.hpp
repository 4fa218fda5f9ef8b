// SPDX-License-Identifier: Apache-2.0
// element: the types that a tensor element or a value may have.
#pragma once

#include <cstdint>

namespace perfdojo::ir {

/// `boolean` is the type of comparisons; it is not stored in buffers.
enum class element : std::uint8_t { f32, f64, i32, i64, boolean };

constexpr int size_bytes(element e) {
  return e == element::f32 || e == element::i32 ? 4 : e == element::boolean ? 1 : 8;
}
constexpr bool is_float(element e) { return e == element::f32 || e == element::f64; }

template <class T>
inline constexpr bool is_element = false;
template <>
inline constexpr bool is_element<float> = true;
template <>
inline constexpr bool is_element<double> = true;
template <>
inline constexpr bool is_element<std::int32_t> = true;
template <>
inline constexpr bool is_element<std::int64_t> = true;

/// The element that stands for a C++ type; defined for the four stored types.
template <class T>
requires is_element<T>
inline constexpr element element_of = sizeof(T) == 4 ? (T(0.5) != T(0) ? element::f32 : element::i32)
                                                     : (T(0.5) != T(0) ? element::f64 : element::i64);

template <element E>
struct cpp_type;
template <>
struct cpp_type<element::f32> {
  using type = float;
};
template <>
struct cpp_type<element::f64> {
  using type = double;
};
template <>
struct cpp_type<element::i32> {
  using type = std::int32_t;
};
template <>
struct cpp_type<element::i64> {
  using type = std::int64_t;
};
template <>
struct cpp_type<element::boolean> {
  using type = bool;
};

}  // namespace perfdojo::ir
