// SPDX-License-Identifier: Apache-2.0
// pack_with_sums: the composed step that packs a matrix and adds up its rows or columns in the same pass, as quantised products need.
#pragma once

#include <perfdojo/schedule/composed/move_list.hpp>

namespace perfdojo {

/// Packs what one iteration of `scope` reads of the matrix `source`, as pack does. The nest `sums`, which stands before the scope and adds up each row
/// (scope `terms` runs along `dimension` 1) or each column (0) into a temporary that only the scope reads, moves into the copy:
///
///     i M                              i0 M/4
///     | r[i] = 0                       | P.0 4 bound M - 4*i0
///     | k K                            | | r[P.0] = 0
///     | | r[i] += A[i,k]               | | P.1 K
///     i0 M/4                           | | | P[P.0,P.1] = A[4*i0+P.0,P.1]
///     | ...                            | | | r[P.0] += P[P.0,P.1]
///                                      | ...
///
/// after pack_with_sums<"A", "i0", "P", "i", "k", 1>. The sums read the copy. A copy that is padded afterwards takes its sums along only as a
/// nest beside it (without the joins), since sums are not written beyond a bound.
constexpr move_list pack_with_sums_moves(name source, name scope, name target, name sums, name terms,
                                         index_t dimension) {
  const name part = ir::suffixed(target, '.');
  const name rows = ir::suffixed(part, '0'), columns = ir::suffixed(part, '1');
  const name outer = dimension == 0 ? columns : rows, inner = dimension == 0 ? rows : columns;
  move_list m;
  m.push(record(compute_at_move{sums, scope}));
  m.push(record(pack_move{source, scope, target}));
  if (dimension == 0) m.push(record(interchange_move{rows, columns}));
  m.push(record(join_move{outer, sums}));
  m.push(record(reorder_move{outer, 0}));
  m.push(record(join_move{inner, terms}));
  return m;
}

/// pack_with_sums as a step of a schedule.
template <fixed_string Source, fixed_string Scope, fixed_string Target, fixed_string Sums, fixed_string Terms,
          index_t Dimension>
struct pack_with_sums {
  static constexpr move_list moves = pack_with_sums_moves(Source, Scope, Target, Sums, Terms, Dimension);
};

}  // namespace perfdojo
