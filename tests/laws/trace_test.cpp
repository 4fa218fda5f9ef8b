// SPDX-License-Identifier: Apache-2.0
// Laws of traces: what is written reads back, and replays to the same program.
#include <perfdojo/schedule/read_trace.hpp>
#include <perfdojo/schedule/replay.hpp>

#include "support/random_schedules.hpp"

#include <algorithm>

#include <doctest/doctest.h>

namespace pd = perfdojo;

TEST_CASE("law: read_trace(write_trace(t)).value == t, and replay makes the program again") {
  std::array<int, pd::all_transformations::size> met{};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    support::dice d(seed);
    const pd::ir::program start = support::random_program(seed);
    pd::ir::program p = start;
    std::vector<pd::move_record> moves;
    while (moves.size() < 25) {
      const auto legal = pd::legal_moves(p, support::small_choices());
      if (legal.empty()) break;
      moves.push_back(support::draw(legal, d));
      ++met[static_cast<std::size_t>(moves.back().kind)];
      p = pd::apply(moves.back(), p);
    }
    const pd::trace t = pd::record_trace("random", start, moves);
    const pd::parsed_trace again = pd::read_trace(pd::write_trace(t));
    CAPTURE(again.message);
    CHECK(again.value == t);
    const pd::replayed made = pd::replay(start, t);
    CAPTURE(made.message);
    CHECK(made.value == p);

    // A move that is not the one that was made is seen where it stands.
    if (moves.size() < 2) continue;
    pd::trace other = t;
    const auto at = static_cast<std::size_t>(d.below(static_cast<pd::index_t>(moves.size())));
    other.steps[at].hash ^= 1;
    CHECK(pd::replay(start, other).failed_step == static_cast<int>(at) + 1);
  }
  CHECK(std::count(met.begin(), met.end(), 0) < pd::all_transformations::size / 4);
}

TEST_CASE(
    "law: every kind of move reads back with every value of its parameters, as a trace and as a schedule") {
  const pd::ir::program p = support::random_program(3);
  pd::move_choices choices;
  choices.factors = {2, 3, 1024};
  choices.distances = {1, 4};
  choices.largest_number = 2;
  const auto check_kind = [&]<class Move>() {
    pd::trace t{"random", "0.1.0", 0, {}};
    std::vector<pd::move_record> moves;
    for (const Move& m : pd::moves_of<Move>(p, choices)) {
      moves.push_back(pd::record(m));
      t.steps.push_back({moves.back(), moves.size() * 0x9e3779b97f4a7c15u});
    }
    CAPTURE(Move::name);
    CHECK(!moves.empty());
    CHECK(pd::read_trace(pd::write_trace(t)).value == t);
    CHECK(pd::parse_schedule(pd::spell(moves)).moves == moves);
  };
  [&]<class... Move>(pd::type_list<Move...>) {
    (check_kind.template operator()<Move>(), ...);
  }(pd::all_transformations{});
}
