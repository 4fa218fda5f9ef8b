// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/reorder.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view three = R"(perfdojo 1
argument y f32 [30]
argument z f32 [30]
argument x f32 [30]
i 30
| y[i] = 2*x[i]
| z[i] = 3*x[i]
| x[i] = y[i]
k 30
| x[k] = 0
)";

}  // namespace

TEST_CASE("reorder: neighbours change places") {
  check_picture(pd::reorder_move{"i", 0}, three, R"(perfdojo 1
argument y f32 [30]
argument z f32 [30]
argument x f32 [30]
i 30
| z[i] = 3*x[i]
| y[i] = 2*x[i]
| x[i] = y[i]
k 30
| x[k] = 0
)");
}

TEST_CASE("reorder: twice gives the program back") {
  constexpr pd::ir::program before = pd::ir::parse(three).value;
  constexpr pd::ir::program after = pd::reorder<"i", 0>::move.apply(before);
  CHECK_BOTH(pd::reorder<"i", 0>::move.check(before).ok());
  CHECK_BOTH(pd::reorder<"i", 0>::move.apply(after) == before);
}

TEST_CASE("reorder: an empty parent is the top level") {
  check_picture(pd::reorder_move{"", 0}, R"(perfdojo 1
argument y f32 [3]
argument z f32 [3]
i 3
| y[i] = 1
z[0] = 2
)",
                R"(perfdojo 1
argument y f32 [3]
argument z f32 [3]
z[0] = 2
i 3
| y[i] = 1
)");
}

TEST_CASE("reorder: nodes that never run in the same iteration may change places") {
  check_picture(pd::reorder_move{"k", 0}, R"(perfdojo 1
argument y f32 []
k 8
| y[] = 1 if first(k)
| y[] *= 2 if later(k)
)",
                R"(perfdojo 1
argument y f32 []
k 8
| y[] *= 2 if later(k)
| y[] = 1 if first(k)
)");
}

TEST_CASE("reorder: dependent neighbours and missing ones are refused") {
  check_refused(pd::reorder_move{"i", 1}, three, reject_buffer(reason::dependence_is_reversed, "x", "i"));
  check_refused(pd::reorder_move{"", 0}, three, reject_buffer(reason::dependence_is_reversed, "x"));
  check_refused(pd::reorder_move{"i", 2}, three, reject(reason::no_such_child, "i", 2, 3));
  check_refused(pd::reorder_move{"i", -1}, three, reject(reason::no_such_child, "i", -1, 3));
  check_refused(pd::reorder_move{"j", 0}, three, reject(reason::no_such_scope, "j"));
}
