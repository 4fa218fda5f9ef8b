// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/fuse.hpp>
#include <perfdojo/schedule/split.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view scale = R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i M
| y[i] = 2*x[i]
)";

}  // namespace

TEST_CASE("fuse: two scopes become one") {
  check_picture(pd::fuse_move{"a", "b"}, R"(perfdojo 1
argument y f32 [30]
argument z f32 [30]
a 5
| b 6
| | y[6*a+b] = 2
| | z[-6*a-b+29] = 2
)",
                R"(perfdojo 1
argument y f32 [30]
argument z f32 [30]
a 30
| y[a] = 2
| z[-a+29] = 2
)");
}

TEST_CASE("fuse: undoes a split, bound and name included") {
  constexpr pd::ir::program before = pd::ir::parse(scale).value;
  constexpr pd::ir::program parts = pd::split<"i", 6, pd::tail::guard>::move.apply(before);
  CHECK_BOTH(pd::fuse<"i0", "i1">::move.check(parts).ok());
  CHECK_BOTH(pd::fuse<"i0", "i1">::move.apply(parts) == before);
}

TEST_CASE("fuse: a bound on the inner scope alone is enough") {
  check_picture(pd::fuse_move{"i0", "i1"}, R"(perfdojo 1
size M
argument y f32 [30]
i0 5
| i1 6 bound M - 6*i0
| | y[6*i0+i1] = 2
)",
                R"(perfdojo 1
size M
argument y f32 [30]
i 30 bound M
| y[i] = 2
)");
}

TEST_CASE("fuse: indices, bounds and conditions that need both scopes are refused") {
  constexpr std::string_view odd = R"(perfdojo 1
size M
argument y f32 [5, 6]
argument z f32 [30]
i 5
| j 6
| | y[i, j] = 2
k 2
| l M
| | z[k] += 1
m M
| n 2
| | z[2*m+n] = 1
a 2
| b 3
| | z[3*a+b] = 1 if first(b)
c 2
| d 3 unrolled
| | z[3*c+d] = 1
e 2
| f 3 bound M - 2*e
| | z[3*e+f] = 1
)";
  check_refused(pd::fuse_move{"i", "j"}, odd, reject(reason::indices_do_not_combine, "j"));
  check_refused(pd::fuse_move{"k", "l"}, odd, reject(reason::extent_is_not_constant, "l"));
  check_refused(pd::fuse_move{"m", "n"}, odd, reject(reason::extent_is_not_constant, "m"));
  check_refused(pd::fuse_move{"a", "b"}, odd, reject(reason::condition_depends_on_scope, "b"));
  check_refused(pd::fuse_move{"c", "d"}, odd, reject(reason::scope_is_not_sequential, "d"));
  check_refused(pd::fuse_move{"e", "f"}, odd, reject(reason::bound_depends_on_scope, "e"));
  check_refused(pd::fuse_move{"i", "l"}, odd, reject(reason::scopes_are_not_nested, "l"));
  check_refused(pd::fuse_move{"i", "x"}, odd, reject(reason::no_such_scope, "x"));
  check_refused(pd::fuse_move{"x", "i"}, odd, reject(reason::no_such_scope, "x"));
}

TEST_CASE("fuse: of blocks that run once even without elements, too") {
  constexpr std::string_view whole = R"(perfdojo 1
size M
argument y f32 []
i M at least 1
| y[] += 1
)";
  const pd::ir::program p = support::parsed(whole);
  CHECK(pd::fuse_move{"i0", "i1"}.apply(pd::split_move{"i", 4, pd::tail::guard}.apply(p)) == p);
  // Only the inner one does: an outer one that runs no block keeps it from that.
  check_picture(pd::fuse_move{"a", "b"}, R"(perfdojo 1
size M
argument y f32 []
a M/4
| b 4 bound M - 4*a at least 1
| | y[] += 1
)",
                R"(perfdojo 1
size M
argument y f32 []
a M
| y[] += 1
)");
  check_refused(pd::fuse_move{"a", "b"}, R"(perfdojo 1
size M
argument y f32 []
a M/4 at least 2
| b 4 bound M - 4*a at least 1
| | y[] += 1
)",
                reject(reason::extent_is_not_constant, "b"));
}
