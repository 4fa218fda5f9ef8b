// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/permute_dimensions.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view copy = R"(perfdojo 1
size M
size N
argument y f32 [M, N]
heap t f32 [M, N]
i M
| j N
| | t[i, j] = y[i, j]
k M
| l N
| | y[k, l] = t[k, l] + 1
)";

}  // namespace

TEST_CASE("permute_dimensions: dimensions and indices change places") {
  check_picture(pd::permute_dimensions_move{"t", 10}, copy, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
heap t f32 [N, M]
i M
| j N
| | t[j, i] = y[i, j]
k M
| l N
| | y[k, l] = t[l, k] + 1
)");
}

TEST_CASE("permute_dimensions: a leading 0 may be left out") {
  check_picture(pd::permute_dimensions_move{"t", 21}, R"(perfdojo 1
argument y f32 []
heap t f32 [2, 3, 4]
t[0, 1, 2] = 5
y[] = t[0, 1, 2]
)",
                R"(perfdojo 1
argument y f32 []
heap t f32 [2, 4, 3]
t[0, 2, 1] = 5
y[] = t[0, 2, 1]
)");
}

TEST_CASE("permute_dimensions: the inverse gives the program back") {
  constexpr pd::ir::program before = pd::ir::parse(copy).value;
  constexpr pd::ir::program after = pd::permute_dimensions<"t", 10>::move.apply(before);
  CHECK_BOTH(pd::permute_dimensions<"t", 10>::move.check(before).ok());
  CHECK_BOTH(pd::permute_dimensions<"t", 10>::move.apply(after) == before);
}

TEST_CASE("permute_dimensions: what is no permutation, or changes nothing, is refused") {
  check_refused(pd::permute_dimensions_move{"t", 1}, copy,
                reject_buffer(reason::permutation_is_invalid, "t", {}, 1, 2));
  check_refused(pd::permute_dimensions_move{"t", 11}, copy,
                reject_buffer(reason::permutation_is_invalid, "t", {}, 11, 2));
  check_refused(pd::permute_dimensions_move{"t", 12}, copy,
                reject_buffer(reason::permutation_is_invalid, "t", {}, 12, 2));
  check_refused(pd::permute_dimensions_move{"t", 210}, copy,
                reject_buffer(reason::permutation_is_invalid, "t", {}, 210, 2));
  check_refused(pd::permute_dimensions_move{"t", -10}, copy,
                reject_buffer(reason::permutation_is_invalid, "t", {}, -10, 2));
  check_refused(pd::permute_dimensions_move{"y", 10}, copy,
                reject_buffer(reason::buffer_is_an_argument, "y"));
  check_refused(pd::permute_dimensions_move{"u", 10}, copy, reject_buffer(reason::no_such_buffer, "u"));
}
