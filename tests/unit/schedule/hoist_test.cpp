// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/hoist.hpp>

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
argument A f32 [30, 20]
argument x f32 [30]
i 30
| j 20
| | A[i, j] *= exp(x[i])
)";

// A row of N elements with `value` in each.
std::string row_of(std::string_view value, std::string_view line = "") {
  return R"(perfdojo 1
size N
argument y f32 [N]
argument n i32 [N]
argument x f32 [N]
argument a f32 []
argument k i32 []
j N
| y[j] = )" +
         std::string(value) + "\n" + std::string(line);
}

}  // namespace

TEST_CASE("hoist: the value is computed once before the scope") {
  check_picture(pd::hoist_move{"j", 0, "t"}, rows, R"(perfdojo 1
argument A f32 [30, 20]
argument x f32 [30]
heap t f32 [] in i
i 30
| t[] = exp(x[i])
| j 20
| | A[i, j] *= t[]
)");
}

TEST_CASE("hoist: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(rows).value;
  CHECK_BOTH(pd::hoist<"j", 0>::move.check(p).ok());
  CHECK_BOTH(pd::hoist<"j", 0>::move.apply(p).find_buffer("jh") >= 0);
  CHECK_BOTH(pd::hoist<"i", 0>::move.check(p) == reject(reason::no_such_value, "i", 0, 0));
}

TEST_CASE("hoist: the largest values, each once, in all of its places") {
  const std::string two = row_of("sqrt(a[]*a[])*x[j] + 1/a[]", "| x[j] = x[j]*sqrt(a[]*a[])\n");
  check_picture(pd::hoist_move{"j", 0, "t"}, two, R"(perfdojo 1
size N
argument y f32 [N]
argument n i32 [N]
argument x f32 [N]
argument a f32 []
argument k i32 []
heap t f32 []
t[] = sqrt(a[]*a[])
j N
| y[j] = t[]*x[j] + 1/a[]
| x[j] = x[j]*t[]
)");
  check_picture(pd::hoist_move{"j", 1, "t"}, two, R"(perfdojo 1
size N
argument y f32 [N]
argument n i32 [N]
argument x f32 [N]
argument a f32 []
argument k i32 []
heap t f32 []
t[] = 1/a[]
j N
| y[j] = sqrt(a[]*a[])*x[j] + t[]
| x[j] = x[j]*sqrt(a[]*a[])
)");
  check_refused(pd::hoist_move{"j", 2, "t"}, two, reject(reason::no_such_value, "j", 2, 2));
}

TEST_CASE("hoist: loads, constants, comparisons, and what an iteration changes are no such values") {
  for (const std::string_view value : {"a[]", "2", "x[j]*2", "select(a[] > 1, x[j], 2)"}) {
    CAPTURE(value);
    check_refused(pd::hoist_move{"j", 0, ""}, row_of(value), reject(reason::no_such_value, "j", 0, 0));
  }
  for (const std::string_view line : {"| a[] = 2\n", "| a[] += x[j]\n", "| l 2\n| | a[] max= x[j]\n"}) {
    CAPTURE(line);
    check_refused(pd::hoist_move{"j", 0, ""}, row_of("1/a[]", line),
                  reject(reason::no_such_value, "j", 0, 0));
  }
  check_refused(pd::hoist_move{"j", 0, ""}, row_of("exp(x[0])", "| x[j] = 2\n"),
                reject(reason::no_such_value, "j", 0, 0));
  // An element that is written elsewhere is another one.
  CHECK(pd::hoist_move{"j", 0, ""}
            .check(support::parsed(R"(perfdojo 1
argument x f32 [30]
j 20
| x[j+1] = exp(x[0])
)"))
            .ok());
  check_refused(pd::hoist_move{"j", 0, ""}, R"(perfdojo 1
argument y f32 [20]
heap t f32 [] in j
j 20
| t[] = y[j]
| y[j] = t[]*t[]
)",
                reject(reason::no_such_value, "j", 0, 0));
}

