// SPDX-License-Identifier: Apache-2.0
// What stage shares with accumulate is tested there; here is what the other places add.
#include <perfdojo/schedule/stage.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using pd::ir::place;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view columns = R"(perfdojo 1 columns
argument x f32 [6, 5]
i 5
| t 3
| | j 6
| | | x[j, i] *= x[j, i]
)";

}  // namespace

TEST_CASE("stage: a strided column is dense while it is worked on") {
  check_picture(pd::stage_move{"x", "i", place::stack, ""}, columns, R"(perfdojo 1 columns
argument x f32 [6, 5]
stack xs f32 [6] in i
i 5
| j_c 6
| | xs[j_c] = x[j_c, i]
| t 3
| | j 6
| | | xs[j] *= xs[j]
| j_b 6
| | x[j_b, i] = xs[j_b]
)");
}

TEST_CASE("stage: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(columns).value;
  CHECK_BOTH(pd::stage<"x", "i", place::stack, "c">::move.check(p).ok());
  CHECK_BOTH(pd::stage<"x", "i">::move.apply(p).buffers[1].where == place::heap);
}

TEST_CASE("stage: in the heap the part may be as long as a size, and then nothing is written beyond it") {
  check_picture(pd::stage_move{"y", "t", place::heap, "Y"}, R"(perfdojo 1 whole
size M
argument y f32 [M]
t 3
| i0 M/4
| | i1 4 bound M - 4*i0
| | | y[4*i0+i1] = 1
| k M
| | y[k] += 2
)",
                R"(perfdojo 1 whole
size M
argument y f32 [M]
heap Y f32 [M] in t
t 3
| i0 M/4
| | i1 4 bound M - 4*i0
| | | Y[4*i0+i1] = 1
| k M
| | Y[k] += 2
| k_b M
| | y[k_b] = Y[k_b]
)");
}

TEST_CASE("stage: a box that no access covers gets scopes of its own") {
  check_picture(pd::stage_move{"y", "t", place::heap, "Y"}, R"(perfdojo 1 stencil
argument y f32 [20]
t 3
| i 18
| | y[i+1] = (y[i] + y[i+1] + y[i+2])/3
)",
                R"(perfdojo 1 stencil
argument y f32 [20]
heap Y f32 [20] in t
t 3
| Y.0_b 20
| | Y[Y.0_b] = y[Y.0_b]
| i 18
| | Y[i+1] = (Y[i] + Y[i+1] + Y[i+2])/3
| Y.0 20
| | y[Y.0] = Y[Y.0]
)");
}

TEST_CASE("stage: threads may share a tile in the heap, not on a stack") {
  constexpr std::string_view text = R"(perfdojo 1 threads
argument y f32 [8]
r 2
| i 8 parallel
| | y[i] += 1
)";
  check_refused(pd::stage_move{"y", "r", place::stack, "T"}, text,
                reject(reason::scope_runs_in_parallel, "i"));
  check_picture(pd::stage_move{"y", "r", place::heap, "T"}, text, R"(perfdojo 1 threads
argument y f32 [8]
heap T f32 [8] in r
r 2
| i_c 8 parallel
| | T[i_c] = y[i_c]
| i 8 parallel
| | T[i] += 1
| i_b 8 parallel
| | y[i_b] = T[i_b]
)");
}

TEST_CASE("stage: a part with a size is no tile on the stack, nor is a large one") {
  constexpr std::string_view text = R"(perfdojo 1 sized
size M
argument y f32 [M]
argument z f32 [2000]
r 2
| i M
| | y[i] += 1
| j 2000
| | z[j] += 1
)";
  check_refused(pd::stage_move{"y", "r", place::stack, "T"}, text,
                reject_buffer(reason::footprint_is_not_bounded, "y", "r"));
  check_refused(pd::stage_move{"z", "r", place::stack, "T"}, text,
                reject_buffer(reason::buffer_is_too_large, "z", "r", 4096, 8000));
  CHECK(pd::stage_move{"z", "r", place::heap, "T"}.check(support::parsed(text)).ok());
  check_refused(pd::stage_move{"z", "r", place::argument, "T"}, text,
                reject_buffer(reason::buffer_is_an_argument, "z", "r"));
}

TEST_CASE("stage: one element that a size may leave out is not copied whatever the size") {
  check_refused(pd::stage_move{"t", "a", pd::ir::place::heap, {}}, R"(perfdojo 1
size N
argument x f32 [N]
argument y f32 [N]
heap t f32 [1, 1, min(1, N)] in i
i 8
| a 1
| | b 1
| | | c 1 bound N
| | | | t[a, b, c] = x[c]
| j N
| | y[j] = t[0, 0, 0]
)",
                reject_buffer(pd::reason::element_may_not_exist, "t", "a"));
}
