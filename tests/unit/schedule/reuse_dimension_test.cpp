// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/reuse_dimension.hpp>

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
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M]
i M
| t[i] = 2*x[i]
| y[i] = t[i] + 1
)";

}  // namespace

TEST_CASE("reuse_dimension: values of one iteration need one element, which lives in the scope") {
  check_picture(pd::reuse_dimension_move{"t", 0}, pair, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M reused] in i
i M
| t[i] = 2*x[i]
| y[i] = t[i] + 1
)");
}

TEST_CASE("reuse_dimension: a row may be written and read by nests of their own") {
  check_picture(pd::reuse_dimension_move{"t", 0}, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
heap t f32 [M, N]
i M
| j N
| | t[i, j] = y[i, j]
| k N
| | y[i, k] = t[i, k] + 1
)",
                R"(perfdojo 1
size M
size N
argument y f32 [M, N]
heap t f32 [M reused, N] in i
i M
| j N
| | t[i, j] = y[i, j]
| k N
| | y[i, k] = t[i, k] + 1
)");
}

TEST_CASE("reuse_dimension: checks while compiling, too") {
  constexpr pd::ir::program before = pd::ir::parse(pair).value;
  CHECK_BOTH(pd::reuse_dimension<"t", 0>::move.check(before).ok());
  CHECK_BOTH(pd::reuse_dimension<"y", 0>::move.check(before) ==
             reject_buffer(reason::buffer_is_an_argument, "y"));
}

TEST_CASE("reuse_dimension: values that live longer than the iteration are refused") {
  check_refused(pd::reuse_dimension_move{"t", 0}, R"(perfdojo 1
argument y f32 [4, 8]
heap t f32 [8]
i 4
| j 8
| | t[j] = y[i, j] if first(i)
| | y[i, j] = t[j] + 1
)",
                reject_buffer(reason::live_range_exceeds_iteration, "t", "j"));
  check_refused(pd::reuse_dimension_move{"t", 0}, R"(perfdojo 1
argument y f32 [8]
heap t f32 [9]
i 8
| t[i] = y[i]
| y[i] = t[i+1] + 1
)",
                reject_buffer(reason::accesses_differ, "t"));
  check_refused(pd::reuse_dimension_move{"t", 0}, R"(perfdojo 1
argument y f32 [8]
heap t f32 [8]
i 8
| t[i] = y[i]
j 8
| y[j] = t[j]
)",
                reject_buffer(reason::accesses_differ, "t"));
  check_refused(pd::reuse_dimension_move{"t", 0}, R"(perfdojo 1
argument y f32 [8]
heap t f32 [8]
i 8 vector
| t[i] = y[i]
| y[i] = t[i] + 1
)",
                reject_buffer(reason::buffer_lives_in_scope, "t", "i"));
  check_refused(pd::reuse_dimension_move{"u", 0}, pair, reject_buffer(reason::no_such_buffer, "u"));
  check_refused(pd::reuse_dimension_move{"t", 1}, pair,
                reject_buffer(reason::dimension_out_of_range, "t", {}, 1, 1));
}
