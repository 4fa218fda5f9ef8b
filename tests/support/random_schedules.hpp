// SPDX-License-Identifier: Apache-2.0
// walk_random_schedule: random legal moves on a random program, and what must hold after each of them.
#pragma once

#include <perfdojo/schedule/legal_moves.hpp>
#include <perfdojo/schedule/spell.hpp>

#include "support/random_move.hpp"
#include "support/random_programs.hpp"
#include "support/schedule_laws.hpp"

namespace support {

/// What went wrong in a walk, with all that is needed to see it again; empty if nothing did.
struct walk_result {
  std::string report;
  int moves = 0;
  std::vector<perfdojo::move_record> schedule;
};

/// Factors that leave tails of programs with sizes up to 17.
inline perfdojo::move_choices small_choices() {
  perfdojo::move_choices c;
  c.factors = {2, 3, 4, 5, 8};
  c.largest_number = 3;
  return c;
}

/// A legal move: first a kind is drawn, then one of its moves, so that kinds with many parameters do not crowd out the rest.
inline const perfdojo::move_record& draw(const std::vector<perfdojo::move_record>& moves, dice& d) {
  const int kind = moves[static_cast<std::size_t>(d.below(static_cast<index_t>(moves.size())))].kind;
  if (d.chance(50)) return moves[static_cast<std::size_t>(d.below(static_cast<index_t>(moves.size())))];
  int wanted = d.below(static_cast<index_t>(perfdojo::move_kinds.size()));
  for (int attempt = 0; attempt < 8;
       ++attempt, wanted = d.below(static_cast<index_t>(perfdojo::move_kinds.size()))) {
    std::vector<const perfdojo::move_record*> of_kind;
    for (const perfdojo::move_record& m : moves)
      if (m.kind == wanted) of_kind.push_back(&m);
    if (!of_kind.empty())
      return *of_kind[static_cast<std::size_t>(d.below(static_cast<index_t>(of_kind.size())))];
  }
  for (const perfdojo::move_record& m : moves)
    if (m.kind == kind) return m;
  return moves.front();
}

/// A legal move of p of a kind that is drawn first, so that kinds with many parameters do not crowd out the rest; nothing if none of
/// many proposals is legal. Far cheaper than to list all legal moves.
inline std::optional<perfdojo::move_record> propose_move(const ir::program& p, dice& d) {
  const perfdojo::detail::parameter_values values(p, small_choices());
  for (int kinds = 0; kinds < 100; ++kinds) {
    const int kind = d.below(static_cast<index_t>(perfdojo::move_kinds.size()));
    for (int attempt = 0; attempt < 20; ++attempt) {
      const std::optional<perfdojo::move_record> m = random_move(kind, values, d);
      if (!m) break;
      if (check(*m, p).ok()) return m;
    }
  }
  return {};
}

/// Up to `most_moves` random legal moves from program p, under the laws of schedule_laws.hpp.
/// observe(program, move) is called before each move is applied.
template <class Observer>
walk_result walk_random_schedule(const ir::program& start, std::uint64_t seed, int most_moves,
                                 Observer&& observe) {
  dice d(seed);
  schedule_laws laws(start, seed);
  walk_result result;
  ir::program p = start;
  while (result.moves < most_moves) {
    const std::optional<perfdojo::move_record> move = propose_move(p, d);
    if (!move) break;
    result.schedule.push_back(*move);
    ++result.moves;
    observe(p, *move);
    const ir::program after = perfdojo::apply(*move, p);
    const std::string fault = laws.fault(p, *move, after);
    if (!fault.empty()) {
      result.report = "seed " + std::to_string(seed) + ": " + fault + "\nafter " +
                      perfdojo::spell(result.schedule) + "\nlast move " + perfdojo::spell(*move) +
                      " made of\n" + text(p) + "this\n" + text(after) + "start\n" + text(start);
      return result;
    }
    p = after;
  }
  return result;
}

inline walk_result walk_random_schedule(const ir::program& start, std::uint64_t seed, int most_moves = 25) {
  return walk_random_schedule(start, seed, most_moves,
                              [](const ir::program&, const perfdojo::move_record&) {});
}

}  // namespace support
