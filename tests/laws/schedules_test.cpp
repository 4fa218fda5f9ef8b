// SPDX-License-Identifier: Apache-2.0
// Laws of schedules: any sequence of legal moves keeps the meaning of the program.
#include <perfdojo/schedule/composed/blocked_gemm.hpp>
#include <perfdojo/schedule/parse_schedule.hpp>

#include "support/random_schedules.hpp"
#include "support/sample_programs.hpp"

#include <doctest/doctest.h>

namespace pd = perfdojo;

TEST_CASE("law: random programs keep their meaning under random legal schedules") {
  int moves = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const support::walk_result walk = support::walk_random_schedule(support::random_program(seed), seed, 8);
    moves += walk.moves;
    if (walk.report.empty()) continue;
    MESSAGE(walk.report);
    CHECK(walk.report.empty());
    break;  // the first fault is enough to read
  }
  CHECK(moves > 1500);
}

TEST_CASE("law: sample programs keep their meaning under random legal schedules of 25 moves") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (const samples::sample& s : samples::all) {
      const support::walk_result walk = support::walk_random_schedule(s.program, seed);
      if (walk.report.empty()) continue;
      MESSAGE(walk.report);
      CHECK(walk.report.empty());
      return;
    }
  }
}

TEST_CASE("law: a matrix product, blocked up to some step, keeps its meaning under random legal schedules") {
  pd::ir::program product;
  for (const samples::sample& s : samples::all)
    if (s.label == "matmul") product = s.program;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    support::dice d(seed);
    // Blocks that are smaller than the sizes that same_result draws.
    const auto moves = pd::blocked_gemm_moves({d.between(2, 3), 2, 4, 8, 2, 2, 2});
    pd::ir::program p = product;
    for (int i = 0, steps = d.between(0, moves.size()); i < steps; ++i) {
      REQUIRE(pd::check(moves[i], p).ok());
      p = pd::apply(moves[i], p);
    }
    const agreement same = support::same_result(product, p, support::reassociation, seed);
    CHECK(same);
    const support::walk_result walk = support::walk_random_schedule(p, seed, 6);
    if (!walk.report.empty()) MESSAGE(walk.report);
    CHECK(walk.report.empty());
  }
}

TEST_CASE("law: parse_schedule(spell(moves)) == moves") {
  for (const samples::sample& s : samples::all) {
    const std::vector<pd::move_record> moves = pd::legal_moves(s.program);
    const pd::parsed_schedule again = pd::parse_schedule(pd::spell(moves));
    CAPTURE(s.label);
    CHECK(again.ok());
    CHECK(again.moves == moves);
  }
}
