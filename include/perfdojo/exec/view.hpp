// SPDX-License-Identifier: Apache-2.0
// Views: how a user hands data to a kernel. A view owns nothing. Checks are in argument.hpp.
#pragma once

#include <perfdojo/core/bf16.hpp>
#include <perfdojo/core/config.hpp>
#include <perfdojo/core/index_math.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace perfdojo {

/// The static extent of a dimension whose size is known at run time only.
inline constexpr index_t dynamic = -1;

/// The type of fixed<N>.
template <index_t N>
requires(N >= 0) struct fixed_size {
  static constexpr index_t value = N;
  constexpr operator index_t() const { return N; }
};

/// A size known at compile time: row_major(a, fixed<64>, fixed<32>).
template <index_t N>
inline constexpr fixed_size<N> fixed{};

template <class S>
inline constexpr index_t size_at_compile_time = dynamic;
template <index_t N>
inline constexpr index_t size_at_compile_time<fixed_size<N>> = N;

/// What a factory takes as a size, stride or leading dimension: an integer or fixed<N>.
template <class S>
concept size_like = std::is_integral_v<S> || size_at_compile_time<S>
!= dynamic;

/// A tensor of T in memory that somebody else owns.
///
/// Shape:    one E per dimension: its extent, or `dynamic`. No E: a scalar. Extents may be 0.
/// Strides:  in elements, any sign; element (i, j) is data[i * strides[0] + j * strides[1]], so data points at
///           element 0 even where a stride is negative.
/// Converts: T to const T, and an extent known at compile time to `dynamic`.
template <class T, index_t... E>
struct tensor_view {
  using element_type = T;
  using value_type = std::remove_const_t<T>;
  static constexpr int rank = sizeof...(E);
  static constexpr int slots = rank > 0 ? rank : 1;  // C++ has no arrays of length 0.
  static constexpr index_t static_extents[slots] = {E...};

  T* data = nullptr;
  index_t extents[slots] = {(E == dynamic ? 0 : E)...};
  index_t strides[slots] = {};

  constexpr tensor_view() = default;

  template <class U, index_t... F>
  requires(sizeof...(F) == sizeof...(E) && std::is_convertible_v<U (*)[], T (*)[]> &&
           (... && (E == dynamic || E == F))) PERFDOJO_INLINE
      constexpr tensor_view(const tensor_view<U, F...>& other)
      : data(other.data) {
    for (int d = 0; d < rank; ++d) {
      extents[d] = other.extents[d];
      strides[d] = other.strides[d];
    }
  }

  /// The extent of dimension d; a constant for the compiler where it is part of the type.
  constexpr index_t extent(int d) const {
    return static_extents[d] == dynamic ? extents[d] : static_extents[d];
  }

  /// The element at these indices, which are not checked.
  template <class... I>
  requires(sizeof...(I) == sizeof...(E) && (... && std::is_integral_v<I>)) constexpr T& operator()(
      I... index) const {
    [[maybe_unused]] int d = 0;
    index_t at = 0;
    (..., (at += static_cast<index_t>(index) * strides[d++]));
    return data[at];
  }
};

/// A scalar that travels by value; what a number becomes that is passed to run().
template <class T>
struct scalar_view {
  using element_type = const T;
  using value_type = T;
  static constexpr int rank = 0;
  T value;
};

namespace exec {

template <class T, class Dimensions>
struct dynamic_view_of;
template <class T, std::size_t... D>
struct dynamic_view_of<T, std::index_sequence<D...>> {
  using type = tensor_view<T, (static_cast<void>(D), dynamic)...>;
};

template <class T, class Rows, class Columns>
PERFDOJO_INLINE constexpr auto matrix(T* data, Rows rows, Columns columns, index_t row_stride,
                                      index_t column_stride) {
  tensor_view<T, size_at_compile_time<Rows>, size_at_compile_time<Columns>> v;
  v.data = data;
  v.extents[0] = static_cast<index_t>(rows);
  v.extents[1] = static_cast<index_t>(columns);
  v.strides[0] = row_stride;
  v.strides[1] = column_stride;
  return v;
}

}  // namespace exec

