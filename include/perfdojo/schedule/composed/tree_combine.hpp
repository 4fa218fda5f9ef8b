// SPDX-License-Identifier: Apache-2.0
// tree_combine: partial results are combined in a tree of unrolled levels.
#pragma once

#include <perfdojo/schedule/composed/move_list.hpp>

namespace perfdojo {

/// The moves that combine the `extent` partial results that scope `combine` reduces, as long as their number is even.
constexpr move_list tree_combine_moves(name combine, index_t extent) {
  move_list m;
  char letter = 'b';  // as halve names the levels
  for (; extent > 1 && extent % 2 == 0; extent /= 2, ++letter) {
    m.push(record(halve_move{combine}));
    m.push(record(unroll_move{ir::suffixed(detail::part(combine, "_"), letter)}));
  }
  m.push(record(unroll_move{combine}));
  return m;
}

/// Combines the partial results of rfactor in a tree, all of it in straight code. The levels are called c_b, c_c, ..., so these names must
/// be free.
///
///     before                        after tree_combine<"c", 4>
///     c 4                           c_b 2 unrolled
///     | s[] += t[c]                 | t[c_b] += t[c_b+2]
///                                   c_c 1 unrolled
///                                   | t[c_c] += t[c_c+1]
///                                   c 1 unrolled
///                                   | s[] += t[c]
///
/// An extent that is no power of two leaves an odd number, which is combined in order.
/// Elsewhere:    tree reductions, written by hand.
template <fixed_string Combine, index_t Extent>
struct tree_combine {
  static constexpr move_list moves = tree_combine_moves(Combine, Extent);
};

}  // namespace perfdojo
