// SPDX-License-Identifier: Apache-2.0
// A transformation refuses with the reasons that its docstring lists, and with no others.
#include <perfdojo/schedule/descriptions.hpp>

#include "support/golden.hpp"
#include "support/random_schedules.hpp"
#include "support/sample_programs.hpp"

#include <set>

#include <doctest/doctest.h>

namespace pd = perfdojo;

namespace {

// The words of the docstring's part "Rejects with:".
std::set<std::string> documented(std::string_view move) {
  std::string header;
  REQUIRE(read_golden(
      std::string(golden_directory()) + "/../../include/perfdojo/schedule/" + std::string(move) + ".hpp",
      header));
  constexpr std::string_view heading = "/// Rejects with: ";
  const std::size_t from = header.find(heading);
  REQUIRE(from != std::string::npos);
  std::size_t end = from;
  do end = header.find('\n', end) + 1;
  while (header.substr(end).starts_with("///               "));
  std::set<std::string> words;
  std::string word;
  for (const char c : header.substr(from, end - from)) {
    if ((c >= 'a' && c <= 'z') || c == '_') {
      word += c;
    } else {
      words.insert(word);
      word.clear();
    }
  }
  // "the reasons of accumulate"
  if (words.contains("reasons")) words.merge(documented("accumulate"));
  return words;
}

template <class Move>
void check_reasons(const std::vector<pd::ir::program>& programs) {
  const std::set<std::string> known = documented(Move::name);
  std::set<std::string> missing;
  for (const pd::ir::program& p : programs)
    for (const Move& m : pd::moves_of<Move>(p, support::small_choices())) {
      const pd::verdict v = m.check(p);
      if (!v.ok() && !known.contains(std::string(name_of(v.why))))
        missing.insert(std::string(name_of(v.why)));
    }
  CAPTURE(Move::name);
  for (const std::string& reason : missing) {
    CAPTURE(reason);
    CHECK(false);
  }
}

}  // namespace

TEST_CASE("docstrings: a transformation is refused only with the reasons that are listed there") {
  std::vector<pd::ir::program> programs;
  for (const samples::sample& s : samples::all) programs.push_back(s.program);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    support::dice d(seed);
    programs.push_back(support::random_program(seed));
    for (int i = 0; i < 4; ++i) {
      const auto legal = pd::legal_moves(programs.back(), support::small_choices());
      if (legal.empty()) break;
      programs.push_back(pd::apply(support::draw(legal, d), programs.back()));
    }
  }
  [&]<class... Move>(pd::type_list<Move...>) {
    (check_reasons<Move>(programs), ...);
  }(pd::all_transformations{});
}

TEST_CASE("descriptions: every transformation has a sentence") {
  for (std::size_t k = 0; k < pd::move_kinds.size(); ++k) {
    CAPTURE(pd::move_kinds[k].name);
    CHECK(pd::description_of(static_cast<int>(k)).ends_with("."));
  }
}
