// SPDX-License-Identifier: Apache-2.0
// argument: a view without its type, and what can be wrong with one. The checks are in check_arguments.hpp, the
// sentences in argument_message.hpp.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/core/index_math.hpp>
#include <perfdojo/exec/view.hpp>
#include <perfdojo/ir/buffer.hpp>
#include <perfdojo/ir/element.hpp>

#include <cstdint>

namespace perfdojo::exec {

/// A view without its type. Made from a scalar_view it points into that, which must outlive it.
struct argument {
  void* data = nullptr;
  int rank = 0;
  ir::element type = ir::element::f32;
  index_t extents[ir::max_rank]{};
  index_t strides[ir::max_rank]{};

  argument() = default;

  // Always inline: as functions they would have one name in objects for different instruction sets.
  template <class T, index_t... E>
  PERFDOJO_INLINE argument(const tensor_view<T, E...>& v)
      : data(const_cast<std::remove_const_t<T>*>(v.data)),
        rank(sizeof...(E)),
        type(ir::element_of<std::remove_const_t<T>>) {
    static_assert(sizeof...(E) <= ir::max_rank, "perfdojo: a view has at most 4 dimensions");
    for (int d = 0; d < rank; ++d) {
      extents[d] = v.extent(d);
      strides[d] = v.strides[d];
    }
  }

  template <class T>
  PERFDOJO_INLINE argument(const scalar_view<T>& v)
      : data(const_cast<T*>(&v.value)), type(ir::element_of<T>) {}
};

/// What a kernel does with an argument; decides which checks it must pass.
enum class argument_use : std::uint8_t {
  read,            ///< any strides: elements may share memory
  read_matrix,     ///< as BLAS: a leading dimension holds a row; stride 0 repeats one row
  write,           ///< no two elements share memory, nor do two arguments
  write_in_place,  ///< as write, but may be the very same view as an argument that is read
};

enum class argument_fault : std::uint8_t {
  none,
  negative_extent,          ///< of `dimension`: found
  address_overflow,         ///< extent `found` with stride `asked` in `dimension`
  extent_too_large,         ///< `dimension` has extent `found`; programs count up to `asked`
  null_data,                ///< although it has `found` elements
  zero_stride,              ///< of `dimension` of extent `found`, in an argument that is written
  short_leading_dimension,  ///< `asked`, while a row or column has `found` elements
  elements_overlap,         ///< stride `asked` in `dimension`, while the other dimensions span `found`
  arguments_overlap,        ///< `argument` is written and shares memory with `other`
  extent_mismatch,          ///< `dimension` has extent `found`, but `other` asks for `asked`
  subscript_outside,        ///< the mathematics uses element `asked` of `dimension`, which has extent `found`
  no_scratch,               ///< `found` bytes of scratch could not be allocated; negative: beyond 64 bits
};

/// The result of a check: names the argument by its position.
struct argument_verdict {
  argument_fault fault = argument_fault::none;
  std::int8_t argument = 0;
  std::int8_t other = 0;
  std::int8_t dimension = 0;
  index_t asked = 0;
  index_t found = 0;

  constexpr bool ok() const { return fault == argument_fault::none; }
  friend constexpr bool operator==(const argument_verdict&, const argument_verdict&) = default;
};

}  // namespace perfdojo::exec
