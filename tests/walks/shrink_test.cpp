// SPDX-License-Identifier: Apache-2.0
// shrink: a planted fault in a large program and a long schedule becomes the few lines that show it.
#include "support/shrink.hpp"

#include <perfdojo/schedule/parse_schedule.hpp>

#include "support/random_starts.hpp"

#include <doctest/doctest.h>

namespace pd = perfdojo;

namespace {

constexpr std::string_view start_text = R"(perfdojo 1 large
size M
size N
argument y f32 [M]
argument z f32 [M, N]
argument x f32 [30]
argument w f32 [30]
i M
| y[i] = 1
| j N
| | z[i, j] = 2
| | y[i] += z[i, j]
k 30
| w[k] = 3
| x[k] = w[k]*2
| x[k] += 1
l 30
| w[l] += x[l]
)";

// Every split forgets the last iteration of its outer scope.
pd::ir::program apply_with_fault(const pd::move_record& m, const pd::ir::program& p) {
  pd::ir::program after = pd::apply(m, p);
  if (pd::move_kinds[static_cast<std::size_t>(m.kind)].name != "split") return after;
  const pd::ir::node_id outer = after.find(pd::name("k0"));
  if (outer != pd::ir::none) --after.nodes[outer].trips.cap;
  return after;
}
bool fails(const support::failing_schedule& s) {
  return !support::first_fault(s.start, s.moves, s.seed, apply_with_fault).empty();
}

}  // namespace

TEST_CASE("shrink: a planted fault is left with one move and one statement") {
  const pd::parsed_schedule schedule = pd::parse_schedule(
      R"(schedule<split<"l", 5>, split<"j", 4, tail::guard>, unroll<"l1">, split<"k", 6>, unroll<"k1">>)");
  REQUIRE(schedule.ok());
  const support::failing_schedule found{pd::ir::parse(start_text).value, schedule.moves, 1};
  REQUIRE(fails(found));
  const support::failing_schedule small = support::shrink(found, fails);
  CHECK(fails(small));
  CHECK(pd::spell(small.moves) == R"(schedule<split<"k", 6>>)");
  int statements = 0;
  for (const pd::ir::node& n : small.start.nodes) statements += n.is_scope ? 0 : 1;
  CHECK(statements == 1);
  CHECK(small.start.nodes.size() == 2);
  CAPTURE(support::text(small.start));
  CHECK(small.start.nodes[0].trips.cap <= 12);
  CHECK(small.start.expressions.size() == 1);
  for (const pd::ir::symbol& size : small.start.symbols) CHECK(size.value == 0);
  for (const pd::ir::buffer& b : small.start.buffers)
    for (const pd::ir::dimension& d : b.dimensions) CHECK(d.cap <= 12);
}

TEST_CASE("shrink: sizes and extents end at the least that fails") {
  const pd::ir::program start = pd::ir::parse(start_text).value;
  const support::failing_schedule small =
      support::shrink({start, {}, 1}, [](const support::failing_schedule& s) {
        const pd::ir::node_id k = s.start.find(pd::name("k"));
        const pd::index_t size = s.start.symbols[0].value;
        return k != pd::ir::none && s.start.nodes[k].trips.cap >= 5 && (size < 0 || size >= 3);
      });
  CHECK(small.start.nodes[0].trips.cap == 5);
  CHECK(small.start.symbols[0].value == 3);
}

TEST_CASE("shrink: the test case that is printed holds program and schedule as they read back") {
  const support::failing_schedule s{pd::ir::parse(start_text).value,
                                    pd::parse_schedule(R"(schedule<split<"k", 6>>)").moves, 7};
  const std::string test = support::test_case_of(s);
  const auto between = [&](std::string_view from, std::string_view to) {
    const std::size_t at = test.find(from) + from.size();
    return test.substr(at, test.find(to, at) - at);
  };
  CHECK(pd::ir::parse(between("ir::parse(R\"(", ")\")")).value == s.start);
  CHECK(pd::parse_schedule(between("parse_schedule(R\"(", ")\")")).moves == s.moves);
  CHECK(test.find("schedule.moves, 7)") != std::string::npos);
}
