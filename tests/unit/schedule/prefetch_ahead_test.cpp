// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/prefetch_ahead.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::prefetch_ahead_move;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view rows = R"(perfdojo 1
size R
size N
argument Y f32 [R, N]
argument X f32 [R, N]
argument w f32 [N]
heap t f32 [N] in r
r R
| j0 N/64
| | j1 4 bound (N - 64*j0)/16 unrolled
| | | j2 16 bound N - 64*j0 - 16*j1 vector
| | | | t[64*j0+16*j1+j2] = w[64*j0+16*j1+j2]*X[r, 64*j0+16*j1+j2]
| k N
| | Y[r, k] = t[k]
)";

}  // namespace

TEST_CASE("prefetch_ahead: one hint per row and vector of what comes stands at the front") {
  check_picture(prefetch_ahead_move{"X", "j0", "r", 1}, rows, R"(perfdojo 1
size R
size N
argument Y f32 [R, N]
argument X f32 [R, N]
argument w f32 [N]
heap t f32 [N] in r
r R
| j0 N/64
| | j1_b 4 unrolled
| | | prefetch X[r+1, 64*j0+16*j1_b]
| | j1 4 bound (N - 64*j0)/16 unrolled
| | | j2 16 bound N - 64*j0 - 16*j1 vector
| | | | t[64*j0+16*j1+j2] = w[64*j0+16*j1+j2]*X[r, 64*j0+16*j1+j2]
| k N
| | Y[r, k] = t[k]
)");
}

TEST_CASE(
    "prefetch_ahead: the distance counts iterations of the scope that is named, which may be the scope "
    "itself") {
  check_picture(prefetch_ahead_move{"w", "j0", "j0", 3}, rows, R"(perfdojo 1
size R
size N
argument Y f32 [R, N]
argument X f32 [R, N]
argument w f32 [N]
heap t f32 [N] in r
r R
| j0 N/64
| | j1_b 4 unrolled
| | | prefetch w[64*j0+16*j1_b+192]
| | j1 4 bound (N - 64*j0)/16 unrolled
| | | j2 16 bound N - 64*j0 - 16*j1 vector
| | | | t[64*j0+16*j1+j2] = w[64*j0+16*j1+j2]*X[r, 64*j0+16*j1+j2]
| k N
| | Y[r, k] = t[k]
)");
}

TEST_CASE("prefetch_ahead: is done once") {
  constexpr pd::ir::program before = pd::ir::parse(rows).value;
  constexpr pd::ir::program after = pd::prefetch_ahead<"X", "j0", "r", 2>::move.apply(before);
  CHECK_BOTH(pd::prefetch_ahead<"X", "j0", "r", 2>::move.check(before).ok());
  CHECK_BOTH(pd::prefetch_ahead<"X", "j0", "j0", 1>::move.check(after) ==
             reject_buffer(reason::buffer_is_prefetched, "X", "j0"));
}

TEST_CASE("prefetch_ahead: what does not come later, or has no small part, is refused") {
  check_refused(prefetch_ahead_move{"X", "z", "r", 1}, rows, reject(reason::no_such_scope, "z"));
  check_refused(prefetch_ahead_move{"X", "j0", "z", 1}, rows, reject(reason::no_such_scope, "z"));
  check_refused(prefetch_ahead_move{"z", "j0", "r", 1}, rows, reject_buffer(reason::no_such_buffer, "z"));
  check_refused(prefetch_ahead_move{"t", "j0", "r", 1}, rows,
                reject_buffer(reason::buffer_is_not_an_argument, "t"));
  check_refused(prefetch_ahead_move{"X", "j0", "r", 0}, rows, reject(reason::factor_out_of_range, "r", 0));
  check_refused(prefetch_ahead_move{"X", "j0", "r", 1025}, rows,
                reject(reason::factor_out_of_range, "r", 1025));
  check_refused(prefetch_ahead_move{"X", "r", "j0", 1}, rows, reject(reason::scopes_are_not_nested, "r"));
  check_refused(prefetch_ahead_move{"X", "j1", "r", 1}, rows, reject(reason::scope_is_not_sequential, "j1"));
  check_refused(prefetch_ahead_move{"X", "j2", "r", 1}, rows, reject(reason::scope_is_not_sequential, "j2"));
  check_refused(prefetch_ahead_move{"X", "k", "r", 1}, rows,
                reject_buffer(reason::buffer_is_not_accessed, "X", "k"));
  check_refused(prefetch_ahead_move{"Y", "k", "r", 1}, rows,
                reject_buffer(reason::buffer_is_not_accessed, "Y", "k"));
  check_refused(prefetch_ahead_move{"w", "j0", "r", 1}, rows,
                reject_buffer(reason::elements_stay_the_same, "w", "r"));
  check_refused(prefetch_ahead_move{"X", "r", "r", 1}, rows,
                reject_buffer(reason::footprint_is_not_bounded, "X", "j0"));
}
