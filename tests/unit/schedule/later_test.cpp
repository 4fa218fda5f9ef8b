// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/later.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view tile = R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [M]
k 3
| i M
| | t[i] = y[i]
| j M if first(k)
| | t[j] = 0
| l M
| | y[l] = t[l] + 1
)";

}  // namespace

TEST_CASE("later: a nest that the first iteration overwrites runs in the later ones only") {
  check_picture(pd::later_move{"k", 0}, tile, R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [M]
k 3
| i M if later(k)
| | t[i] = y[i]
| j M if first(k)
| | t[j] = 0
| l M
| | y[l] = t[l] + 1
)");
}

TEST_CASE("later: checks while compiling, too") {
  constexpr pd::ir::program before = pd::ir::parse(tile).value;
  CHECK_BOTH(pd::later<"k", 0>::move.check(before).ok());
  CHECK_BOTH(pd::later<"k", 1>::move.check(before) == reject(reason::condition_depends_on_scope, "k"));
}

TEST_CASE("later: values that the first iteration needs are kept") {
  check_refused(pd::later_move{"k", 0}, R"(perfdojo 1
argument y f32 [8]
heap t f32 [8]
k 3
| i 8
| | t[i] = y[i]
| j 7 if first(k)
| | t[j] = 0
| l 8
| | y[l] = t[l] + 1
)",
                reject_buffer(reason::first_iteration_needs_values, "t", "k"));
  check_refused(pd::later_move{"k", 0}, R"(perfdojo 1
argument y f32 [8]
heap t f32 [8]
k 3
| i 8
| | t[i] = y[i]
| j 8 if first(k)
| | t[j] = t[j] + 1
| l 8
| | y[l] = t[l] + 1
)",
                reject_buffer(reason::first_iteration_needs_values, "t", "k"));
  check_refused(pd::later_move{"m", 0}, tile, reject(reason::no_such_scope, "m"));
  check_refused(pd::later_move{"k", 2}, tile, reject(reason::no_such_child, "k", 2, 3));
}
