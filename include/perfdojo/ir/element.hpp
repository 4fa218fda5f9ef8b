// SPDX-License-Identifier: Apache-2.0
// element: the types that a tensor element or a value may have.
#pragma once

#include <perfdojo/core/bf16.hpp>

#include <cstdint>

namespace perfdojo::ir {

/// `boolean` is the type of comparisons; it is not stored in buffers. The narrow types i8, u8 and bf16 are stored, loaded, selected and
/// converted; everything else needs a conversion to a wider type first.
enum class element : std::uint8_t { f32, f64, i32, i64, boolean, i8, u8, bf16 };

constexpr bool is_narrow(element e) { return e > element::boolean; }
constexpr bool is_float(element e) { return e == element::f32 || e == element::f64 || e == element::bf16; }
constexpr int size_bytes(element e) {
  switch (e) {
    case element::f32:
    case element::i32:
      return 4;
    case element::f64:
    case element::i64:
      return 8;
    case element::bf16:
      return 2;
    default:
      return 1;
  }
}

template <element E>
struct cpp_type;

/// The element that stands for a C++ type; defined for the stored types.
template <class T>
inline constexpr element element_of = element::boolean;
template <class T>
inline constexpr bool is_element = element_of<T> != element::boolean;

#define PERFDOJO_ELEMENT(element_, T)                         \
  template <>                                                 \
  inline constexpr element element_of<T> = element::element_; \
  template <>                                                 \
  struct cpp_type<element::element_> {                        \
    using type = T;                                           \
  };
PERFDOJO_ELEMENT(f32, float)
PERFDOJO_ELEMENT(f64, double)
PERFDOJO_ELEMENT(i32, std::int32_t)
PERFDOJO_ELEMENT(i64, std::int64_t)
PERFDOJO_ELEMENT(i8, std::int8_t)
PERFDOJO_ELEMENT(u8, std::uint8_t)
PERFDOJO_ELEMENT(bf16, perfdojo::bf16)
#undef PERFDOJO_ELEMENT
template <>
struct cpp_type<element::boolean> {
  using type = bool;
};

}  // namespace perfdojo::ir