/// A view of Rank run-time extents.
template <class T, int Rank>
using dynamic_view = typename exec::dynamic_view_of<T, std::make_index_sequence<Rank>>::type;

/// The extent of dimension Dim in the type of a view, or `dynamic`.
template <class View, int Dim>
inline constexpr index_t static_extent = std::remove_cvref_t<View>::static_extents[Dim];

/// Matrix [rows, columns], each row contiguous, rows `ld` elements apart (default: no gap).
template <class T, size_like Rows, size_like Columns>
PERFDOJO_INLINE constexpr auto row_major(T* data, Rows rows, Columns columns) {
  return exec::matrix(data, rows, columns, static_cast<index_t>(columns), 1);
}
template <class T, size_like Rows, size_like Columns, size_like Ld>
PERFDOJO_INLINE constexpr auto row_major(T* data, Rows rows, Columns columns, Ld ld) {
  return exec::matrix(data, rows, columns, static_cast<index_t>(ld), 1);
}

/// Matrix [rows, columns], each column contiguous, columns `ld` elements apart (default: no gap).
template <class T, size_like Rows, size_like Columns>
PERFDOJO_INLINE constexpr auto col_major(T* data, Rows rows, Columns columns) {
  return exec::matrix(data, rows, columns, 1, static_cast<index_t>(rows));
}
template <class T, size_like Rows, size_like Columns, size_like Ld>
PERFDOJO_INLINE constexpr auto col_major(T* data, Rows rows, Columns columns, Ld ld) {
  return exec::matrix(data, rows, columns, 1, static_cast<index_t>(ld));
}

/// Vector [n]. With a negative stride data points at element 0, the highest address; BLAS passes the lowest.
template <class T, size_like N, size_like Stride = fixed_size<1>>
PERFDOJO_INLINE constexpr auto vector(T* data, N n, Stride stride = {}) {
  tensor_view<T, size_at_compile_time<N>> v;
  v.data = data;
  v.extents[0] = static_cast<index_t>(n);
  v.strides[0] = static_cast<index_t>(stride);
  return v;
}

/// Tensor of any rank: strided(p, {2, 3, 4}, {12, 4, 1}).
template <class T, std::size_t Rank>
PERFDOJO_INLINE constexpr dynamic_view<T, static_cast<int>(Rank)> strided(T* data,
                                                                          const index_t (&extents)[Rank],
                                                                          const index_t (&strides)[Rank]) {
  dynamic_view<T, static_cast<int>(Rank)> v;
  v.data = data;
  for (std::size_t d = 0; d < Rank; ++d) {
    v.extents[d] = extents[d];
    v.strides[d] = strides[d];
  }
  return v;
}

/// A scalar by value (an input), or one in memory (also an output).
template <class T>
requires(std::is_arithmetic_v<T> || std::is_same_v<T, bf16>) constexpr scalar_view<T> scalar(T value) {
  return {value};
}
template <class T>
PERFDOJO_INLINE constexpr tensor_view<T> scalar(T* data) {
  tensor_view<T> v;
  v.data = data;
  return v;
}

/// The same matrix with its two dimensions exchanged; moves no data.
template <class T, index_t Rows, index_t Columns>
PERFDOJO_INLINE constexpr tensor_view<T, Columns, Rows> transposed(const tensor_view<T, Rows, Columns>& a) {
  tensor_view<T, Columns, Rows> v;
  v.data = a.data;
  v.extents[0] = a.extents[1];
  v.extents[1] = a.extents[0];
  v.strides[0] = a.strides[1];
  v.strides[1] = a.strides[0];
  return v;
}

/// What run() makes of its arguments: views stay as they are, numbers become scalars.
template <class T, index_t... E>
PERFDOJO_INLINE constexpr tensor_view<T, E...> as_view(const tensor_view<T, E...>& v) {
  return v;
}
template <class T>
constexpr scalar_view<T> as_view(const scalar_view<T>& v) {
  return v;
}
template <class T>
requires(std::is_arithmetic_v<T> || std::is_same_v<T, bf16>) constexpr scalar_view<T> as_view(T value) {
  return {value};
}

/// Whatever as_view() accepts.
template <class A>
concept viewable = requires(const A& a) {
  perfdojo::as_view(a);
};

}  // namespace perfdojo
