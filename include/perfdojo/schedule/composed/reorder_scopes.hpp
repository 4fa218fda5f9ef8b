// SPDX-License-Identifier: Apache-2.0
// reorder_scopes: the composed step that brings the scopes of a perfect nest into another order, however deep it is.
#pragma once

#include <perfdojo/schedule/composed/move_list.hpp>

namespace perfdojo {

namespace detail {
/// Are the decimal digits of `order`, with a 0 in front if one is missing, a permutation of 0 .. count - 1?
constexpr bool is_order(index_t order, int count) {
  unsigned seen = 0;
  for (int i = 0; i < count; ++i, order /= 10) seen |= 1u << (order % 10);
  return order == 0 && seen == (1u << count) - 1;
}
}  // namespace detail

/// The moves that permute the scopes `nest`, named from the outermost to the innermost one, so that scope number d, from 0, comes to where
/// digit d stands in `order`. Requires detail::is_order(order, sizeof...(nest)).
template <class... Names>
constexpr move_list reorder_scopes_moves(index_t order, const Names&... nest) {
  constexpr int count = sizeof...(Names);
  const name old[] = {nest...};
  name now[] = {nest...};
  int wanted[count]{};
  for (int i = count - 1; i >= 0; --i, order /= 10) wanted[i] = static_cast<int>(order % 10);
  move_list m;
  // From the outside in: on the way to an order that keeps dependences, no step reverses one. The scope that moves outwards is the first of
  // the final order, so a dependence runs forwards in it, or does not distinguish its iterations.
  for (int to = 0; to < count; ++to) {
    int at = to;
    while (now[at] != old[wanted[to]]) ++at;
    for (; at > to; --at) {
      m.push(record(interchange_move{now[at - 1], now[at]}));
      const name inner = now[at];
      now[at] = now[at - 1];
      now[at - 1] = inner;
    }
  }
  return m;
}

/// Permutes the scopes of a perfect nest: `Nest` are their names from the outermost to the innermost one, and digit number d of `Order` tells
/// which of them, counted from 0, comes to place d.
///
///     before                           after reorder_scopes<201, "i", "j", "k">
///     i 12                             k 5
///     | j 6                            | i 12
///     | | k 5                          | | j 6
///     | | | C[i,j] += A[i,k]*B[k,j]    | | | C[i,j] += A[i,k]*B[k,j]
///
/// It is legal where each interchange on the way is, and every order that keeps all dependences has a legal way.
/// Elsewhere:    reorder (Halide, TVM), reorder_loops (Exo), interchange (Tiramisu).
template <index_t Order, fixed_string... Nest>
requires(sizeof...(Nest) > 1 && sizeof...(Nest) <= 10 &&
         detail::is_order(Order, sizeof...(Nest))) struct reorder_scopes {
  static constexpr move_list moves = reorder_scopes_moves(Order, name(Nest)...);
};

}  // namespace perfdojo
