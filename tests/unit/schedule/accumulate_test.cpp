// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/accumulate.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view sums = R"(perfdojo 1 sums
size M
size K
argument C f32 [M]
argument A f32 [M, K]
i0 M/4
| i1 4 bound M - 4*i0
| | C[4*i0+i1] = 0
| k K
| | i1_b 4 bound M - 4*i0
| | | C[4*i0+i1_b] += A[4*i0+i1_b, k]
)";

}  // namespace

TEST_CASE("accumulate: a nest that overwrites the part begins the tile, with zeros beyond the bound") {
  check_picture(pd::accumulate_move{"C", "i0", "T"}, sums, R"(perfdojo 1 sums
size M
size K
argument C f32 [M]
argument A f32 [M, K]
registers T f32 [4] in i0
i0 M/4
| i1 4 bound M - 4*i0 beyond zero
| | T[i1] = 0
| k K
| | i1_b 4 bound M - 4*i0
| | | T[i1_b] += A[4*i0+i1_b, k]
| i1_b_b 4 bound M - 4*i0
| | C[4*i0+i1_b_b] = T[i1_b_b]
)");
}

TEST_CASE("accumulate: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(sums).value;
  CHECK_BOTH(pd::accumulate<"C", "i0">::move.check(p).ok());
  CHECK_BOTH(pd::accumulate<"C", "i0">::move.apply(p).find_buffer("Ct") >= 0);
  CHECK_BOTH(pd::accumulate<"A", "i0">::move.check(p) ==
             reject_buffer(reason::buffer_is_not_written, "A", "i0"));
}

TEST_CASE("accumulate: where the beginning runs in the first iteration only, the others load") {
  check_picture(pd::accumulate_move{"C", "i", "T"}, R"(perfdojo 1 blocks
size M
size K
argument C f32 [M]
argument A f32 [M, K]
argument beta f32 []
k0 K/4 at least 1
| i M
| | C[i] = select(beta[] == 0, 0, beta[]*C[i]) if first(k0)
| | k1 4 bound K - 4*k0
| | | C[i] += A[i, 4*k0+k1]
)",
                R"(perfdojo 1 blocks
size M
size K
argument C f32 [M]
argument A f32 [M, K]
argument beta f32 []
registers T f32 [] in i
k0 K/4 at least 1
| i M
| | T[] = select(beta[] == 0, 0, beta[]*C[i]) if first(k0)
| | T[] = C[i] if later(k0)
| | k1 4 bound K - 4*k0
| | | T[] += A[i, 4*k0+k1]
| | C[i] = T[]
)");
}

TEST_CASE("accumulate: without a beginning the tile is loaded") {
  check_picture(pd::accumulate_move{"y", "i", ""}, R"(perfdojo 1 add
argument y f32 [6]
argument A f32 [6, 5]
i 6
| k 5
| | y[i] += A[i, k]
)",
                R"(perfdojo 1 add
argument y f32 [6]
argument A f32 [6, 5]
registers yt f32 [] in i
i 6
| yt[] = y[i]
| k 5
| | yt[] += A[i, k]
| y[i] = yt[]
)");
}

TEST_CASE("accumulate: an assignment that reads other elements does not begin the tile") {
  check_picture(pd::accumulate_move{"y", "t", "T"}, R"(perfdojo 1 shift
argument y f32 [7]
t 3
| i 6
| | y[i] = y[i+1]
)",
                R"(perfdojo 1 shift
argument y f32 [7]
registers T f32 [7] in t
t 3
| T.0_b 7
| | T[T.0_b] = y[T.0_b]
| i 6
| | T[i] = T[i+1]
| T.0 7
| | y[T.0] = T[T.0]
)");
}

TEST_CASE("accumulate: not even if it overwrites the whole part") {
  check_picture(pd::accumulate_move{"y", "t", "T"}, R"(perfdojo 1 reverse
argument y f32 [6]
t 3
| i 6
| | y[i] = y[-i+5]
)",
                R"(perfdojo 1 reverse
argument y f32 [6]
registers T f32 [6] in t
t 3
| i_c 6
| | T[i_c] = y[i_c]
| i 6
| | T[i] = T[-i+5]
| i_b 6
| | y[i_b] = T[i_b]
)");
}

