// SPDX-License-Identifier: Apache-2.0
// What the laws compare: values that whole numbers give exactly, and no others where sums were reassociated.
#include "support/schedule_laws.hpp"

#include <perfdojo/schedule/parse_schedule.hpp>

#include <doctest/doctest.h>

namespace pd = perfdojo;

TEST_CASE("same_result: a recurrence that outgrows the exact numbers says nothing about the order of a sum") {
  // A soak found it: a is about 5 a larger each time, of either sign, and what the lanes of k cancel is beyond 2^53.
  const pd::ir::program start = pd::ir::parse(R"(perfdojo 1
argument g f64 [8, 18, 3]
argument h f64 [1, 9, 12]
argument a f64 []
stack u f64 [] in j
i 8
| j 6
| | u[] = g[j+2, -i+j+12, 2]
| | k 5
| | | u[] += h[0, i+1, -j-k+11]*a[]
| | a[] = u[] + a[]
)")
                                    .value;
  const pd::parsed_schedule lanes = pd::parse_schedule("schedule<vectorize<\"k\">>");
  REQUIRE(pd::ir::verify(start).ok());
  REQUIRE(lanes.ok());
  for (std::uint64_t seed = 0; seed < 300; ++seed)
    CHECK(support::first_fault(start, lanes.moves, seed) == "");
}

TEST_CASE("same_result: other sums are seen though they may be reassociated") {
  const auto program = [](std::string_view operation) {
    return pd::ir::parse("perfdojo 1\nargument s f32 []\nargument x f32 [16]\nk 16 vector\n| s[] += " +
                         std::string(operation) + "\n")
        .value;
  };
  CHECK(support::same_result(program("x[k]"), program("x[k]"), support::reassociation));
  CHECK(!support::same_result(program("x[k]"), program("x[k] + 1"), support::reassociation));
}