TEST_CASE("hoist: names and capacity") {
  check_refused(pd::hoist_move{"q", 0, ""}, rows, reject(reason::no_such_scope, "q"));
  check_refused(pd::hoist_move{"j", -1, ""}, rows, reject(reason::no_such_value, "j", -1, 1));
  check_refused(pd::hoist_move{"j", 0, "x"}, rows, reject_buffer(reason::name_is_taken, "x", "x"));
  pd::ir::program full = support::parsed(rows);
  for (char c = 'a'; !full.buffers.full(); ++c) {
    pd::ir::buffer b;
    b.label = pd::name(std::string_view(&c, 1));
    full.buffers.push(b);
  }
  CHECK(pd::hoist_move{"j", 0, "tt"}.check(full) ==
        reject(reason::capacity_exceeded, {}, 0, pd::ir::program::max_buffers));
}

TEST_CASE("hoist: a value that nothing may need must exist") {
  // With N = 0 there is no x[0], and k may be 0.
  check_refused(pd::hoist_move{"j", 0, ""}, row_of("exp(x[0])"), reject(reason::value_may_not_exist, "j", 0));
  check_refused(pd::hoist_move{"j", 0, ""}, row_of("x[j]", "| n[j] = 5/k[]\n"),
                reject(reason::value_may_not_exist, "j", 0));
  check_refused(pd::hoist_move{"j", 0, ""}, row_of("x[j]", "| n[j] = i32(a[])\n"),
                reject(reason::value_may_not_exist, "j", 0));
  constexpr std::string_view blocks = R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N, 8]
argument k i32 []
argument n i32 [N]
i0 N/4
| i1 4 bound N - 4*i0
| | j 8
| | | y[4*i0+i1] += exp(x[4*i0, 0])*x[4*i0+i1, j]
| | | n[4*i0+i1] += 6/k[]*j
| | l 8 if first(i0)
| | | n[4*i0+i1] += k[]/2
| | o 8
| | | n[4*i0+i1] += select(x[4*i0+i1, o] > 0, 7/k[], 1)
)";
  // The bounds around say that x[4*i0, 0] exists; the scopes surely run, but l in the first block only.
  for (const pd::hoist_move& move : {pd::hoist_move{"j", 0, ""}, pd::hoist_move{"j", 1, ""},
                                     pd::hoist_move{"i1", 0, ""}, pd::hoist_move{"i1", 1, ""}}) {
    CAPTURE(pd::name_text(move.scope).view());
    CAPTURE(move.which);
    const pd::ir::program p = support::parsed(blocks);
    REQUIRE(move.check(p).ok());
    CHECK(pd::ir::verify(move.apply(p)).ok());
  }
  check_refused(pd::hoist_move{"l", 0, ""}, blocks, reject(reason::value_may_not_exist, "l", 0));
  check_refused(pd::hoist_move{"o", 0, ""}, blocks, reject(reason::value_may_not_exist, "o", 0));
  check_refused(pd::hoist_move{"i0", 0, ""}, blocks, reject(reason::value_may_not_exist, "i0", 0));
}

TEST_CASE("hoist: only where no iteration changes the value") {
  check_picture(pd::hoist<"s", 0>::move, R"(perfdojo 1
size K
argument y f32 [4]
argument z f32 [4]
argument c f32 []
t 4
| s K
| | y[t] += exp(c[]) if first(t)
| | z[t] += exp(c[]) if later(t)
| | c[] = 0.5*y[0] if later(t)
)",
                R"(perfdojo 1
size K
argument y f32 [4]
argument z f32 [4]
argument c f32 []
heap sh f32 [] in t
t 4
| sh[] = exp(c[])
| s K
| | y[t] += sh[] if first(t)
| | z[t] += exp(c[]) if later(t)
| | c[] = 0.5*y[0] if later(t)
)");
}
