// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/unreuse_dimension.hpp>

#include <perfdojo/schedule/fission.hpp>
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

constexpr std::string_view sums = R"(perfdojo 1
size M
argument y f32 [M]
argument A f32 [M, 8]
registers t f32 [1] in i
i M
| t[0] = 0
| k 8
| | t[0] += A[i, k]
| y[i] = t[0]
)";

constexpr std::string_view folded = R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M reused] in i1
i0 M/6
| i1 6 bound M - 6*i0
| | t[6*i0+i1] = 2*x[6*i0+i1]
| | y[6*i0+i1] = t[6*i0+i1] + 1
)";

}  // namespace

TEST_CASE("unreuse_dimension: the index of the home becomes the first dimension, on the heap") {
  check_picture(pd::unreuse_dimension_move{"t"}, sums, R"(perfdojo 1
size M
argument y f32 [M]
argument A f32 [M, 8]
heap t f32 [M, 1]
i M
| t[i, 0] = 0
| k 8
| | t[i, 0] += A[i, k]
| y[i] = t[i, 0]
)");
}

TEST_CASE("unreuse_dimension: a dimension that the home's index folded gives its place") {
  check_picture(pd::unreuse_dimension_move{"t"}, folded, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [6] in i0
i0 M/6
| i1 6 bound M - 6*i0
| | t[i1] = 2*x[6*i0+i1]
| | y[6*i0+i1] = t[i1] + 1
)");
}

TEST_CASE("unreuse_dimension: lanes of a vector scope are neighbours") {
  check_picture(pd::unreuse_dimension_move{"t"}, R"(perfdojo 1
argument y f32 [3, 16]
heap t f32 [3] in l
l 16 vector
| t[0] = y[0, l]
| t[2] = y[1, l]
| y[0, l] = t[0] + t[2]
)",
                R"(perfdojo 1
argument y f32 [3, 16]
heap t f32 [3, 16]
l 16 vector
| t[0, l] = y[0, l]
| t[2, l] = y[1, l]
| y[0, l] = t[0, l] + t[2, l]
)");
}

TEST_CASE("unreuse_dimension: it takes back what reuse_dimension did, and frees the statements") {
  constexpr std::string_view apart = R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M]
i M
| t[i] = 2*x[i]
| y[i] = t[i] + 1
)";
  const pd::ir::program p = support::parsed(apart);
  const pd::ir::program one = pd::reuse_dimension_move{"t", 0}.apply(p);
  CHECK(pd::fission_move{"i", 1}.check(one).why == reason::live_range_exceeds_iteration);
  const pd::ir::program back = pd::unreuse_dimension_move{"t"}.apply(one);
  CHECK(back == p);
  CHECK(pd::fission_move{"i", 1}.check(back).ok());
}

TEST_CASE("unreuse_dimension: iterations of a parallel scope keep elements of their own") {
  check_picture(pd::unreuse_dimension_move{"t"}, R"(perfdojo 1
size M
argument y f32 [M]
stack t f32 [] in i0
i0 M/4 parallel
| t[] = 1
| i1 4 bound M - 4*i0
| | y[4*i0+i1] = t[] + f32(i1)
)",
                R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [M/4]
i0 M/4 parallel
| t[i0] = 1
| i1 4 bound M - 4*i0
| | y[4*i0+i1] = t[i0] + f32(i1)
)");
}

TEST_CASE("unreuse_dimension: what does not live in a scope, or in one that has no number of iterations") {
  check_refused(pd::unreuse_dimension_move{"u"}, sums, reject_buffer(reason::no_such_buffer, "u"));
  check_refused(pd::unreuse_dimension_move{"y"}, sums, reject_buffer(reason::buffer_is_an_argument, "y"));
  check_refused(pd::unreuse_dimension_move{"t"}, R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [M]
i M
| t[i] = 1
| y[i] = t[i]
)",
                reject_buffer(reason::buffer_lives_everywhere, "t"));
  check_refused(pd::unreuse_dimension_move{"t"}, R"(perfdojo 1
size M
argument y f32 [6]
heap t f32 [] in c
c 6 bound M cases
| t[] = 1
| i 6 count(c)
| | y[i] = t[]
)",
                reject(reason::scope_is_not_sequential, "c"));
  // At size 0 it runs once, and M/4 elements are none.
  check_refused(pd::unreuse_dimension_move{"t"}, R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [] in i0
i0 M/4 at least 1
| t[] = 1
| i1 4 bound M - 4*i0
| | y[4*i0+i1] = t[]
)",
                reject_buffer(reason::footprint_is_not_bounded, "t", "i0"));
  check_refused(pd::unreuse_dimension_move{"t"}, R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [2, 2, 2, 2] in i
i M
| t[0, 1, 0, 1] = 1
| y[i] = t[0, 1, 0, 1]
)",
                reject_buffer(reason::capacity_exceeded, "t", {}, 0, pd::ir::max_rank));
}

TEST_CASE("unreuse_dimension: in constant evaluation") {
  constexpr pd::ir::program p = pd::ir::parse(sums).value;
  CHECK_BOTH(pd::unreuse_dimension<"t">::move.check(p).ok());
  CHECK_BOTH(pd::ir::verify(pd::unreuse_dimension<"t">::move.apply(p)).ok());
}
