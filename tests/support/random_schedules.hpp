// SPDX-License-Identifier: Apache-2.0
// walk_random_schedule: random legal moves on a random program, and what must hold after each of them.
#pragma once

#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/print.hpp>
#include <perfdojo/schedule/legal_moves.hpp>
#include <perfdojo/schedule/spell.hpp>

#include "support/random_programs.hpp"

namespace support {

inline std::string text(const ir::program& p) {
  std::string out;
  ir::print_to(out, p);
  return out;
}

/// What went wrong in a walk, with all that is needed to see it again; empty if nothing did.
struct walk_result {
  std::string report;
  int moves = 0;
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

/// Up to `most_moves` moves from program p. law: after each move the program verifies, its text reads back as the same
/// program, and it computes what it did before the move and at the start.
/// observe(program, move) is called before each move is applied.
template <class Observer>
walk_result walk_random_schedule(const ir::program& start, std::uint64_t seed, int most_moves,
                                 Observer&& observe) {
  dice d(seed);
  walk_result result;
  std::vector<perfdojo::move_record> moves;
  ir::program p = start;
  auto worst = perfdojo::result_class::bitwise_equal;
  const auto fail = [&](const std::string& what, const ir::program& before, const ir::program& after) {
    result.report = "seed " + std::to_string(seed) + ": " + what + "\nafter " + perfdojo::spell(moves) +
                    "\nlast move " + perfdojo::spell(moves.back()) + " made of\n" + text(before) + "this\n" +
                    text(after) + "start\n" + text(start);
  };
  while (result.moves < most_moves) {
    const std::vector<perfdojo::move_record> legal = perfdojo::legal_moves(p, small_choices());
    if (legal.empty()) break;
    const perfdojo::move_record move = draw(legal, d);
    moves.push_back(move);
    ++result.moves;
    observe(p, move);
    const ir::program after = perfdojo::apply(move, p);
    const perfdojo::verdict v = ir::verify(after);
    if (!v.ok()) {
      const bool malformed = v.why == perfdojo::reason::program_is_malformed;
      fail("verify: " + std::string(name_of(v.why)) + " at node " + std::to_string(v.asked) +
               (malformed ? ": " + std::string(sentence_of(static_cast<ir::invariant>(v.found))) : ""),
           p, after);
      return result;
    }
    if (!(ir::parse(text(after)).value == after)) {
      fail("the text does not read back", p, after);
      return result;
    }
    worst = combine(worst, worst_class(move));
    agreement same = same_result(p, after, tolerance_of(worst_class(move)), seed, 2);
    if (same) same = same_result(start, after, 10 * tolerance_of(worst), seed + 1, 1);
    if (!same) {
      fail(same.difference, p, after);
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
