// SPDX-License-Identifier: Apache-2.0
// What a search has seen: schedules by the program they make, with the model's guess and what was measured.
#pragma once

#include <optional>
#include <random>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <perfdojo/schedule/legal_moves.hpp>

#include "tuner/game.hpp"

namespace perfdojo::tuner {

/// A schedule together with its program.
struct position {
  steps schedule;
  ir::program made;
  std::uint64_t hash = 0;
};

/// What all parts of a search share.
struct explored {
  ir::program start;
  std::vector<std::vector<index_t>> sizes;  ///< per timed shape
  move_choices choices;
  std::vector<std::string_view> forbidden;  ///< kinds of moves
  std::mt19937_64 random;
  double heaviest = 0;  ///< for the compiler (compile_weight)

  struct measured {
    steps schedule;
    double ratio;  ///< time over that of the default, at one shape
  };
  std::vector<std::vector<measured>> good;                  ///< per shape, best first
  std::vector<std::unordered_set<std::uint64_t>> proposed;  ///< per shape

  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); }
  bool chance(double p) { return std::uniform_real_distribution<double>(0, 1)(random) < p; }

  /// Is this program worth the compiler's time?
  bool compiles_soon(const ir::program& p) const {
    return tuner::compiles_soon(p) && compile_weight(p) <= heaviest;
  }
  /// Legal moves without the forbidden kinds.
  std::vector<move_record> legal(const ir::program& p) const;
  /// One of them; kinds with many parameters do not crowd out the others.
  std::optional<move_record> draw(const ir::program& p);
  move_record pick(const std::vector<move_record>& legal);  ///< requires: not empty
  std::optional<position> follow(const steps& schedule) const;
};

/// Schedules near the good ones of a shape: another parameter, one move less, one more, two good ones crossed.
std::vector<position> near_good_ones(explored& e, std::size_t shape_index, std::size_t count);

/// Ends of a beam search from the unscheduled program or from a good one, ordered by the model's guess.
std::vector<position> beam(explored& e, std::size_t shape_index, std::size_t count);

/// Random walks.
std::vector<position> random_walks(explored& e, std::size_t count);

}  // namespace perfdojo::tuner
