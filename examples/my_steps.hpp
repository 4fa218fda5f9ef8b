// SPDX-License-Identifier: Apache-2.0
// A composed step of one's own: a list of moves under one name. Errors name the step and the move.
#pragma once

#include <perfdojo/schedule/composed/move_list.hpp>

/// The moves that turn columns `column` into vectors, masked at the end, and share the rows among threads.
constexpr perfdojo::move_list vector_rows_moves(perfdojo::name row, perfdojo::name column,
                                                perfdojo::index_t lanes) {
  perfdojo::move_list m;
  m.push(perfdojo::record(perfdojo::split_move{column, lanes, perfdojo::tail::guard}));
  m.push(perfdojo::record(perfdojo::vectorize_move{perfdojo::ir::suffixed(column, '1')}));
  m.push(perfdojo::record(perfdojo::parallelize_move{row}));
  return m;
}

/// vector_rows as a step of a schedule.
template <perfdojo::fixed_string Row, perfdojo::fixed_string Column, perfdojo::index_t Lanes>
struct vector_rows {
  static constexpr perfdojo::move_list moves = vector_rows_moves(Row, Column, Lanes);
};
