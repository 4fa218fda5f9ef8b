// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/interchange.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view sums = R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
i M
| k K
| | y[i] += A[i, k]
)";

}  // namespace

TEST_CASE("interchange: the two scopes change places") {
  check_picture(pd::interchange_move{"i", "k"}, sums, R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
k K
| i M
| | y[i] += A[i, k]
)");
}

TEST_CASE("interchange: checks and applies while compiling, and back again") {
  constexpr pd::ir::program before = pd::ir::parse(sums).value;
  constexpr pd::ir::program after = pd::interchange<"i", "k">::move.apply(before);
  CHECK_BOTH(pd::interchange<"i", "k">::move.check(before).ok());
  CHECK_BOTH(pd::interchange<"k", "i">::move.apply(after) == before);
  CHECK_BOTH(pd::interchange<"k", "i">::move.check(before) == reject(reason::scopes_are_not_nested, "i"));
}

TEST_CASE("interchange: a condition on an iteration of the outer scope stays with its node") {
  check_picture(pd::interchange_move{"j", "k"}, R"(perfdojo 1
size N
argument C f32 [N]
argument B f32 [4, N]
j N
| k 4
| | C[j] = 0 if first(k)
| | C[j] += B[k, j]
)",
                R"(perfdojo 1
size N
argument C f32 [N]
argument B f32 [4, N]
k 4
| j N
| | C[j] = 0 if first(k)
| | C[j] += B[k, j]
)");
}

TEST_CASE("interchange: a buffer of the outer scope lives above both afterwards") {
  check_picture(pd::interchange_move{"i", "j"}, R"(perfdojo 1
argument y f32 [6, 5]
heap t f32 [6, 5] in i
i 6
| j 5
| | t[i, j] = y[i, j]
| | y[i, j] = t[i, j] + 1
)",
                R"(perfdojo 1
argument y f32 [6, 5]
heap t f32 [6, 5]
j 5
| i 6
| | t[i, j] = y[i, j]
| | y[i, j] = t[i, j] + 1
)");
}

TEST_CASE("interchange: dependences that would run backwards are refused, with their buffer") {
  check_refused(pd::interchange_move{"i", "j"}, R"(perfdojo 1
argument y f32 [9, 9]
i 8
| j 8
| | y[i+1, j] = y[i, j+1]
)",
                reject_buffer(reason::dependence_is_reversed, "y", "i"));
  // The same distance in both scopes keeps its sign.
  CHECK(pd::interchange_move{"i", "j"}
            .check(support::parsed(R"(perfdojo 1
argument y f32 [9, 9]
i 8
| j 8
| | y[i+1, j+1] = y[i, j]
)"))
            .ok());
}

TEST_CASE(
    "interchange: a temporary that all iterations share is refused, one in registers per iteration is not") {
  check_refused(pd::interchange_move{"i", "j"}, R"(perfdojo 1
argument y f32 [6, 5]
heap t f32 []
i 6
| j 5
| | t[] = y[i, j]
| | y[i, j] = t[] + 1
)",
                reject_buffer(reason::dependence_is_reversed, "t", "i"));
  check_picture(pd::interchange_move{"i", "j"}, R"(perfdojo 1
argument y f32 [6, 5]
heap t f32 [] in j
i 6
| j 5
| | t[] = y[i, j]
| | y[i, j] = t[] + 1
)",
                R"(perfdojo 1
argument y f32 [6, 5]
heap t f32 [] in i
j 5
| i 6
| | t[] = y[i, j]
| | y[i, j] = t[] + 1
)");
}

TEST_CASE("interchange: a parallel scope must keep its promise outside") {
  check_refused(pd::interchange_move{"k", "i"}, R"(perfdojo 1
argument y f32 [20]
argument x f32 [20]
k 8
| i 8 parallel
| | y[i+k] += x[i]
)",
                reject_buffer(reason::dependence_is_carried, "y", "i"));
}

