// SPDX-License-Identifier: Apache-2.0
// Laws of moves on nests that no lowering makes: bounds that move with an outer index, extents of at least 1, negative strides.
#include "support/random_nests.hpp"
#include "support/random_schedules.hpp"

#include <doctest/doctest.h>

TEST_CASE("law: random nests keep their meaning under random legal schedules") {
  int walks = 0;
  for (std::uint64_t seed = 0; seed < 2500; ++seed) {
    perfdojo::ir::program p = support::random_nest(seed);
    if (p.find_buffer("t") >= 0) continue;  // which may be read before it is written
    if (seed % 2 == 1)
      for (perfdojo::ir::symbol& s : p.symbols) s.value = static_cast<perfdojo::index_t>(seed / 2 % 7);
    // Large sizes may lead indices out of their buffers.
    if (!support::same_result(p, p, 0, seed, 2) || !support::same_result(p, p, 0, seed + 1, 1)) continue;
    ++walks;
    const support::walk_result walk = support::walk_random_schedule(p, seed, 5);
    if (walk.report.empty()) continue;
    MESSAGE(walk.report);
    CHECK(walk.report.empty());
    break;  // the first fault is enough to read
  }
  CHECK(walks > 700);
}
