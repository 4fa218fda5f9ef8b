// SPDX-License-Identifier: Apache-2.0
// Schedules as values: read, replayed on a program, spelled, hashed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <perfdojo/schedule/move_record.hpp>

#include "search.hpp"

namespace perfdojo::tuner {

/// One step of a schedule: a move, or a composed step with its parameters.
struct step {
  move_record move;
  int family = -1;  ///< position in families(); -1: a move
  std::vector<index_t> values;
  friend bool operator==(const step&, const step&) = default;
};
using steps = std::vector<step>;

/// The moves that a step stands for.
std::vector<move_record> moves_of_step(const step& s);

/// Throw environment_error with line and column.
ir::program read_program(std::string_view text);
steps read_schedule(std::string_view text);

std::string print_program(const ir::program& p);
std::string spell_step(const step& s);
std::string spell_steps(const steps& all);

/// The program after all steps, or nothing if a move is not legal where its turn comes.
std::optional<ir::program> replay(const ir::program& start, const steps& all);

/// A limit on what a compiler is asked for: no straight block of more than 512 operations, no 'cases' with more than
/// 16 values.
bool compiles_soon(const ir::program& p);

/// How much the compiler has to do for a program, in arbitrary units: two programs compare as their times do, roughly.
double compile_weight(const ir::program& p);

/// Room in the fixed capacities of a program for the next few moves.
bool has_room(const ir::program& p);

}  // namespace perfdojo::tuner
