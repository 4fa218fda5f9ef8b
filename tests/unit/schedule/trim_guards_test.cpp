// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/trim_guards.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view rows = R"(perfdojo 1
size M
size K
argument y f32 [M]
argument x f32 [K]
heap a f32 [M/6, K, 6]
registers t f32 [6] in i0
p0 M/6
| q K
| | p1 6 bound M - 6*p0
| | | a[p0, q, p1] = x[q] + p1
i0 M/6
| i1 6
| | t[i1] = 0
| k K
| | i2 6 bound M - 6*i0
| | | t[i2] += a[i0, k, i2]*x[k]
| i3 6 bound M - 6*i0
| | y[6*i0+i3] = t[i3]
)";

constexpr std::string_view depth = R"(perfdojo 1
size M
size K
argument C f32 [M]
argument A f32 [M, K]
argument x f32 [K]
heap a f32 [M, K/4*4]
registers t f32 [2] in i0
heap b f32 [K/4*4]
p M
| q0 K/4
| | q1 4 bound K - 4*q0 beyond zero
| | | a[p, 4*q0+q1] = A[p, 4*q0+q1]
r0 K/4
| r1 4 bound K - 4*r0 beyond zero
| | b[4*r0+r1] = x[4*r0+r1]
i0 M/2
| i1 2 bound M - 2*i0
| | t[i1] = 0
| k0 K/2
| | k1 2 bound K - 2*k0
| | | i2 2 bound M - 2*i0
| | | | t[i2] += a[2*i0+i2, 2*k0+k1]*b[2*k0+k1]
| i3 2 bound M - 2*i0
| | C[2*i0+i3] = t[i3]
)";

}  // namespace

TEST_CASE("trim_guards: rows of a tile that a guarded store reads need no guard") {
  check_picture(pd::trim_guards_move{"i2"}, rows, R"(perfdojo 1
size M
size K
argument y f32 [M]
argument x f32 [K]
heap a f32 [M/6, K, 6]
registers t f32 [6] in i0
p0 M/6
| q K
| | p1 6 bound M - 6*p0
| | | a[p0, q, p1] = x[q] + p1
i0 M/6
| i1 6
| | t[i1] = 0
| k K
| | i2 6
| | | t[i2] += a[i0, k, i2]*x[k]
| i3 6 bound M - 6*i0
| | y[6*i0+i3] = t[i3]
)");
}

TEST_CASE("trim_guards: a store to an argument, and a load from one, keep theirs") {
  check_refused(pd::trim_guards_move{"i3"}, rows,
                reject_buffer(reason::value_beyond_bound_is_observed, "y", "i3"));
  check_refused(pd::trim_guards_move{"i"}, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M/6, 6]
i0 M/6
| i 6 bound M - 6*i0
| | t[i0, i] = x[6*i0+i]
| j 6 bound M - 6*i0
| | y[6*i0+j] = t[i0, j]
)",
                reject_buffer(reason::value_beyond_bound_is_observed, "x", "i"));
}

TEST_CASE("trim_guards: a sum over zero-padded copies runs on beyond the size") {
  const pd::ir::program before = support::parsed(depth);
  CHECK(pd::trim_guards_move{"k1"}.check(before).ok());
  const pd::ir::program after = pd::trim_guards_move{"k1"}.apply(before);
  CHECK(after.nodes[after.find("k1")].trips == pd::ir::constant_extent(2));
  CHECK(support::same_result(before, after, 0, 7, 12));
}

