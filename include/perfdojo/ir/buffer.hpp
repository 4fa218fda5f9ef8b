// SPDX-License-Identifier: Apache-2.0
// buffer: storage of a program; size (symbol): a run-time or constant extent that kernels are generic in.
#pragma once

#include <perfdojo/core/fixed_string.hpp>
#include <perfdojo/ir/element.hpp>
#include <perfdojo/ir/extent.hpp>

namespace perfdojo::ir {

inline constexpr int max_rank = 4;

/// A size of the kernel, such as M. value < 0: known at run time only.
struct symbol {
  name label;
  index_t value = -1;
  friend constexpr bool operator==(const symbol&, const symbol&) = default;
};

/// Extent of one dimension of a buffer: unit * min(cap, ceil(symbol / step)); without symbol unit * cap.
/// `reused`: storage is folded to one element along this dimension, because its live range is one iteration.
struct dimension {
  index_t cap = 1;
  int symbol = -1;
  index_t step = 1;
  index_t unit = 1;
  bool reused = false;
  friend constexpr bool operator==(const dimension&, const dimension&) = default;
};

/// Where a buffer lives. argument: given by the caller, with run-time strides per dimension. All others are private:
/// dense, the last dimension has stride 1, one instance for each iteration of the home scope.
enum class place : std::uint8_t { argument, heap, stack, registers };

struct buffer {
  name label;
  element type = element::f32;
  place where = place::argument;
  node_id home = none;  // the innermost scope in whose body the buffer lives; none: the whole program
  fixed_vector<dimension, max_rank> dimensions;

  constexpr int rank() const { return dimensions.size(); }
  constexpr bool is_private() const { return where != place::argument; }
  friend constexpr bool operator==(const buffer&, const buffer&) = default;
};

}  // namespace perfdojo::ir
