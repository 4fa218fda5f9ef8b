// SPDX-License-Identifier: Apache-2.0
// What accumulate refuses, and why. What it does is in accumulate_test.cpp.
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

TEST_CASE("accumulate: names, capacity and place") {
  check_refused(pd::accumulate_move{"C", "q", "T"}, sums, reject(reason::no_such_scope, "q"));
  check_refused(pd::accumulate_move{"Q", "i0", "T"}, sums, reject_buffer(reason::no_such_buffer, "Q", "i0"));
  check_refused(pd::accumulate_move{"C", "i0", "A"}, sums, reject_buffer(reason::name_is_taken, "A", "A"));
  check_refused(pd::accumulate_move{"C", "i0", "0a"}, sums,
                reject_buffer(reason::name_is_not_a_word, "0a", "0a"));
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
