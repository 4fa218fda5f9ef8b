// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/place.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view tile = R"(perfdojo 1
size K
argument x f32 [K, 6]
argument y f32 [6]
heap t f32 [6]
heap u f32 [K]
heap v f32 [1025]
i 6 unrolled
| t[i] = 0
k K
| j 6 unrolled
| | t[j] += x[k, j]
l 6 unrolled
| y[l] = t[l]
m K
| u[m] = 1
n 6
| v[n] = 1
)";

}  // namespace

TEST_CASE("place: a tile that only unrolled scopes index moves to registers") {
  constexpr pd::ir::program before = pd::ir::parse(tile).value;
  CHECK_BOTH(pd::place<"t", pd::ir::place::registers>::move.check(before).ok());
  CHECK_BOTH(pd::place<"t", pd::ir::place::registers>::move.apply(before).buffers[2].where ==
             pd::ir::place::registers);
  CHECK_BOTH(pd::place<"t", pd::ir::place::stack>::move.apply(before).buffers[2].where ==
             pd::ir::place::stack);
}

TEST_CASE("place: the meaning stays") {
  check_picture(pd::place_move{"t", pd::ir::place::stack}, R"(perfdojo 1
argument y f32 [8]
heap t f32 [] in i
i 8
| t[] = y[i]
| y[i] = t[] + 1
)",
                R"(perfdojo 1
argument y f32 [8]
stack t f32 [] in i
i 8
| t[] = y[i]
| y[i] = t[] + 1
)");
}

TEST_CASE("place: what does not fit is refused") {
  check_refused(pd::place_move{"w", pd::ir::place::stack}, tile, reject_buffer(reason::no_such_buffer, "w"));
  check_refused(pd::place_move{"y", pd::ir::place::stack}, tile,
                reject_buffer(reason::buffer_is_an_argument, "y"));
  check_refused(pd::place_move{"t", pd::ir::place::argument}, tile,
                reject_buffer(reason::buffer_is_an_argument, "t"));
  check_refused(pd::place_move{"t", pd::ir::place::heap}, tile, reject_buffer(reason::buffer_is_placed, "t"));
  check_refused(pd::place_move{"u", pd::ir::place::stack}, tile,
                reject_buffer(reason::footprint_is_not_bounded, "u"));
  check_refused(pd::place_move{"v", pd::ir::place::stack}, tile,
                reject_buffer(reason::buffer_is_too_large, "v", {}, 4096, 4100));
  check_refused(pd::place_move{"t", pd::ir::place::registers}, R"(perfdojo 1
argument y f32 [6]
heap t f32 [6]
i 6 unrolled
| t[i] = 0
j 6
| y[j] = t[j]
)",
                reject_buffer(reason::not_a_register_tile, "t", "j"));
  check_refused(pd::place_move{"t", pd::ir::place::stack}, R"(perfdojo 1
argument y f32 [6]
heap t f32 [6]
i 6 parallel
| t[i] = 0
j 6
| y[j] = t[j]
)",
                reject(reason::scope_runs_in_parallel, "i"));
}
