// SPDX-License-Identifier: Apache-2.0
// shrink: the smallest schedule and program found that still show a fault, and the test that shows it.
#pragma once

#include <perfdojo/ir/edit.hpp>
#include <perfdojo/schedule/spell.hpp>

#include "support/schedule_laws.hpp"

namespace support {

struct failing_schedule {
  ir::program start;
  std::vector<perfdojo::move_record> moves;
  std::uint64_t seed;
};

/// Leaves out moves, then statements and whole nests, as long as fails(candidate); again until nothing more can go.
template <class Fails>
failing_schedule shrink(failing_schedule s, Fails&& fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    const auto take = [&](failing_schedule candidate) {
      if (!fails(candidate)) return false;
      s = std::move(candidate);
      return smaller = true;
    };
    for (std::size_t i = s.moves.size(); i-- > 0;) {
      failing_schedule candidate = s;
      candidate.moves.erase(candidate.moves.begin() + static_cast<std::ptrdiff_t>(i));
      take(std::move(candidate));
    }
    // Nodes are in pre-order: behind the last nodes first, whole nests last.
    for (int n = s.start.nodes.size() - 1; n >= 0; --n) {
      if (n >= s.start.nodes.size()) continue;
      failing_schedule candidate = s;
      ir::detach(candidate.start, static_cast<ir::node_id>(n));
      candidate.start = ir::canonical(candidate.start);
      if (!candidate.start.nodes.empty() && ir::verify(candidate.start).ok()) take(std::move(candidate));
    }
  }
  return s;
}

/// A test case to paste into tests/laws/schedules_test.cpp.
inline std::string test_case_of(const failing_schedule& s) {
  return "TEST_CASE(\"law: a schedule that a soak found\") {\n  const pd::ir::program start = "
         "pd::ir::parse(R\"(" +
         text(s.start) + ")\").value;\n  const pd::parsed_schedule schedule = pd::parse_schedule(R\"(" +
         perfdojo::spell(s.moves) +
         ")\");\n  REQUIRE(pd::ir::verify(start).ok());\n  REQUIRE(schedule.ok());\n" +
         "  CHECK(support::first_fault(start, schedule.moves, " + std::to_string(s.seed) + ") == \"\");\n}\n";
}

}  // namespace support