TEST_CASE(
    "trim_guards: a sum runs on only over zeros: each factor must be padded, far enough, with nothing but "
    "zeros") {
  const auto with = [](std::string_view from, std::string_view to) {
    std::string text(depth);
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  const auto refused = [](const std::string& text) {
    check_refused(pd::trim_guards_move{"k1"}, text,
                  reject_buffer(reason::value_beyond_bound_is_observed, "t", "k1"));
  };
  refused(with("q1 4 bound K - 4*q0 beyond zero", "q1 4 bound K - 4*q0"));  // unspecified beyond
  refused(with("r1 4 bound K - 4*r0 beyond zero", "r1 4 bound K - 4*r0"));
  refused(with("*b[2*k0+k1]", " + b[2*k0+k1]"));      // no product
  refused(with("*b[2*k0+k1]", "*b[2*k0+k1]*b[k0]"));  // 0 * Inf
  refused(with("t[i2] += a", "t[i2] max= a"));        // 0 is not neutral
  refused(with("i0 M/2\n", "b[0] = 1\ni0 M/2\n"));    // written a second time
  CHECK(pd::trim_guards_move{"k1"}.check(support::parsed(with("*b[2*k0+k1]", "*b[2*k0+k1]*3"))).ok());
  // The padding ends at a multiple of 4, the sum at one of 3.
  std::string thirds = with("k0 K/2", "k0 K/3");
  for (std::size_t at = 0; (at = thirds.find("2*k0", at)) != std::string::npos;)
    thirds.replace(at, 4, "3*k0");
  thirds.replace(thirds.find("k1 2 bound"), 10, "k1 3 bound");
  check_refused(pd::trim_guards_move{"k1"}, thirds,
                reject_buffer(reason::value_beyond_bound_is_observed, "a", "k1"));
}

TEST_CASE("trim_guards: garbage that an unguarded reader would see is refused") {
  check_refused(pd::trim_guards_move{"i2"}, R"(perfdojo 1
size M
argument y f32 [6]
heap t f32 [6]
heap u f32 [6]
i0 M/6
| i1 6 bound M - 6*i0
| | u[i1] = 1
| i2 6 bound M - 6*i0
| | t[i2] = u[i2]
j 6
| y[j] = t[j]
)",
                reject_buffer(reason::value_beyond_bound_is_observed, "t", "i2"));
  // Integer division by garbage may trap.
  check_refused(pd::trim_guards_move{"i2"}, R"(perfdojo 1
size M
argument y i32 [M]
heap t i32 [6] in i0
heap u i32 [6] in i0
i0 M/6
| i1 6 bound M - 6*i0
| | u[i1] = 1
| i2 6 bound M - 6*i0
| | t[i2] = 8/u[i2]
| i3 6 bound M - 6*i0
| | y[6*i0+i3] = t[i3]
)",
                reject_buffer(reason::value_beyond_bound_is_observed, "t", "i2"));
}

TEST_CASE("trim_guards: where the size is a constant, the index beyond it still counts") {
  check_refused(pd::trim_guards_move{"i"}, R"(perfdojo 1
size M = 1
argument y i32 [4]
argument x i32 [4]
i 4 bound M
| k M
| | y[i] += x[i]
)",
                reject_buffer(reason::value_beyond_bound_is_observed, "y", "i"));
}

TEST_CASE("trim_guards: a guard further in is enough") {
  check_picture(pd::trim_guards_move{"u"}, R"(perfdojo 1
size M
argument y f32 [M]
i M/8
| u 2 bound (M - 8*i)/4
| | v 4 bound M - 8*i - 4*u
| | | y[8*i+4*u+v] = 1
)",
                R"(perfdojo 1
size M
argument y f32 [M]
i M/8
| u 2
| | v 4 bound M - 8*i - 4*u
| | | y[8*i+4*u+v] = 1
)");
}

TEST_CASE("trim_guards: a scope without a guard to trim is refused") {
  check_refused(pd::trim_guards_move{"x"}, rows, reject(reason::no_such_scope, "x"));
  check_refused(pd::trim_guards_move{"i1"}, rows, reject(reason::scope_has_no_bound, "i1"));
  check_refused(pd::trim_guards_move{"k"}, rows, reject(reason::extent_is_not_constant, "k"));
  check_refused(pd::trim_guards_move{"q1"}, depth, reject(reason::scope_is_not_sequential, "q1"));
}

TEST_CASE("trim_guards: checks while compiling, too") {
  constexpr pd::ir::program before = pd::ir::parse(rows).value;
  CHECK_BOTH(pd::trim_guards<"i2">::move.check(before).ok());
  CHECK_BOTH(pd::trim_guards<"k">::move.check(before) == reject(reason::extent_is_not_constant, "k"));
}
