// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/parse_schedule.hpp>

#include "support/sample_programs.hpp"

#include <perfdojo/schedule/legal_moves.hpp>

#include <doctest/doctest.h>

namespace pd = perfdojo;

TEST_CASE("spell: a move is the type that a user writes") {
  CHECK(pd::spell(pd::split_move{"i", 7}) == R"(split<"i", 7>)");
  CHECK(pd::spell(pd::split_move{"i", 7, pd::tail::guard}) == R"(split<"i", 7, tail::guard>)");
  CHECK(pd::spell(pd::split<"k0", 256, pd::tail::pad>::move) == R"(split<"k0", 256, tail::pad>)");
  CHECK(pd::spell(pd::interchange_move{"i", "j"}) == R"(interchange<"i", "j">)");
  CHECK(pd::spell(pd::place_move{"t", pd::ir::place::stack}) == R"(place<"t", ir::place::stack>)");
  CHECK(pd::spell(pd::pack_move{"B", "k0", "Bp"}) == R"(pack<"B", "k0", "Bp">)");
  CHECK(pd::spell(pd::pack<"B", "k0">::move) == R"(pack<"B", "k0">)");
}

TEST_CASE("spell: a list of moves is a schedule") {
  CHECK(pd::spell(std::vector<pd::move_record>{}) == "schedule<>");
  CHECK(pd::spell({pd::record(pd::split_move{"i", 7, pd::tail::peel}), pd::record(pd::unroll_move{"i1"})}) ==
        R"(schedule<split<"i", 7, tail::peel>, unroll<"i1">>)");
}

TEST_CASE("spell: what it writes compiles to the same moves") {
  // The right sides are what the left sides print.
  using namespace pd;
  CHECK(spell(split<"i", 7>::move) == R"(split<"i", 7>)");
  CHECK(spell(unroll<"i">::move) == R"(unroll<"i">)");
  CHECK(spell(permute_dimensions<"t", 10>::move) == R"(permute_dimensions<"t", 10>)");
  CHECK(spell(place<"t", ir::place::registers>::move) == R"(place<"t", ir::place::registers>)");
  CHECK(spell(accumulate<"C", "i0", "T">::move) == R"(accumulate<"C", "i0", "T">)");
}

namespace {

std::string refusal(std::string_view text) {
  const pd::parsed_schedule s = pd::parse_schedule(text);
  return s.ok() ? pd::spell(s.moves)
                : std::to_string(s.result.asked) + ":" + std::to_string(s.result.found) + " " +
                      std::string(s.message);
}

}  // namespace

TEST_CASE("parse_schedule: text as it stands in user code") {
  CHECK(refusal("schedule<>") == "schedule<>");
  CHECK(refusal("pd::schedule<pd::split<\"i\", 7,\n  pd::tail::guard>,\n pd::unroll< \"i1\" >\n>;\n") ==
        R"(schedule<split<"i", 7, tail::guard>, unroll<"i1">>)");
  CHECK(refusal(R"(schedule<place<"t", place::stack>>)") == R"(schedule<place<"t", ir::place::stack>>)");
  CHECK(refusal(R"(schedule<pack<"B", "k0", "">>)") == R"(schedule<pack<"B", "k0">>)");
}

TEST_CASE("parse_schedule: mistakes come with line, column and what was expected") {
  CHECK(refusal("") == "1:1 expected a word");
  CHECK(refusal("list<>") == "1:5 expected schedule<...>");
  CHECK(refusal("schedule<splat<\"i\">>") == "1:10 no transformation has this name");
  CHECK(refusal("schedule<\n  split<7>>") == "2:9 expected a name in quotes");
  CHECK(refusal("schedule<split<\"i\", \"j\">>") == "1:21 expected an integer");
  CHECK(refusal("schedule<split<\"i\", 7, tail::loose>>") ==
        "1:24 expected tail::exact, guard, peel, pad or overlap");
  CHECK(refusal("schedule<split<\"i\", 7, tail::peel, 1>>") ==
        "1:36 more parameters than the transformation has");
  CHECK(refusal("schedule<split<>>") == "1:16 expected a parameter");
  CHECK(refusal("schedule<prefetch<\"x\">>") == "1:22 expected a further parameter");
  CHECK(refusal("schedule<split<\"i\">>") == "1:19 expected a further parameter");
  CHECK(refusal("schedule<unroll<\"0i\">>") ==
        "1:17 a name is a letter or '_', then letters, digits, '_' and '.'");
  CHECK(refusal(std::string_view("schedule<unroll<\"i\0j\">>", 23)) ==
        "1:17 a name is a letter or '_', then letters, digits, '_' and '.'");
  CHECK(refusal("schedule<split<\"abcdefghijklmnop\", 2>>") == "1:16 a name has 1 to 15 characters");
  CHECK(refusal("schedule<split<\"i\", 7>> x") == "1:25 expected the end of the text");
  CHECK(refusal("schedule<split<\"i") == "1:16 a name in quotes does not end");
  CHECK(refusal("schedule<split<\"i\", 99999999999999999999>>") ==
        "1:21 more digits than a double holds; write it as 0x1.8p3");
}
