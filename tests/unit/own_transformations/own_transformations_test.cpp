// SPDX-License-Identifier: Apache-2.0
// A transformation of a user's own (examples/my_moves.hpp) is one like the others where its header is named: it is enumerated, spelled,
// read and held to the laws. A program of its own, since all units of a program have the same list.
#define PERFDOJO_OWN_TRANSFORMATIONS "../../../examples/my_moves.hpp"  // from schedule/all.hpp
#include <perfdojo/schedule/parse_schedule.hpp>
#include <perfdojo/schedule/schedule_class.hpp>

#include "../../../examples/my_steps.hpp"
#include "support/move_pictures.hpp"
#include "support/random_schedules.hpp"
#include "support/sample_programs.hpp"

#include <doctest/doctest.h>

namespace pd = perfdojo;
using pd::reason;

namespace {

constexpr std::string_view scaled =
    "perfdojo 1\nargument y f32 [30]\nargument x f32 [30]\ni 30\n| y[i] = 2*x[i]\n";

}  // namespace

TEST_CASE("own transformations: listed behind those of the library") {
  CHECK(pd::all_transformations::size == pd::library_transformations::size + 1);
  CHECK(pd::find_move_kind("run_backwards") == pd::library_transformations::size);
  const pd::move_record m = pd::record(run_backwards_move{"i"});
  CHECK(pd::spell(m) == "run_backwards<\"i\">");
  const pd::parsed_schedule read = pd::parse_schedule("schedule<my::run_backwards<\"i\">, unroll<\"i\">>");
  REQUIRE(read.ok());
  CHECK(read.moves[0] == m);
  bool found = false;
  for (const pd::move_record& legal : pd::legal_moves(samples::scale(30))) found = found || legal == m;
  CHECK(found);
}

TEST_CASE("own transformations: the picture, and what is refused") {
  support::check_picture(
      run_backwards_move{"i"}, scaled,
      "perfdojo 1\nargument y f32 [30]\nargument x f32 [30]\ni 30\n| y[-i+29] = 2*x[-i+29]\n");
  support::check_refused(run_backwards_move{"k"}, scaled, pd::reject(reason::no_such_scope, "k"));
  constexpr std::string_view others = R"(perfdojo 1
size M
argument y f32 [30]
i 30 unrolled
| y[i] = 1
j M
| y[0] = 2
k 29
| y[k+1] = y[k]
l 3
| y[0] = 1 if first(l)
)";
  const auto refused = [&](pd::name scope, const pd::verdict& v) {
    support::check_refused(run_backwards_move{scope}, others, v);
  };
  refused("i", pd::reject(reason::scope_is_not_sequential, "i"));
  refused("j", pd::reject(reason::extent_is_not_constant, "j"));
  refused("k", pd::reject_buffer(reason::dependence_is_carried, "y", "k"));
  refused("l", pd::reject(reason::condition_depends_on_scope, "l"));
}

TEST_CASE("own transformations: random schedules with them keep the meaning") {
  int own = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const auto count = [&](const pd::ir::program&, const pd::move_record& m) {
      own += m.kind == pd::library_transformations::size ? 1 : 0;
    };
    const support::walk_result walk =
        support::walk_random_schedule(support::random_program(seed), seed, 8, count);
    if (!walk.report.empty()) MESSAGE(walk.report);
    REQUIRE(walk.report.empty());
  }
  CHECK(own > 20);
}

TEST_CASE("own composed steps: their moves, one after the other") {
  const pd::move_list moves = vector_rows_moves("i", "j", 16);
  pd::ir::program p =
      support::parsed("perfdojo 1\nsize M\nsize N\nargument y f32 [M, N]\ni M\n| j N\n| | y[i, j] = 1\n");
  for (const pd::move_record& m : moves) {
    REQUIRE(pd::check(m, p).ok());
    p = pd::apply(m, p);
  }
  std::string text;
  pd::ir::print_to(text, p);
  CHECK(text.ends_with(
      "i M parallel\n| j0 N/16\n| | j1 16 bound N - 16*j0 vector\n| | | y[i, 16*j0+j1] = 1\n"));
}
