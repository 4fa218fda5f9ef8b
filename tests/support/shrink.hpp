// SPDX-License-Identifier: Apache-2.0
// shrink: the smallest schedule and program found that still show a fault, and the test that shows it.
#pragma once

#include <perfdojo/ir/edit.hpp>
#include <perfdojo/schedule/spell.hpp>

#include "support/schedule_laws.hpp"

#include <algorithm>

namespace support {

struct failing_schedule {
  ir::program start;
  std::vector<perfdojo::move_record> moves;
  std::uint64_t seed;
};

/// Programs with one thing less than p: a smaller size, extent or dimension (least first), or an operand in place of an expression.
inline std::vector<ir::program> simpler_programs(const ir::program& p) {
  std::vector<ir::program> all;
  const auto add = [&](ir::program q) {
    q = ir::canonical(q);
    if (ir::verify(q).ok()) all.push_back(q);
  };
  constexpr index_t most = 64;  // arbitrary: more tries than a person would make
  for (int s = 0; s < p.symbols.size(); ++s)
    for (index_t v = 0; v < (p.symbols[s].value < 0 ? 4 : (std::min)(p.symbols[s].value, most)); ++v) {
      ir::program q = p;
      q.symbols[s].value = v;
      add(q);
    }
  for (int n = 0; n < p.nodes.size(); ++n)
    for (index_t v = 1; p.nodes[n].is_scope && v < (std::min)(p.nodes[n].trips.cap, most); ++v) {
      ir::program q = p;
      q.nodes[n].trips.cap = v;
      add(q);
    }
  for (int b = 0; b < p.buffers.size(); ++b)
    for (int d = 0; d < p.buffers[b].rank(); ++d)
      for (index_t v = 1; v < (std::min)(p.buffers[b].dimensions[d].cap, most); ++v) {
        ir::program q = p;
        q.buffers[b].dimensions[d].cap = v;
        add(q);
      }
  for (int e = 0; e < p.expressions.size(); ++e)
    for (int o = 0; o < operand_count(p.expressions[e].what); ++o) {
      ir::program q = p;
      q.expressions[e] = p.expressions[p.expressions[e].operands[o]];
      add(q);
    }
  return all;
}

/// Leaves out moves, then statements and whole nests, and makes sizes, extents and expressions simpler, as long as fails(candidate); again
/// until nothing more can go.
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
    // Smaller storage under the same loops would be a fault of its own: the start has to run.
    for (const ir::program& start : simpler_programs(s.start))
      if (same_result(start, start, 0, s.seed) && take({start, s.moves, s.seed})) break;
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
