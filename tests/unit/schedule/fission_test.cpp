// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/fission.hpp>
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
| z[i] = y[i]
)";

}  // namespace

TEST_CASE("fission: the rest of the body moves to a scope behind") {
  check_picture(pd::fission_move{"i", 1}, pair, R"(perfdojo 1
argument y f32 [30]
argument z f32 [30]
argument x f32 [30]
i 30
| y[i] = 2*x[i]
i_b 30
| z[i_b] = y[i_b]
)");
}

TEST_CASE("fission: join gives the program back") {
  constexpr pd::ir::program before = pd::ir::parse(pair).value;
  constexpr pd::ir::program after = pd::fission<"i", 1>::move.apply(before);
  CHECK_BOTH(pd::fission<"i", 1>::move.check(before).ok());
  CHECK_BOTH(pd::join<"i", "i_b">::move.apply(after) == before);
}

TEST_CASE("fission: conditions, bounds and homes follow the part that they belong to") {
  check_picture(pd::fission_move{"k0", 1}, R"(perfdojo 1
size K
argument y f32 [4]
argument x f32 [K]
heap t f32 [] in k0
k0 K/4 at least 1
| y[0] = 0 if first(k0)
| k1 4 bound K - 4*k0
| | t[] = x[4*k0+k1]
| | y[0] += t[]
)",
                R"(perfdojo 1
size K
argument y f32 [4]
argument x f32 [K]
heap t f32 [] in k0_b
k0 K/4 at least 1
| y[0] = 0 if first(k0)
k0_b K/4 at least 1
| k1 4 bound K - 4*k0_b
| | t[] = x[4*k0_b+k1]
| | y[0] += t[]
)");
}

TEST_CASE("fission: a value that an earlier iteration of the back part left is refused") {
  check_refused(pd::fission_move{"i", 1}, R"(perfdojo 1
argument y f32 [31]
argument z f32 [30]
i 30
| z[i] = y[i]
| y[i+1] = z[i] + 1
)",
                reject_buffer(reason::dependence_is_reversed, "y", "i"));
  check_refused(pd::fission_move{"i", 1}, R"(perfdojo 1
argument y f32 [30]
argument x f32 [30]
heap t f32 []
i 30
| t[] = x[i]
| y[i] = t[]
)",
                reject_buffer(reason::dependence_is_reversed, "t", "i"));
}

TEST_CASE("fission: what cannot be separated is refused") {
  check_refused(pd::fission_move{"j", 1}, pair, reject(reason::no_such_scope, "j"));
  check_refused(pd::fission_move{"i", 0}, pair, reject(reason::no_such_child, "i", 0, 2));
  check_refused(pd::fission_move{"i", 2}, pair, reject(reason::no_such_child, "i", 2, 2));
  check_refused(pd::fission_move{"k", 1}, R"(perfdojo 1
argument y f32 [30]
k 30
| y[k] = 0
)",
                reject(reason::scope_has_one_child, "k", 1));
  check_refused(pd::fission_move{"i", 1}, R"(perfdojo 1
argument y f32 [30]
heap t f32 [] in i
i 30
| t[] = y[i]
| y[i] = t[] + 1
)",
                reject_buffer(reason::live_range_exceeds_iteration, "t", "i"));
}
