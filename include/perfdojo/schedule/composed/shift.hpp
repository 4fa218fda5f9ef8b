// SPDX-License-Identifier: Apache-2.0
// shift: the composed step that lets the first statements of a scope run iterations ahead of the others.
#pragma once

#include <perfdojo/schedule/composed/move_list.hpp>

namespace perfdojo {

/// The moves that let the first `count` children of `scope` run `distance` iterations ahead of the other ones. The names scope_b, scope_c and
/// scope_b_b must be free.
constexpr move_list shift_moves(name scope, index_t count, index_t distance) {
  const name behind = detail::part(scope, "_b");
  move_list m;
  m.push(record(fission_move{scope, count}));
  m.push(record(peel_move{scope, distance, where::first}));
  m.push(record(peel_move{behind, distance, where::last}));
  m.push(record(join_move{scope, behind}));
  return m;
}

/// Lets the first `Count` children of a scope run `Distance` iterations ahead of the other ones: a prologue and an epilogue run what has no
/// partner.
///
///     before               after shift<"i", 1, 2>
///     i 30                 i_c 2
///     | t[i] = x[i]        | t[i_c] = x[i_c]
///     | y[i] = 2*t[i]      i 28
///                          | t[i+2] = x[i+2]
///                          | y[i] = 2*t[i]
///                          i_b_b 2
///                          | y[i_b_b+28] = 2*t[i_b_b+28]
///
/// Legal where all of the first part may run before the other one, as fission asks; for parts that only may not drift further apart than
/// `Distance` iterations that is more than needed.
/// The extent is a constant: where the epilogue of a run-time extent begins, an index, which knows no sizes, cannot say. Scopes that stand
/// beside each other need no more than `peel` and `join`.
/// Good for:     loads that are under way while earlier values are used; consumers that read what later iterations produce.
/// Elsewhere:    shift (Tiramisu), software_pipeline annotations (TVM); loop shifting, retiming in compilers.
template <fixed_string Scope, index_t Count, index_t Distance>
struct shift {
  static constexpr move_list moves = shift_moves(Scope, Count, Distance);
};

}  // namespace perfdojo
