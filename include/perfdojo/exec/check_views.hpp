// SPDX-License-Identifier: Apache-2.0
// check_views: check_arguments() in a few nanoseconds for the common case, since small kernels pay for it at each call.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/core/index_math.hpp>
#include <perfdojo/exec/argument.hpp>
#include <perfdojo/exec/check_arguments.hpp>
#include <perfdojo/exec/view.hpp>

#include <cstdint>

namespace perfdojo::exec {

inline namespace PERFDOJO_ISA {

/// Whether a view is of the common kind: not empty, row-major or column-major, far from overflow. Such a view passes
/// check_argument() with this range; any other has to take that check. Rows: contiguous rows only, which takes half of the
/// instructions.
template <argument_use Use, bool Rows, class T, index_t... E>
PERFDOJO_INLINE bool is_plain(const tensor_view<T, E...>& v, memory_range& range) {
  constexpr int rank = sizeof...(E);
  // One test for all numbers: an extent below 1 or a negative stride sets upper bits, and with 28 bits per number
  // the bytes that four dimensions span stay below 2^61.
  index_t bits = 0;
  PERFDOJO_UNROLL for (int d = 0; d < rank; ++d) bits |= (v.extent(d) - 1) | v.strides[d];
  if (bits >> 28 != 0 || v.data == nullptr) return false;
  range.first = reinterpret_cast<std::uintptr_t>(v.data);
  if constexpr (Rows && rank == 2) {
    const index_t last_row = (v.extent(0) - 1) * v.strides[0];
    range.last = range.first + static_cast<std::uintptr_t>(last_row + v.extent(1)) * sizeof(T);
    return (v.strides[1] == 1) & (v.strides[0] >= v.extent(1));
  }
  index_t span = 0;
  PERFDOJO_UNROLL for (int d = 0; d < rank; ++d) span += (v.extent(d) - 1) * v.strides[d];
  range.last = range.first + static_cast<std::uintptr_t>(span + 1) * sizeof(T);
  if (Use == argument_use::read || rank == 0) return true;
  bool by_rows = true;
  index_t inner = 1;
  PERFDOJO_UNROLL for (int d = rank - 1; d >= 0; --d) {
    by_rows &= v.strides[d] >= inner;
    inner = v.extent(d) * v.strides[d];
  }
  if constexpr (rank == 2) return by_rows | (v.strides[0] >= 1 && v.strides[1] >= v.extent(0) * v.strides[0]);
  return by_rows;
}
template <argument_use Use, bool, class T>
PERFDOJO_INLINE bool is_plain(const scalar_view<T>&, memory_range&) {
  return Use < argument_use::write;
}

/// Does the range at `position` meet none of those that are written?
template <argument_use... Use>
PERFDOJO_INLINE bool is_apart(const memory_range (&ranges)[sizeof...(Use)], int position) {
  constexpr argument_use use[] = {Use...};
  bool apart = true;
  PERFDOJO_UNROLL for (int i = 0; i < static_cast<int>(sizeof...(Use)); ++i) {
    if (use[i] >= argument_use::write && i != position) apart &= !ranges[i].meets(ranges[position]);
  }
  return apart;
}

/// Are all views plain, and does nothing that is written meet another? What is written comes first: its ranges are all that has to
/// stay in registers then.
template <bool Rows, argument_use... Use, class... Views>
PERFDOJO_INLINE bool are_plain(const Views&... views) {
  memory_range ranges[sizeof...(Views)];
  [[maybe_unused]] int at = -1;
  if (!(... && (++at, Use < argument_use::write || is_plain<Use, Rows>(views, ranges[at])))) return false;
  at = -1;
  return (... && (++at, (Use >= argument_use::write || is_plain<Use, Rows>(views, ranges[at])) &&
                            is_apart<Use...>(ranges, at)));
}

// Apart and by reference: inlined, its vector copies are hoisted above the plain case and wait there for the scalar
// stores that filled the views.
template <argument_use... Use, class... Views>
[[gnu::noinline]] argument_verdict check_any_views(const Views&... views) {
  if (are_plain<false, Use...>(views...)) return {};
  const argument arguments[] = {argument(views)...};
  constexpr argument_use use[] = {Use...};
  return check_arguments(arguments, use, sizeof...(Views));
}

/// check_arguments() for views, in a few instructions when all are plain and nothing that is written meets another:
/// check_views<argument_use::read, argument_use::write>(x, y).
template <argument_use... Use, class... Views>
PERFDOJO_INLINE argument_verdict check_views(const Views&... views) {
  static_assert(sizeof...(Use) == sizeof...(Views), "perfdojo: one use per view");
  if (are_plain<true, Use...>(views...)) [[likely]]
    return {};
  return check_any_views<Use...>(views...);
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
