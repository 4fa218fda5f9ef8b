// SPDX-License-Identifier: Apache-2.0
// The laws that mutants_test.py holds against seeded faults: cheap ones first, since most faults fall at once.
#include <perfdojo/schedule/composed/blocked_gemm.hpp>

#include "support/cut_out.hpp"
#include "support/random_nests.hpp"
#include "support/random_pipelines.hpp"
#include "support/random_rows.hpp"
#include "support/random_schedules.hpp"
#include "support/sample_programs.hpp"

#include "mutants/special_programs.hpp"

#include <doctest/doctest.h>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;

namespace {

// One legal move: the result verifies, its text reads back, and it computes the same.
bool keeps_the_laws(const ir::program& before, const pd::move_record& move, std::uint64_t seed) {
  const ir::program after = pd::apply(move, before);
  const double tolerance = support::tolerance_of(pd::worst_class(move));
  std::string fault;
  if (!ir::verify(after).ok())
    fault = "does not verify";
  else if (!(ir::parse(support::text(after)).value == after))
    fault = "does not read back";
  else
    fault = support::same_result(before, after, tolerance, seed, 2).difference;
  if (fault.empty()) return true;
  if (ir::verify(after).ok()) {
    const support::cut_out_pair cut = support::cut_out(before, after);
    fault += support::same_result(cut.before, cut.after, tolerance, seed, 2) ? "\nnot seen" : "\nseen";
    fault += " in the cut-out";
  }
  MESSAGE("seed " << seed << ", " << pd::spell(move) << ": " << fault << "\n" << support::text(before));
  return false;
}

// Up to `most` random moves.
void walk(const ir::program& start, std::uint64_t seed, int most) {
  bool right = true;
  support::after_random_moves(start, seed, most, [&](const ir::program& before, const pd::move_record& move) {
    right = right && keeps_the_laws(before, move, seed);
  });
  REQUIRE(right);
}

}  // namespace

TEST_CASE("a scope that runs at least twice") {
  const ir::parsed counts = ir::parse(R"(perfdojo 1
size M
argument y f32 []
i M at least 2
| y[] += 1
)");
  for (const pd::move_record& move : pd::legal_moves(counts.value, support::small_choices()))
    for (std::uint64_t seed = 0; seed < 20; ++seed) REQUIRE(keeps_the_laws(counts.value, move, seed));
}

TEST_CASE("special programs") {
  for (const std::string_view text : special::programs) {
    const ir::program p = ir::parse(text).value;
    REQUIRE(ir::verify(p).ok());
    for (const pd::move_record& move : pd::legal_moves(p, support::small_choices()))
      REQUIRE(keeps_the_laws(p, move, 1));
    for (std::uint64_t seed = 0; seed < 20; ++seed) walk(p, seed, 4);
  }
}

TEST_CASE("a buffer that the scopes below its home share") {
  const ir::parsed carried = ir::parse(R"(perfdojo 1
argument y f32 [3, 5]
argument x f32 [5]
heap t f32 [] in i
i 3
| t[] = 7
| k 5
| | y[i, k] = t[]
| | t[] = x[k]
)");
  for (const pd::move_record& move : pd::legal_moves(carried.value, support::small_choices()))
    for (std::uint64_t seed = 0; seed < 4; ++seed) REQUIRE(keeps_the_laws(carried.value, move, seed));
}

TEST_CASE("random programs") {
  for (std::uint64_t seed = 0; seed < 6000; ++seed) walk(support::random_program(seed), seed, 6);
}

TEST_CASE("random pipelines") {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) walk(support::random_pipeline(seed), seed, 6);
}

TEST_CASE("every legal move of the samples") {
  for (const samples::sample& s : samples::all)
    for (const pd::move_record& move : pd::legal_moves(s.program, support::small_choices()))
      REQUIRE(keeps_the_laws(s.program, move, 1));
}

TEST_CASE("a blocked product") {
  for (const samples::sample& s : samples::all) {
    if (s.label != "matmul") continue;
    ir::program p = s.program;
    for (const pd::move_record& move : pd::blocked_gemm_moves({3, 2, 4, 8, 2, 2, 2})) {
      REQUIRE(pd::check(move, p).ok());
      REQUIRE(keeps_the_laws(p, move, 1));
      p = pd::apply(move, p);
      for (std::uint64_t seed = 0; seed < 4; ++seed) walk(p, seed, 4);
    }
  }
}

TEST_CASE("random rows") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) walk(support::random_rows(seed), seed, 6);
}
