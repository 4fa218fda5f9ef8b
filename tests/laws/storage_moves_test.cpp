// SPDX-License-Identifier: Apache-2.0
// Laws of the moves that give values another place: not one of all that are legal changes what a program computes, at sizes 0, 1 and
// odd ones, with scopes forwards and backwards.
#include "support/random_pipelines.hpp"
#include "support/random_schedules.hpp"
#include "support/sample_programs.hpp"

#include <algorithm>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;

namespace {

constexpr std::string_view storage_moves[] = {"pack",    "accumulate",      "stage",
                                              "rfactor", "inline_producer", "compute_at"};

struct tally {
  int legal[std::size(storage_moves)]{};
  std::string report;
};

// Tries every storage move of p among the legal ones.
void try_all(const ir::program& p, const std::vector<pd::move_record>& legal, std::uint64_t seed, tally& t) {
  for (const pd::move_record& m : legal) {
    const auto name = std::find(std::begin(storage_moves), std::end(storage_moves),
                                pd::move_kinds[static_cast<std::size_t>(m.kind)].name);
    if (name == std::end(storage_moves)) continue;
    ++t.legal[name - std::begin(storage_moves)];
    const ir::program q = pd::apply(m, p);
    std::string fault;
    if (const pd::verdict v = ir::verify(q); !v.ok()) {
      fault = "verify: " + std::string(name_of(v.why)) + " " + std::to_string(v.found);
    } else {
      fault = support::same_result(p, q, support::tolerance_of(pd::worst_class(m)), seed, 2).difference;
    }
    if (fault.empty()) continue;
    t.report = "seed " + std::to_string(seed) + ": " + pd::spell(m) + ": " + fault + "\nof\n" +
               support::text(p) + "makes\n" + support::text(q);
    return;
  }
}

// Then the same after a few moves that change loops: bounds, splits, unrolled, vector and parallel scopes, conditions.
void try_around(ir::program p, std::uint64_t seed, tally& t) {
  constexpr std::string_view loops[] = {"split",     "interchange", "fission", "first", "unroll",
                                        "vectorize", "parallelize", "cases",   "join"};
  support::dice d(seed * 31 + 7);
  for (int moves = 0; moves < 4 && t.report.empty(); ++moves) {
    const std::vector<pd::move_record> legal = pd::legal_moves(p, support::small_choices());
    try_all(p, legal, seed, t);
    std::vector<pd::move_record> choices;
    for (const pd::move_record& m : legal)
      if (std::find(std::begin(loops), std::end(loops),
                    pd::move_kinds[static_cast<std::size_t>(m.kind)].name) != std::end(loops))
        choices.push_back(m);
    if (choices.empty()) return;
    p = pd::apply(support::draw(choices, d), p);
  }
}

void check(const tally& t, int least) {
  if (!t.report.empty()) MESSAGE(t.report);
  CHECK(t.report.empty());
  for (std::size_t i = 0; i < std::size(storage_moves); ++i) {
    CAPTURE(storage_moves[i]);
    CHECK(t.legal[i] >= least);
  }
}

}  // namespace

TEST_CASE("law: storage moves keep the meaning of random programs") {
  tally t;
  for (std::uint64_t seed = 0; seed < 250 && t.report.empty(); ++seed)
    try_around(support::random_program(seed), seed, t);
  check(t, 20);
}

TEST_CASE("law: storage moves keep the meaning of producers and consumers") {
  tally t;
  for (std::uint64_t seed = 0; seed < 150 && t.report.empty(); ++seed)
    try_around(support::random_pipeline(seed), seed, t);
  check(t, 20);
}

TEST_CASE("law: storage moves keep the meaning of the samples") {
  tally t;
  for (const samples::sample& s : samples::all)
    for (std::uint64_t seed = 0; seed < 4 && t.report.empty(); ++seed) try_around(s.program, seed, t);
  check(t, 1);
}
