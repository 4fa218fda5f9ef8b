// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/parallelize.hpp>

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

TEST_CASE("parallelize: iterations of their own") {
  check_picture(pd::parallelize_move{"i"}, sums, R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
i M parallel
| k K
| | y[i] += A[i, k]
)");
}

TEST_CASE("parallelize: checks while compiling, too") {
  constexpr pd::ir::program before = pd::ir::parse(sums).value;
  CHECK_BOTH(pd::parallelize<"i">::move.check(before).ok());
  CHECK_BOTH(pd::parallelize<"k">::move.check(before) ==
             reject_buffer(reason::dependence_is_carried, "y", "k"));
}

TEST_CASE("parallelize: two scopes directly in each other, whichever comes first") {
  constexpr std::string_view both = R"(perfdojo 1
size M
argument y f32 [4, M]
i 4 parallel
| j M parallel
| | k 3
| | | y[i, j] += 1
)";
  check_picture(pd::parallelize_move{"i"}, R"(perfdojo 1
size M
argument y f32 [4, M]
i 4
| j M parallel
| | k 3
| | | y[i, j] += 1
)",
                both);
  check_picture(pd::parallelize_move{"j"}, R"(perfdojo 1
size M
argument y f32 [4, M]
i 4 parallel
| j M
| | k 3
| | | y[i, j] += 1
)",
                both);
  check_refused(pd::parallelize_move{"k"}, both, reject(reason::scope_runs_in_parallel, "i"));
}

TEST_CASE("parallelize: other parallel scopes inside or around another one are refused") {
  constexpr std::string_view nested = R"(perfdojo 1
size M
argument y f32 [4, 4]
argument z f32 [4, 4]
heap t f32 [] in u
i 4
| j 4 parallel
| | y[i, j] = 1
| z[i, 0] = 1
k 4 parallel
| l 4
| | y[k, l] = 1
| l_b 4
| | y[k, l_b] = 1
m 4 unrolled
| n 4
| | y[m, n] = 1
a 4 parallel
| b 4 bound M - a
| | z[a, b] = 1
u 4 parallel
| v 4
| | t[] = 1
w 4 parallel
| x 4 if first(w)
| | z[w, x] = 1
)";
  check_refused(pd::parallelize_move{"i"}, nested, reject(reason::scope_runs_in_parallel, "j"));
  check_refused(pd::parallelize_move{"l"}, nested, reject(reason::scope_runs_in_parallel, "k"));
  check_refused(pd::parallelize_move{"n"}, nested, reject(reason::scope_is_not_sequential, "m"));
  check_refused(pd::parallelize_move{"m"}, nested, reject(reason::scope_is_not_sequential, "m"));
  check_refused(pd::parallelize_move{"o"}, nested, reject(reason::no_such_scope, "o"));
  check_refused(pd::parallelize_move{"b"}, nested, reject(reason::scope_runs_in_parallel, "a"));
  check_refused(pd::parallelize_move{"v"}, nested, reject(reason::scope_runs_in_parallel, "u"));
  check_refused(pd::parallelize_move{"x"}, nested, reject(reason::scope_runs_in_parallel, "w"));
}

TEST_CASE("parallelize: buffers of the iteration are fine, shared ones on the stack are not") {
  check_picture(pd::parallelize_move{"i"}, R"(perfdojo 1
argument y f32 [8]
stack t f32 [] in i
i 8
| t[] = y[i]
| y[i] = t[] + 1
)",
                R"(perfdojo 1
argument y f32 [8]
stack t f32 [] in i
i 8 parallel
| t[] = y[i]
| y[i] = t[] + 1
)");
  check_refused(pd::parallelize_move{"i"}, R"(perfdojo 1
argument y f32 [8]
stack t f32 [8]
i 8
| t[i] = y[i]
| y[i] = t[i] + 1
)",
                reject_buffer(reason::live_range_exceeds_iteration, "t", "i"));
}
