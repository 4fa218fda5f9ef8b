// SPDX-License-Identifier: Apache-2.0
// Laws of policy strict: moves that it allows change no bit of a result, in whatever order unrolled, vector and parallel scopes run.
#include <perfdojo/schedule/composed/blocked_gemm.hpp>
#include <perfdojo/schedule/strict.hpp>

#include "support/bit_difference.hpp"
#include "support/random_schedules.hpp"
#include "support/sample_programs.hpp"
#include "support/same_result.hpp"

#include <doctest/doctest.h>

namespace pd = perfdojo;

namespace {

// Random moves that policy strict allows. Programs whose own result depends on the order are left out.
int walk_strictly(const pd::ir::program& start, std::uint64_t seed, int most_moves) {
  if (!support::bit_difference(start, start, seed).empty()) return 0;
  support::dice d(seed);
  pd::move_choices choices = support::small_choices();
  choices.may_reassociate = false;
  std::vector<pd::move_record> moves;
  pd::ir::program p = start;
  int reorderable = 0;
  while (static_cast<int>(moves.size()) < most_moves) {
    const std::vector<pd::move_record> legal = pd::legal_moves(p, choices);
    if (legal.empty()) break;
    moves.push_back(support::draw(legal, d));
    reorderable += pd::worst_class(moves.back()) != pd::result_class::bitwise_equal ? 1 : 0;
    p = pd::apply(moves.back(), p);
  }
  const std::string trouble = support::bit_difference(start, p, seed + 1);
  if (!trouble.empty()) {
    CAPTURE(seed);
    MESSAGE(trouble << "\nafter " << pd::spell(moves) << " of\n" << support::text(start));
    CHECK(trouble.empty());
  }
  return reorderable;
}

}  // namespace

TEST_CASE("law: strict schedules of random programs change no bit") {
  int reorderable = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed)
    reorderable += walk_strictly(support::random_program(seed), seed, 8);
  // Moves of kinds that may reorder: they are what the policy decides about.
  CHECK(reorderable > 200);
}

TEST_CASE("law: strict schedules of the samples change no bit") {
  int reorderable = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    for (const samples::sample& s : samples::all) reorderable += walk_strictly(s.program, seed, 20);
  CHECK(reorderable > 50);
}

TEST_CASE("law: a blocked product is strict but for the unrolled steps of its sum") {
  pd::ir::program product;
  for (const samples::sample& s : samples::all)
    if (s.label == "matmul") product = s.program;
  pd::ir::program p = product;
  for (const pd::move_record& m : pd::blocked_gemm_moves({3, 2, 4, 8, 2, 2, 1})) {
    CAPTURE(pd::spell(m));
    REQUIRE(pd::check(m, p).ok());
    CHECK(pd::detail::reordered_by(m, p) < 0);
    p = pd::apply(m, p);
  }
  CHECK(support::bit_difference(product, p, 3).empty());
  int refused = 0;
  p = product;
  for (const pd::move_record& m : pd::blocked_gemm_moves({3, 2, 4, 8, 2, 2, 2})) {
    if (pd::detail::reordered_by(m, p) >= 0) {
      ++refused;
      CHECK(pd::spell(m) == "unroll<\"k11\">");
    }
    p = pd::apply(m, p);
  }
  CHECK(refused == 1);
}
