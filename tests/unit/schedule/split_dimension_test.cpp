// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/split_dimension.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view blocks = R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [M]
i0 M/6
| i1 6 bound M - 6*i0
| | t[6*i0+i1] = y[6*i0+i1]
| j1 6 bound M - 6*i0
| | y[6*i0+j1] = t[6*i0+j1] + 1
)";

}  // namespace

TEST_CASE("split_dimension: quotient and remainder become indices of their own") {
  check_picture(pd::split_dimension_move{"t", 0, 6}, blocks, R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [M/6, 6]
i0 M/6
| i1 6 bound M - 6*i0
| | t[i0, i1] = y[6*i0+i1]
| j1 6 bound M - 6*i0
| | y[6*i0+j1] = t[i0, j1] + 1
)");
}

TEST_CASE("split_dimension: a padded dimension splits at its unit") {
  check_picture(pd::split_dimension_move{"t", 0, 6}, R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [M/6*6]
i0 M/6
| i1 6 bound M - 6*i0 beyond zero
| | t[6*i0+i1] = y[6*i0+i1]
| j1 6 bound M - 6*i0
| | y[6*i0+j1] = t[6*i0+j1] + 1
)",
                R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [M/6, 6]
i0 M/6
| i1 6 bound M - 6*i0 beyond zero
| | t[i0, i1] = y[6*i0+i1]
| j1 6 bound M - 6*i0
| | y[6*i0+j1] = t[i0, j1] + 1
)");
}

TEST_CASE("split_dimension: a constant length is rounded up, and constants go to both parts") {
  check_picture(pd::split_dimension_move{"t", 0, 4}, R"(perfdojo 1
argument y f32 []
heap t f32 [14]
t[13] = 5
y[] = t[13]
)",
                R"(perfdojo 1
argument y f32 []
heap t f32 [4, 4]
t[3, 1] = 5
y[] = t[3, 1]
)");
}

TEST_CASE("split_dimension: checks while compiling, too") {
  constexpr pd::ir::program before = pd::ir::parse(blocks).value;
  CHECK_BOTH(pd::split_dimension<"t", 0, 6>::move.check(before).ok());
  CHECK_BOTH(pd::split_dimension<"t", 0, 4>::move.check(before) ==
             reject_buffer(reason::index_does_not_separate, "t", {}, 4));
}

TEST_CASE("split_dimension: what cannot be split is refused") {
  check_refused(pd::split_dimension_move{"u", 0, 6}, blocks, reject_buffer(reason::no_such_buffer, "u"));
  check_refused(pd::split_dimension_move{"y", 0, 6}, blocks,
                reject_buffer(reason::buffer_is_an_argument, "y"));
  check_refused(pd::split_dimension_move{"t", 1, 6}, blocks,
                reject_buffer(reason::dimension_out_of_range, "t", {}, 1, 1));
  check_refused(pd::split_dimension_move{"t", 0, 1}, blocks,
                reject_buffer(reason::factor_out_of_range, "t", {}, 1, 1));
  check_refused(pd::split_dimension_move{"t", 0, 2}, R"(perfdojo 1
argument y f32 []
heap t f32 [2, 2, 2, 2]
t[0, 0, 0, 0] = 5
y[] = t[0, 0, 0, 0]
)",
                reject_buffer(reason::capacity_exceeded, "t", {}, 0, 4));
}
