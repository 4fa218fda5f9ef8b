// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/prefetch.hpp>

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
size M
size N
size K
argument C f32 [M, N]
argument A f32 [M, K]
i0 M/6
| j0 N/8
| | k K
| | | A[0, k] += 1
| | i1 6 bound M - 6*i0 unrolled
| | | j1 8 bound N - 8*j0 vector
| | | | C[6*i0+i1, 8*j0+j1] = 2
)";

}  // namespace

TEST_CASE("prefetch: one hint per row and vector stands at the front") {
  check_picture(pd::prefetch_move{"C", "j0"}, tile, R"(perfdojo 1
size M
size N
size K
argument C f32 [M, N]
argument A f32 [M, K]
i0 M/6
| j0 N/8
| | i1_b 6 unrolled
| | | prefetch C[6*i0+i1_b, 8*j0]
| | k K
| | | A[0, k] += 1
| | i1 6 bound M - 6*i0 unrolled
| | | j1 8 bound N - 8*j0 vector
| | | | C[6*i0+i1, 8*j0+j1] = 2
)");
}

TEST_CASE("prefetch: is done once") {
  constexpr pd::ir::program before = pd::ir::parse(tile).value;
  constexpr pd::ir::program after = pd::prefetch<"C", "j0">::move.apply(before);
  CHECK_BOTH(pd::prefetch<"C", "j0">::move.check(before).ok());
  CHECK_BOTH(pd::prefetch<"C", "j0">::move.check(after) ==
             reject_buffer(reason::buffer_is_prefetched, "C", "j0"));
}

TEST_CASE("prefetch: what has no small part to prefetch is refused") {
  check_refused(pd::prefetch_move{"C", "x"}, tile, reject(reason::no_such_scope, "x"));
  check_refused(pd::prefetch_move{"B", "j0"}, tile, reject_buffer(reason::no_such_buffer, "B"));
  check_refused(pd::prefetch_move{"C", "k"}, tile, reject_buffer(reason::buffer_is_not_accessed, "C", "k"));
  check_refused(pd::prefetch_move{"C", "i0"}, tile,
                reject_buffer(reason::footprint_is_not_bounded, "C", "j0"));
  check_refused(pd::prefetch_move{"C", "j1"}, tile, reject(reason::scope_is_not_sequential, "j1"));
  check_refused(pd::prefetch_move{"y", "i"}, R"(perfdojo 1
argument y f32 [8]
i 8
| y[i] = 1
| y[i] += 1
)",
                reject_buffer(reason::producer_is_not_unique, "y", "i"));
  check_refused(pd::prefetch_move{"t", "i"}, R"(perfdojo 1
argument y f32 [8]
heap t f32 [8]
i 8
| t[i] = 1
| y[i] = t[i]
)",
                reject_buffer(reason::buffer_is_not_an_argument, "t"));
}