TEST_CASE("accumulate: a private buffer that nothing else reads is not stored") {
  check_picture(pd::accumulate_move{"t", "i", "T"}, R"(perfdojo 1 temporary
argument y f32 [6]
argument x f32 [6, 4]
heap t f32 [6, 4]
i 6
| j 4
| | t[i, j] = x[i, j]*2
| j_b 4
| | y[i] += t[i, j_b]
)",
                R"(perfdojo 1 temporary
argument y f32 [6]
argument x f32 [6, 4]
registers T f32 [4] in i
i 6
| j 4
| | T[j] = x[i, j]*2
| j_b 4
| | y[i] += T[j_b]
)");
}

TEST_CASE("accumulate: what the next iteration reads is stored") {
  check_picture(pd::accumulate_move{"t", "i", "T"}, R"(perfdojo 1 running
argument y f32 [6]
argument x f32 [6]
heap t f32 []
t[] = 0
i 6
| t[] += x[i]
| y[i] = t[]
)",
                R"(perfdojo 1 running
argument y f32 [6]
argument x f32 [6]
heap t f32 []
registers T f32 [] in i
t[] = 0
i 6
| T[] = t[]
| T[] += x[i]
| y[i] = T[]
| t[] = T[]
)");
}

TEST_CASE("accumulate: the diagonal does not stand for the box around it") {
  check_picture(pd::accumulate_move{"y", "r", "T"}, R"(perfdojo 1 diagonal
argument y f32 [3, 3]
r 2
| i 3
| | y[i, i] = 0
| j 3
| | k 3
| | | y[0, 0] += y[j, k]
)",
                R"(perfdojo 1 diagonal
argument y f32 [3, 3]
registers T f32 [3, 3] in r
r 2
| T.0_b 3
| | T.1_b 3
| | | T[T.0_b, T.1_b] = y[T.0_b, T.1_b]
| i 3
| | T[i, i] = 0
| j 3
| | k 3
| | | T[0, 0] += T[j, k]
| T.0 3
| | T.1 3
| | | y[T.0, T.1] = T[T.0, T.1]
)");
}

TEST_CASE("accumulate: counts of cases inside the scope become bounds outside of the cases") {
  check_picture(pd::accumulate_move{"y", "i0", "T"}, R"(perfdojo 1 counted
size M
argument y f32 [M]
i0 M/4
| c 4 bound M - 4*i0 cases
| | i1 4 count(c)
| | | y[4*i0+i1] *= 2
)",
                R"(perfdojo 1 counted
size M
argument y f32 [M]
registers T f32 [4] in i0
i0 M/4
| i1_c 4 bound M - 4*i0 beyond zero
| | T[i1_c] = y[4*i0+i1_c]
| c 4 bound M - 4*i0 cases
| | i1 4 count(c)
| | | T[i1] *= 2
| i1_b 4 bound M - 4*i0
| | y[4*i0+i1_b] = T[i1_b]
)");
}

TEST_CASE("accumulate: names, capacity and place") {
  check_refused(pd::accumulate_move{"C", "q", "T"}, sums, reject(reason::no_such_scope, "q"));
  check_refused(pd::accumulate_move{"Q", "i0", "T"}, sums, reject_buffer(reason::no_such_buffer, "Q", "i0"));
  check_refused(pd::accumulate_move{"C", "i0", "A"}, sums, reject_buffer(reason::name_is_taken, "A", "A"));
  pd::ir::program full = support::parsed(sums);
  for (char c = 'a'; !full.buffers.full(); ++c) {
    pd::ir::buffer b;
    b.label = pd::name(std::string_view(&c, 1));
    full.buffers.push(b);
  }
  CHECK(pd::accumulate_move{"C", "i0", "T"}.check(full) ==
        reject(reason::capacity_exceeded, {}, 0, pd::ir::program::max_buffers));
  const pd::ir::program twice = pd::accumulate_move{"C", "i0", "T"}.apply(support::parsed(sums));
  CHECK(pd::accumulate_move{"T", "k", "U"}.check(twice).why == reason::buffer_is_placed);
}

TEST_CASE("accumulate: the scope must write the buffer, which must live longer than it") {
  constexpr std::string_view text = R"(perfdojo 1 inner
argument y f32 [8]
argument x f32 [8]
heap t f32 [2] in i
i 4
| j 2
| | t[j] = x[2*i+j]
| | y[2*i+j] = t[j]
)";
  check_refused(pd::accumulate_move{"x", "j", "T"}, text,
                reject_buffer(reason::buffer_is_not_written, "x", "j"));
  check_refused(pd::accumulate_move{"t", "i", "T"}, text,
                reject_buffer(reason::live_range_exceeds_iteration, "t", "i"));
  CHECK(pd::accumulate_move{"t", "j", "T"}.check(support::parsed(text)).ok());
  check_refused(pd::accumulate_move{"z", "i", "T"}, R"(perfdojo 1 elsewhere
argument y f32 [8]
argument z f32 []
z[] = 1
i 8
| y[i] = 2
)",
                reject_buffer(reason::buffer_is_not_accessed, "z", "i"));
}

