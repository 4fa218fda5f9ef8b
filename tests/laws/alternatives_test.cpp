// SPDX-License-Identifier: Apache-2.0
// What a message proposes instead of a move that was refused is legal, and short.
#include <perfdojo/schedule/explain.hpp>
#include <perfdojo/schedule/parse_schedule.hpp>

#include "support/random_schedules.hpp"

#include <algorithm>

#include <doctest/doctest.h>

namespace pd = perfdojo;

namespace {

// split<"i", 2|3> -> split<"i", 2>, split<"i", 3>
std::vector<std::string> expanded(const std::string& text) {
  const std::size_t bar = text.find('|');
  if (bar == std::string::npos) return {text};
  const std::size_t from = text.find_last_of(" <", bar) + 1;
  const std::size_t end = text.find_first_of(",>", bar);
  std::vector<std::string> all;
  for (std::size_t at = from; at < end;) {
    const std::size_t next = (std::min)(text.find('|', at), end);
    all.push_back(text.substr(0, from) + text.substr(at, next - at) + text.substr(end));
    at = next + 1;
  }
  return all;
}

void check_proposals(const pd::ir::program& p, const pd::move_record& move, bool has_legal) {
  const std::vector<std::string> proposals = pd::alternatives(p, move);
  const std::string refused = pd::spell(move);
  CAPTURE(refused);
  CHECK(proposals.size() <= 5);
  CHECK(proposals.empty() <= !has_legal);
  for (const std::string& proposal : proposals)
    for (const std::string& one : expanded(proposal)) {
      CAPTURE(one);
      const pd::parsed_schedule parsed = pd::parse_schedule("schedule<" + one + ">");
      REQUIRE(parsed.moves.size() == 1);
      CHECK(pd::check(parsed.moves[0], p).ok());
    }
  const std::string message = pd::explain(p, {move});
  const std::size_t legal = message.find("  legal: ");
  CHECK((legal == std::string::npos) == proposals.empty());
  if (legal != std::string::npos)
    CHECK(std::count(message.begin() + static_cast<long>(legal), message.end(), '\n') <= 5);
}

}  // namespace

TEST_CASE(
    "law: what a message proposes is legal, and there is a proposal wherever a move of the kind is legal") {
  int refusals = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    support::dice d(seed);
    pd::ir::program p = support::random_program(seed);
    for (int step = 0; step < 4; ++step) {
      const auto legal = pd::legal_moves(p);
      if (legal.empty()) break;
      [&]<class... Move>(pd::type_list<Move...>) {
        const auto check_kind = [&]<class M>() {
          const auto all = pd::moves_of<M>(p, support::small_choices());
          for (int attempt = 0; attempt < 4 && !all.empty(); ++attempt) {
            pd::move_record m =
                pd::record(all[static_cast<std::size_t>(d.below(static_cast<pd::index_t>(all.size())))]);
            for (int i = 0; i < m.values.size(); ++i)  // a name that is taken
              if (pd::move_kinds[static_cast<std::size_t>(m.kind)].domains[i] == pd::domain::new_name &&
                  d.chance(30))
                m.values[i].label = p.buffers[0].label;
            if (pd::check(m, p).ok()) continue;
            ++refusals;
            check_proposals(p, m, std::any_of(legal.begin(), legal.end(), [&](const auto& l) {
                              return l.kind == m.kind;
                            }));
          }
        };
        (check_kind.template operator()<Move>(), ...);
      }(pd::all_transformations{});
      p = pd::apply(support::draw(legal, d), p);
    }
  }
  CHECK(refusals > 1000);
}
