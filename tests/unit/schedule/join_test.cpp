// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/join.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view pair = R"(perfdojo 1
argument y f32 [30]
argument z f32 [30]
argument x f32 [30]
i 30
| y[i] = 2*x[i]
j 30
| z[j] = y[j]
)";

}  // namespace

TEST_CASE("join: the second body moves to the end of the first") {
  check_picture(pd::join_move{"i", "j"}, pair, R"(perfdojo 1
argument y f32 [30]
argument z f32 [30]
argument x f32 [30]
i 30
| y[i] = 2*x[i]
| z[i] = y[i]
)");
}

TEST_CASE("join: checks while compiling, too") {
  constexpr pd::ir::program before = pd::ir::parse(pair).value;
  CHECK_BOTH(pd::join<"i", "j">::move.check(before).ok());
  CHECK_BOTH(pd::join<"j", "i">::move.check(before) == reject(reason::scopes_are_not_siblings, "j"));
}

TEST_CASE(
    "join: a value of a later iteration of the first scope is refused, one of an earlier iteration is not") {
  check_refused(pd::join_move{"i", "j"}, R"(perfdojo 1
argument y f32 [31]
argument z f32 [30]
i 30
| y[i] = 1
j 30
| z[j] = y[j+1]
)",
                reject_buffer(reason::dependence_is_reversed, "y", "i"));
  check_picture(pd::join_move{"i", "j"}, R"(perfdojo 1
argument y f32 [31]
argument z f32 [30]
i 30
| y[i+1] = 1
j 30
| z[j] = y[j]
)",
                R"(perfdojo 1
argument y f32 [31]
argument z f32 [30]
i 30
| y[i+1] = 1
| z[i] = y[i]
)");
}

TEST_CASE("join: parallel scopes stay independent") {
  check_refused(pd::join_move{"i", "j"}, R"(perfdojo 1
argument y f32 [31]
argument z f32 [30]
i 30 parallel
| y[i+1] = 1
j 30 parallel
| z[j] = y[j]
)",
                reject_buffer(reason::dependence_is_carried, "y", "i"));
}

TEST_CASE("join: scopes that differ are refused") {
  constexpr std::string_view different = R"(perfdojo 1
size M
argument y f32 [M]
argument z f32 [8]
k 2
| a 8
| | z[a] = 0
| b M
| | y[b] = 0
| c 8
| | z[c] += 1
| d 8 unrolled
| | z[d] += 1
| e 8 unrolled if first(k)
| | z[e] += 1
)";
  check_refused(pd::join_move{"a", "f"}, different, reject(reason::no_such_scope, "f"));
  check_refused(pd::join_move{"f", "a"}, different, reject(reason::no_such_scope, "f"));
  check_refused(pd::join_move{"a", "b"}, different, reject(reason::extents_differ, "b"));
  check_refused(pd::join_move{"a", "c"}, different, reject(reason::scopes_are_not_siblings, "a"));
  check_refused(pd::join_move{"c", "d"}, different, reject(reason::scope_is_not_sequential, "d"));
  check_refused(pd::join_move{"d", "e"}, different, reject(reason::condition_depends_on_scope, "e"));
}