TEST_CASE("accumulate: no tile in a vector, nor where zeros are written") {
  check_refused(pd::accumulate_move{"y", "i", "T"}, R"(perfdojo 1 lanes
argument y f32 [8]
i 8 vector
| y[i] += 1
)",
                reject(reason::scope_is_not_sequential, "i"));
  check_refused(pd::accumulate_move{"t", "j", "T"}, R"(perfdojo 1 padded
size M
argument y f32 [M]
heap t f32 [M/4*4, 2]
i0 M/4
| i1 4 bound M - 4*i0 beyond zero
| | j 2
| | | t[4*i0+i1, j] = 1
k M
| y[k] = t[k, 1]
)",
                reject(reason::scope_is_not_sequential, "i1"));
}

TEST_CASE("accumulate: threads do not share a tile") {
  check_refused(pd::accumulate_move{"y", "r", "T"}, R"(perfdojo 1 threads
argument y f32 [8]
r 2
| i 8 parallel
| | y[i] += 1
)",
                reject(reason::scope_runs_in_parallel, "i"));
}

TEST_CASE("accumulate: a folded dimension has no part of its own") {
  check_refused(pd::accumulate_move{"t", "j", "T"}, R"(perfdojo 1 folded
argument y f32 [4]
heap t f32 [4 reused] in i
i 4
| t[i] = 1
| j 3
| | t[i] += 2
| y[i] = t[i]
)",
                reject_buffer(reason::dimension_is_reused, "t", "j", 0));
}

TEST_CASE("accumulate: the part is one box of constant extents, small enough for code") {
  check_refused(pd::accumulate_move{"y", "r", "T"}, R"(perfdojo 1 rows
argument y f32 [8]
r 2
| k 2
| | y[r] = 1
| | y[2*r] = 2
)",
                reject_buffer(reason::accesses_differ, "y", "r"));
  check_refused(pd::accumulate_move{"y", "r", "T"}, R"(perfdojo 1 unbounded
size M
argument y f32 [M]
r 2
| i M
| | y[i] += 1
)",
                reject_buffer(reason::footprint_is_not_bounded, "y", "r"));
  check_refused(pd::accumulate_move{"y", "r", "T"}, R"(perfdojo 1 large
argument y f64 [1000]
r 2
| i 1000
| | y[i] += 1
)",
                reject_buffer(reason::buffer_is_too_large, "y", "r", 4096, 8000));
}

TEST_CASE("accumulate: elements that the scope may not touch need not exist") {
  check_refused(pd::accumulate_move{"y", "i", "T"}, R"(perfdojo 1 nothing
size K
argument y f32 [K]
i 3
| k K
| | y[0] += 1
)",
                reject_buffer(reason::element_may_not_exist, "y", "i"));
  check_refused(pd::accumulate_move{"y", "i", "T"}, R"(perfdojo 1 before
argument y f32 [8]
i 8
| j 2
| | y[i-1] += 1 if later(i)
)",
                reject_buffer(reason::element_may_not_exist, "y", "i"));
  // Two bounds: N cuts what M leaves.
  check_refused(pd::accumulate_move{"y", "r", "T"}, R"(perfdojo 1 two_bounds
size M
size N
argument y f32 [N]
r 2
| i0 2 bound N/4
| | i1 4 bound M - 4*i0
| | | y[4*i0+i1] += 1
)",
                reject_buffer(reason::element_may_not_exist, "y", "r"));
}

TEST_CASE("accumulate: storing what was only read breaks the promise of a parallel scope") {
  check_refused(pd::accumulate_move{"y", "i", "T"}, R"(perfdojo 1 gaps
argument y f32 [9]
i 4 parallel
| j 2
| | y[2*i+2*j-i] += 1 if first(i)
| y[i+4] = 1
)",
                reject_buffer(reason::dependence_is_carried, "y", "i"));
  // Unrolled iterations may be reordered if they only add to y; a tile would make them wait for each other.
  check_refused(pd::accumulate_move{"y", "k", "T"}, R"(perfdojo 1 sum
argument y f32 []
argument x f32 [4]
k 4 unrolled
| y[] += x[k]
)",
                reject_buffer(reason::dependence_is_carried, "y", "k"));
}
