// SPDX-License-Identifier: Apache-2.0
// The table-driven test: every transformation that all.hpp lists, on every sample program.
#include <perfdojo/ir/print.hpp>
#include <perfdojo/schedule/legal_moves.hpp>
#include <perfdojo/schedule/spell.hpp>

#include "support/same_result.hpp"
#include "support/sample_programs.hpp"

#include <doctest/doctest.h>

namespace pd = perfdojo;

namespace {

template <class F, class... M>
void for_each_type(pd::type_list<M...>, F&& f) {
  (f.template operator()<M>(), ...);
}

std::string text(const pd::ir::program& p) {
  std::string out;
  pd::ir::print_to(out, p);
  return out;
}

template <class Move>
void check_move(const samples::sample& s, const Move& move) {
  const pd::ir::program after = move.apply(s.program);
  const pd::verdict verdict = pd::ir::verify(after);
  const bool verified = verdict.ok();
  const agreement same =
      verified ? support::same_result(s.program, after, support::tolerance<Move>) : agreement();
  const bool unchanged_text = pd::ir::parse(text(after)).value == after;
  if (verified && same && unchanged_text) return;
  const std::string program_after = text(after);
  CAPTURE(s.label);
  CAPTURE(pd::spell(move));
  CAPTURE(program_after);
  CAPTURE(name_of(verdict.why));
  CAPTURE(verdict.found);  // the invariant
  CHECK(verified);
  CHECK(same);
  CHECK(unchanged_text);
}

}  // namespace

TEST_CASE("every legal move keeps the meaning") {
  pd::move_choices choices;
  choices.factors = {2, 3, 4, 5, 8, 16};
  for_each_type(pd::all_transformations{}, [&]<class Move>() {
    CAPTURE(Move::name);
    int legal = 0, rejected = 0;
    for (const samples::sample& s : samples::all) {
      for (const Move& move : pd::moves_of<Move>(s.program, choices)) {
        if (move.check(s.program).ok()) {
          ++legal;
          check_move(s, move);
        } else {
          ++rejected;
        }
      }
    }
    CHECK(legal > 0);
    CHECK(rejected > 0);
  });
}

TEST_CASE("a buffer that a move makes has no name that a text cannot hold") {
  int tried = 0;
  for_each_type(pd::all_transformations{}, [&]<class Move>() {
    CAPTURE(Move::name);
    for (const samples::sample& s : samples::all) {
      for (const Move& move : pd::moves_of<Move>(s.program)) {
        pd::move_record m = pd::record(move);
        const pd::move_kind& kind = pd::move_kinds[static_cast<std::size_t>(m.kind)];
        for (int i = 0; i < m.values.size(); ++i) {
          if (kind.domains[i] != pd::domain::new_name || !move.check(s.program).ok()) continue;
          for (const std::string_view name : {"x y", "0a", "a\"b", "a\nb", ".a", "\xc3\xa4"}) {
            ++tried;
            m.values[i].label = pd::name(name);
            CHECK(pd::check(m, s.program).why == pd::reason::name_is_not_a_word);
          }
        }
      }
    }
  });
  CHECK(tried > 100);
}
