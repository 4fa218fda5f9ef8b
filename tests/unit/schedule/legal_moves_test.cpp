// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/legal_moves.hpp>
#include <perfdojo/schedule/strict.hpp>
#include <perfdojo/schedule/spell.hpp>

#include "support/sample_programs.hpp"

#include <algorithm>

#include <doctest/doctest.h>

namespace pd = perfdojo;

namespace {

bool contains(const std::vector<pd::move_record>& moves, std::string_view spelled) {
  return std::any_of(moves.begin(), moves.end(),
                     [&](const pd::move_record& m) { return pd::spell(m) == spelled; });
}

}  // namespace

TEST_CASE("legal_moves: every move found is legal, and legal ones are found") {
  const std::vector<pd::move_record> moves = pd::legal_moves(samples::scale(30));
  for (const pd::move_record& m : moves) CHECK(pd::check(m, samples::scale(30)).ok());
  CHECK(contains(moves, R"(split<"i", 6>)"));
  CHECK(contains(moves, R"(split<"i", 8, tail::guard>)"));
  CHECK(contains(moves, R"(unroll<"i">)"));
  CHECK(contains(moves, R"(parallelize<"i">)"));
  CHECK(!contains(moves, R"(split<"i", 8>)"));
}

TEST_CASE("legal_moves: the caller chooses factors, and whether reductions may be reassociated") {
  pd::move_choices choices;
  choices.factors = {5};
  CHECK(contains(pd::legal_moves(samples::scale(30), choices), R"(split<"i", 5>)"));
  CHECK(!contains(pd::legal_moves(samples::scale(30), choices), R"(split<"i", 6>)"));
  choices.may_reassociate = false;
  for (const samples::sample& s : samples::all)
    for (const pd::move_record& m : pd::legal_moves(s.program, choices))
      CHECK(pd::detail::reordered_by(m, s.program) < 0);
  // Lanes of other elements reorder nothing.
  CHECK(contains(pd::legal_moves(samples::scale(30), choices), R"(vectorize<"i">)"));
}

TEST_CASE("legal_moves: what a leading check leaves out is not legal") {
  int leading_checks = 0;
  const auto compare = [&]<class M>(const pd::ir::program& p, const M*) {
    if constexpr (pd::has_leading_check<M>) {
      for (const M& move : pd::moves_of<M>(p)) {
        const bool leads_on = move.check_leading(p).ok();
        CHECK((leads_on || !move.check(p).ok()));
        leading_checks += leads_on ? 0 : 1;
      }
    }
  };
  for (const samples::sample& s : samples::all)
    [&]<class... M>(pd::type_list<M...>) {
      (compare(s.program, static_cast<const M*>(nullptr)), ...);
    }(pd::all_transformations{});
  CHECK(leading_checks > 0);
}

TEST_CASE("legal_moves: a program without scopes and private buffers has none") {
  CHECK(pd::legal_moves(pd::ir::parse("perfdojo 1\nargument y f32 [1]\ny[0] = 1\n").value).empty());
}

TEST_CASE("legal_moves: all permutations of up to four dimensions, once each") {
  std::vector<pd::index_t> all = pd::detail::permutations();
  CHECK(all.size() == 2 + 6 + 24);
  std::sort(all.begin(), all.end());
  CHECK(std::count(all.begin(), all.end(), 3210) == 1);
  CHECK(std::count(all.begin(), all.end(), 123) == 1);  // 0, 1, 2, 3
  CHECK(std::count(all.begin(), all.end(), 102) == 1);
}

TEST_CASE("catalogue: every transformation has a name of its own and defaults for all parameters") {
  for (std::size_t k = 0; k < pd::move_kinds.size(); ++k) {
    CHECK(pd::find_move_kind(pd::move_kinds[k].name) == static_cast<int>(k));
    CHECK(pd::move_kinds[k].defaults.size() == pd::move_kinds[k].domains.size());
    CHECK(pd::move_kinds[k].domains.size() >= 1);
  }
  CHECK(pd::find_move_kind("splat") == -1);
}
