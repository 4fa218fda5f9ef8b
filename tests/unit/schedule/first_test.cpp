// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/first.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

TEST_CASE("first: the node moves into the first iteration, which then always runs") {
  check_picture(pd::first_move{"k0"}, R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
i M
| y[i] = 0
| k0 K/4
| | k1 4 bound K - 4*k0
| | | y[i] += A[i, 4*k0+k1]
)",
                R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
i M
| k0 K/4 at least 1
| | y[i] = 0 if first(k0)
| | k1 4 bound K - 4*k0
| | | y[i] += A[i, 4*k0+k1]
)");
}

TEST_CASE("first: a constant extent needs no lower limit") {
  check_picture(pd::first_move{"k"}, R"(perfdojo 1
argument y f32 []
argument x f32 [5]
y[] = 0
k 5
| y[] += x[k]
)",
                R"(perfdojo 1
argument y f32 []
argument x f32 [5]
k 5
| y[] = 0 if first(k)
| y[] += x[k]
)");
}

TEST_CASE("first: zeros in a copy that lives in the scope do not matter, in one that lives longer they do") {
  constexpr std::string_view head = "perfdojo 1\nsize K\nargument y f32 []\nargument x f32 [K]\n";
  constexpr std::string_view rest = R"(y[] = 0
k0 K/4
| p 4 bound K - 4*k0 beyond zero
| | t[p] = x[4*k0+p]
| k1 4 bound K - 4*k0
| | y[] += t[k1]
)";
  const auto with = [&](std::string_view buffer) {
    return std::string(head) + std::string(buffer) + std::string(rest);
  };
  CHECK(pd::first_move{"k0"}.check(support::parsed(with("heap t f32 [4] in k0\n"))).ok());
  check_refused(pd::first_move{"k0"}, with("heap t f32 [4]\n"),
                reject_buffer(reason::value_beyond_bound_is_observed, "t", "k0"));
}

TEST_CASE("first: zeros in a copy that has no element where the size is 0 are refused") {
  check_refused(pd::first_move{"k0"}, R"(perfdojo 1
size K
argument y f32 []
argument x f32 [K]
heap t f32 [K/4*4] in k0
y[] = 0
k0 K/4
| p 4 bound K - 4*k0 beyond zero
| | t[4*k0+p] = x[4*k0+p]
| k1 4 bound K - 4*k0
| | y[] += t[4*k0+k1]
)",
                reject_buffer(reason::value_beyond_bound_is_observed, "t", "k0"));
}

TEST_CASE("first: a scope that would run once more, or never, is refused") {
  constexpr std::string_view sums = R"(perfdojo 1
size K
argument y f32 []
argument x f32 [K]
y[] = 0
k K
| y[] += x[k]
y[] += 1
l 0
| y[] += 1
y[] *= 2
m 4 unrolled
| y[] += 1
n 4
| y[] += 1 if first(n)
| o 4 if later(n)
| | y[] += 1
)";
  check_refused(pd::first_move{"k"}, sums, reject_buffer(reason::value_beyond_bound_is_observed, "y", "k"));
  check_refused(pd::first_move{"l"}, sums, reject(reason::extent_is_empty, "l"));
  check_refused(pd::first_move{"m"}, sums, reject(reason::scope_is_not_sequential, "m"));
  check_refused(pd::first_move{"o"}, sums, reject(reason::condition_depends_on_scope, "o"));
  check_refused(pd::first_move{"i"}, sums, reject(reason::no_such_scope, "i"));
  check_refused(pd::first_move{"i"}, R"(perfdojo 1
argument y f32 [4]
i 4
| y[i] = 0
)",
                reject(reason::no_node_before_scope, "i"));
}

TEST_CASE("first: checks while compiling, too") {
  constexpr pd::ir::program before = pd::ir::parse(R"(perfdojo 1
argument y f32 []
y[] = 0
k 5
| y[] += 1
)")
                                         .value;
  CHECK_BOTH(pd::first<"k">::move.check(before).ok());
  CHECK_BOTH(pd::first<"k">::move.apply(before).nodes[1].when == pd::ir::condition{0, true});
}
