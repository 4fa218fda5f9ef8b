// SPDX-License-Identifier: Apache-2.0
// cut_out: what a move touched is enough to see that it keeps the meaning.
#include "support/cut_out.hpp"

#include <perfdojo/schedule/parse_schedule.hpp>

#include "support/random_starts.hpp"

#include <cstdio>

#include <doctest/doctest.h>

namespace pd = perfdojo;

namespace {

support::cut_out_pair cut_of(std::string_view program, std::string_view schedule) {
  const pd::ir::program before = pd::ir::parse(program).value;
  const pd::parsed_schedule s = pd::parse_schedule(schedule);
  REQUIRE(pd::ir::verify(before).ok());
  REQUIRE(s.ok());
  REQUIRE(pd::check(s.moves[0], before).ok());
  return support::cut_out(before, pd::apply(s.moves[0], before));
}

}  // namespace

TEST_CASE("cut_out: a nest alone, what others write of it is an argument") {
  const auto cut = cut_of(R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M]
i M
| t[i] = 2*x[i]
j M
| y[j] = t[j] + 1
)",
                          R"(schedule<split<"j", 4, tail::guard>>)");
  CHECK(support::text(cut.before) == R"(perfdojo 1
size M
argument y f32 [M]
argument t f32 [M]
j M
| y[j] = t[j] + 1
)");
  CHECK(cut.after.buffers.size() == 2);
  CHECK(cut.after.nodes.size() == 3);
  CHECK(support::same_result(cut.before, cut.after));
}

TEST_CASE(
    "cut_out: scopes around stay, readers of a private buffer that is written stay, other siblings go") {
  const auto cut = cut_of(R"(perfdojo 1
size M
argument y f32 [M]
argument z f32 [M]
argument x f32 [M, 30]
heap t f32 [30] in i
i M
| z[i] = 1
| k 30
| | t[k] = 2*x[i, k]
| y[i] = t[0]
)",
                          R"(schedule<split<"k", 6>>)");
  CHECK(support::text(cut.before) == R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M, 30]
heap t f32 [30] in i
i M
| k 30
| | t[k] = 2*x[i, k]
| y[i] = t[0]
)");
  CHECK(support::same_result(cut.before, cut.after));
}

TEST_CASE("law: cut-outs of random legal moves verify and keep the meaning") {
  int pairs = 0, nodes = 0, kept = 0;
  for (std::uint64_t seed = 0; seed < 800; ++seed) {
    pd::ir::program p = support::random_start(seed);
    support::dice d(seed);
    for (int i = 0; i < 25; ++i) {
      const auto move = support::propose_move(p, d);
      if (!move) break;
      const pd::ir::program after = pd::apply(*move, p);
      const support::cut_out_pair cut = support::cut_out(p, after);
      CAPTURE(seed);
      CAPTURE(pd::spell(*move));
      CAPTURE(support::text(p));
      CAPTURE(support::text(cut.before));
      CAPTURE(support::text(cut.after));
      REQUIRE(pd::ir::verify(cut.before).ok());
      REQUIRE(pd::ir::verify(cut.after).ok());
      const double tolerance = support::tolerance_of(pd::detail::class_of(*move, p));
      REQUIRE(support::same_result(cut.before, cut.after, tolerance, seed, 1));
      ++pairs;
      nodes += p.nodes.size();
      kept += cut.before.nodes.size();
      p = after;
    }
  }
  std::printf("%d cut-outs hold %d of %d nodes\n", pairs, kept, nodes);
  CHECK(pairs >= 10'000);
  CHECK(kept < nodes);
}
