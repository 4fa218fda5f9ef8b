// SPDX-License-Identifier: Apache-2.0
// permute_dimensions: another layout for a private buffer.
#pragma once

#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Stores a private buffer with its dimensions in another order. Digit r of `digits`, read as decimal with one digit per
/// dimension, is the old position of new dimension r: 10 exchanges two dimensions, 021 (21) the last two of three.
///
///     before                        after permute_dimensions<"t", 10>
///     heap t f32 [M, K]             heap t f32 [K, M]
///     i M                           i M
///     | k K                         | k K
///     | | t[i,k] = A[i,k]           | | t[k,i] = A[i,k]
///
/// Legal when:   the digits are a permutation of 0 .. rank - 1 other than the identity.
/// Rejects with: no_such_buffer, buffer_is_an_argument, permutation_is_invalid.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     contiguous vectors: the last dimension has stride 1.
/// Elsewhere:    reorder_storage (Halide), transform_layout (TVM), rearrange_dim (Exo), store_in (Tiramisu).
struct permute_dimensions_move {
  perfdojo::name buffer;
  index_t digits = 0;

  static constexpr std::string_view name = "permute_dimensions";
  static constexpr std::array parameters{domain::buffer, domain::permutation};
  static constexpr field_list<&permute_dimensions_move::buffer, &permute_dimensions_move::digits> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const int b = p.find_buffer(buffer);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    if (!p.buffers[b].is_private()) return reject_buffer(reason::buffer_is_an_argument, buffer);
    const int rank = p.buffers[b].rank();
    int from[ir::max_rank]{};
    bool valid = read_digits(rank, from), is_identity = true;
    for (int r = 0; r < rank; ++r) {
      valid = valid && from[r] < rank;
      is_identity = is_identity && from[r] == r;
      for (int q = 0; q < r; ++q) valid = valid && from[q] != from[r];
    }
    return valid && !is_identity ? accept()
                                 : reject_buffer(reason::permutation_is_invalid, buffer, {}, digits, rank);
  }

  // Requires check(p).ok().
  // law: the inverse permutation gives the program back.
  constexpr ir::program apply(ir::program p) const {
    const int b = p.find_buffer(buffer);
    int from[ir::max_rank]{};
    read_digits(p.buffers[b].rank(), from);
    const auto permute = [&](auto& list) {
      const auto old = list;
      for (int r = 0; r < old.size(); ++r) list[r] = old[from[r]];
    };
    permute(p.buffers[b].dimensions);
    for (ir::access& a : p.accesses)
      if (a.buffer == b) permute(a.index);
    return p;  // still canonical: no node, access or expression changed its place
  }

private:
  // False if there are more digits than dimensions.
  constexpr bool read_digits(int rank, int (&from)[ir::max_rank]) const {
    index_t rest = digits;
    for (int r = rank - 1; r >= 0; --r) {
      from[r] = static_cast<int>(rest % 10);
      rest /= 10;
    }
    return digits >= 0 && rest == 0;
  }
};
static_assert(transformation<permute_dimensions_move>);

template <fixed_string Buffer, index_t Digits>
struct permute_dimensions {
  static constexpr permute_dimensions_move move{Buffer, Digits};
};

}  // namespace perfdojo