TEST_CASE("interchange: what is no perfect nest of independent scopes is refused") {
  constexpr std::string_view guarded = R"(perfdojo 1
size M
argument y f32 [M]
argument z f32 [M]
i0 M/6
| i1 6 bound M - 5*i0
| | y[5*i0+i1] = 0
j 4
| k 4
| | z[k] = 1
| z[0] = 2
l 4
| n 4 vector
| | y[n] = 3
o 4
| q 4 if first(o)
| | y[q] = 3
r 4 unrolled
| s 4
| | z[r] += 1
)";
  check_refused(pd::interchange_move{"i", "i1"}, guarded, reject(reason::no_such_scope, "i"));
  check_refused(pd::interchange_move{"i0", "i"}, guarded, reject(reason::no_such_scope, "i"));
  check_refused(pd::interchange_move{"i0", "i1"}, guarded, reject(reason::bound_depends_on_scope, "i0"));
  check_refused(pd::interchange_move{"j", "k"}, guarded, reject(reason::scopes_are_not_nested, "k"));
  check_refused(pd::interchange_move{"l", "n"}, guarded, reject(reason::scope_is_not_sequential, "n"));
  check_refused(pd::interchange_move{"o", "q"}, guarded, reject(reason::condition_depends_on_scope, "o"));
}

TEST_CASE("interchange: blocks of one bound become steps through it, and back again") {
  constexpr std::string_view blocks = R"(perfdojo 1
size M
argument y f32 [4]
argument x f32 [M]
i0 M/4
| i1 4 bound M - 4*i0
| | y[i1] = 0 if first(i0)
| | y[i1] += x[i1+4*i0]
)",
                             steps = R"(perfdojo 1
size M
argument y f32 [4]
argument x f32 [M]
i1 4 bound M
| i0 (M - i1)/4
| | y[i1] = 0 if first(i0)
| | y[i1] += x[i1+4*i0]
)";
  check_picture(pd::interchange_move{"i0", "i1"}, blocks, steps);
  std::string again(blocks);
  again.replace(again.rfind("i1+4*i0"), 7, "4*i0+i1");
  check_picture(pd::interchange_move{"i1", "i0"}, steps, again);
  constexpr pd::ir::program p = pd::ir::parse(blocks).value;
  CHECK_BOTH(pd::interchange<"i0", "i1">::move.apply(p).nodes[1].trips.step == 4);
}

TEST_CASE("interchange: bounds that are no rest of one another") {
  constexpr std::string_view nests = R"(perfdojo 1
size M
size N
argument y f32 [M]
argument z f32 [N]
heap t f32 [M/4*4]
a M/4 at least 1
| a1 4 bound M - 4*a
| | y[a1] += 1
b M/4
| b1 4 bound M - 4*b beyond zero
| | t[4*b+b1] = 1
c M/4
| c1 4 bound M - 4*c at least 1
| | y[c1] += 1
d M/4
| d1 4 bound N - 4*d
| | y[d1] += 1
e 3
| e1 4 bound M - 4*e
| | y[e1] += 1
f M/4
| f1 4 bound M - 4*f cases
| | f2 4 count(f1)
| | | y[f2] += 1
)";
  for (const std::string_view scope : {"a", "b", "c", "d", "e", "f"}) {
    const pd::name outer(scope);
    check_refused(pd::interchange_move{outer, pd::ir::suffixed(outer, '1')}, nests,
                  reject(reason::bound_depends_on_scope, outer));
  }
}

TEST_CASE("interchange: a buffer that lives in an unrolled outer scope is refused") {
  check_refused(pd::interchange_move{"i", "j"}, R"(perfdojo 1
argument y f32 [4, 5]
heap t f32 [5] in i
i 4 unrolled
| j 5
| | t[j] = y[i, j]
| | y[i, j] = t[j] + 1
)",
                reject_buffer(reason::live_range_exceeds_iteration, "t", "i"));
}
