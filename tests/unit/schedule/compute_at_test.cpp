// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/compute_at.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view blocks = R"(perfdojo 1 blocks
argument y f32 [32]
argument x f32 [32]
heap t f32 [32]
i 32
| t[i] = 2*x[i]
i0 4
| i1 8
| | y[8*i0+i1] = t[8*i0+i1]
)";

// A program around one producer and one consumer.
std::string program(std::string_view producer, std::string_view consumer, std::string_view t = "[8]") {
  return "perfdojo 1 program\nsize M\nargument y f32 [8]\nargument x f32 [9]\nargument A f32 [8, M]\nheap t "
         "f32 " +
         std::string(t) + "\n" + std::string(producer) + std::string(consumer);
}
constexpr std::string_view fill = "i 8\n| t[i] = x[i]\n", use = "j 8\n| y[j] = t[j]\n";
const pd::compute_at_move at_j{"i", "j"};

}  // namespace

TEST_CASE("compute_at: the nest computes what one iteration reads") {
  check_picture(pd::compute_at_move{"i", "i0"}, blocks, R"(perfdojo 1 blocks
argument y f32 [32]
argument x f32 [32]
heap t f32 [8] in i0
i0 4
| i 8
| | t[i] = 2*x[8*i0+i]
| i1 8
| | y[8*i0+i1] = t[i1]
)");
}

TEST_CASE("compute_at: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(blocks).value;
  CHECK_BOTH(pd::compute_at<"i", "i1">::move.check(p).ok());
  CHECK_BOTH(pd::compute_at<"i", "i1">::move.apply(p).find("i") == pd::ir::none);
  CHECK_BOTH(pd::compute_at<"i0", "i">::move.check(p) == reject(reason::scopes_are_not_siblings, "i0"));
}

TEST_CASE("compute_at: of one element, the scope and the dimension vanish; reductions move along") {
  check_picture(pd::compute_at_move{"i", "j"}, R"(perfdojo 1 softmax_sum
size M
size N
argument y f32 [M, N]
argument e f32 [M, N]
heap s f32 [M]
i M
| s[i] = 0
| k N
| | s[i] += e[i, k]
j M
| l N
| | y[j, l] = e[j, l]/s[j]
)",
                R"(perfdojo 1 softmax_sum
size M
size N
argument y f32 [M, N]
argument e f32 [M, N]
heap s f32 [] in j
j M
| s[] = 0
| k N
| | s[] += e[j, k]
| l N
| | y[j, l] = e[j, l]/s[]
)");
}

TEST_CASE("compute_at: bounds cut the nest as they cut the reads") {
  check_picture(pd::compute_at_move{"i", "j0"}, R"(perfdojo 1 bounded
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M]
i M
| t[i] = x[i]*x[i]
j0 M/8
| j1 8 bound M - 8*j0
| | y[8*j0+j1] = t[8*j0+j1]
)",
                R"(perfdojo 1 bounded
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [8] in j0
j0 M/8
| i 8 bound M - 8*j0
| | t[i] = x[8*j0+i]*x[8*j0+i]
| j1 8 bound M - 8*j0
| | y[8*j0+j1] = t[j1]
)");
}

TEST_CASE("compute_at: the overlap of a stencil is computed again") {
  check_picture(pd::compute_at_move{"i", "j0"}, R"(perfdojo 1 stencil
argument y f32 [24]
argument x f32 [26]
heap t f32 [26]
i 26
| t[i] = x[i]*x[i]
j0 3
| j1 8
| | y[8*j0+j1] = t[8*j0+j1] + t[8*j0+j1+1] + t[8*j0+j1+2]
)",
                R"(perfdojo 1 stencil
argument y f32 [24]
argument x f32 [26]
heap t f32 [10] in j0
j0 3
| i 10
| | t[i] = x[8*j0+i]*x[8*j0+i]
| j1 8
| | y[8*j0+j1] = t[j1] + t[j1+1] + t[j1+2]
)");
}

TEST_CASE("compute_at: an input may be overwritten behind its last use") {
  check_picture(pd::compute_at_move{"i", "j"}, program("i 8\n| t[i] = x[i+1]\n", "j 8\n| x[j] = t[j]\n"),
                R"(perfdojo 1 program
size M
argument y f32 [8]
argument x f32 [9]
argument A f32 [8, M]
heap t f32 [] in j
j 8
| t[] = x[j+1]
| x[j] = t[]
)");
}

TEST_CASE("compute_at: names and places") {
  check_refused(pd::compute_at_move{"q", "j"}, program(fill, use), reject(reason::no_such_scope, "q"));
  check_refused(pd::compute_at_move{"i", "q"}, program(fill, use), reject(reason::no_such_scope, "q"));
  check_refused(pd::compute_at_move{"i", "i"}, program(fill, use),
                reject(reason::scopes_are_not_siblings, "i"));
  check_refused(at_j, program(use, fill), reject(reason::scopes_are_not_siblings, "i"));
  check_refused(at_j, program(fill, "j 8 vector\n| y[j] = t[j]\n"),
                reject(reason::scope_is_not_sequential, "j"));
  check_refused(at_j, program("i 8\n| t[i] = x[i]\n| t[i] = 1 if first(i)\n", use),
                reject(reason::condition_depends_on_scope, "i"));
  check_refused(at_j, program("i 8 parallel\n| t[i] = x[i]\n", "j 8 parallel\n| y[j] = t[j]\n"),
                reject(reason::scope_runs_in_parallel, "i"));
}

TEST_CASE("compute_at: the nest fills one private buffer, and nothing else writes it") {
  check_refused(at_j, program("i 8\n| t[i] = x[i]\n| x[i] = 1\n", use),
                reject(reason::producer_is_not_unique, "i"));
  check_refused(at_j, program(fill, "j 8\n| y[j] = t[j]\n| t[j] = 2\n"),
                reject_buffer(reason::producer_is_not_unique, "t", "j"));
  check_refused(at_j, program(fill, "j 8\n| y[j] = t[j]\nk 8\n| y[k] += t[k]\n"),
                reject_buffer(reason::live_range_exceeds_iteration, "t", "j"));
  check_refused(at_j, program(fill, "j 8\n| y[j] = 1\n"),
                reject_buffer(reason::buffer_is_not_accessed, "t", "j"));
  check_refused(at_j, program(fill, use, "[8 reused]"),
                reject_buffer(reason::dimension_is_reused, "t", "i", 0));
}

TEST_CASE("compute_at: each element starts from an assignment") {
  check_refused(at_j, program("i 8\n| k M\n| | t[i] += A[i, k]\n", use),
                reject_buffer(reason::read_before_written, "t", "i"));
  // K == 0 assigns nothing.
  check_refused(at_j, program("i 8\n| k M\n| | t[i] = A[i, k]\n", use),
                reject_buffer(reason::read_before_written, "t", "i"));
}

TEST_CASE("compute_at: indices of the nest are one scope per dimension") {
  check_refused(at_j, program("i 4\n| k 2\n| | t[2*i+k] = 1\n", use),
                reject_buffer(reason::accesses_differ, "t", "i"));
  check_refused(at_j, program("i 8\n| t[i] = x[i]\n| t[0] = 1\n", use),
                reject_buffer(reason::accesses_differ, "t", "i"));
  check_refused(at_j, program(fill, "j 8\n| y[j] = t[j]*t[2*j]\n"),
                reject_buffer(reason::accesses_differ, "t", "j"));
}

TEST_CASE("compute_at: the box is inside of what the nest fills") {
  check_refused(at_j, program("i 7\n| t[i] = x[i]\n", use),
                reject_buffer(reason::element_may_not_exist, "t", "j", 0));
  check_refused(at_j, program("i M\n| t[i] = x[i]\n", use),
                reject_buffer(reason::element_may_not_exist, "t", "j", 0));
  check_refused(at_j, program("i M\n| t[i] = x[i]\n", "j 1\n| k M\n| | y[k] = t[2*k]\n"),
                reject_buffer(reason::footprint_is_not_bounded, "t", "j"));
  // Of one element the scope of the nest would vanish, and with it the bound that keeps x[0] from being read at size 0.
  check_refused(at_j, program("i M\n| t[i] = x[i]\n", "j 1\n| k 1 bound M\n| | y[k] = t[k]\n"),
                reject_buffer(reason::element_may_not_exist, "t", "j", 0));
}

TEST_CASE("compute_at: what the nest reads is the same in its new place") {
  check_refused(at_j, program(fill, "k 8\n| x[k] = 1\nj 8\n| y[j] = t[j]\n"),
                reject_buffer(reason::inputs_change, "x", "i"));
  check_refused(at_j, program(fill, "j 8\n| x[j+1] = t[j]\n"),
                reject_buffer(reason::inputs_change, "x", "i"));
  check_refused(at_j, program("i 8\n| t[i] = x[i+1]\n", "j 8 parallel\n| x[j] = t[j]\n"),
                reject_buffer(reason::dependence_is_carried, "x", "j"));
}

TEST_CASE("compute_at: indices that would have too many terms") {
  check_refused(pd::compute_at_move{"i", "g"}, R"(perfdojo 1 deep
argument x f32 [200, 200]
argument y f32 []
heap t f32 [64]
i 64
| k 2
| | t[i] = x[i+k, 3]
a 2
| b 2
| | c 2
| | | d 2
| | | | e 2
| | | | | g 2
| | | | | | y[] += t[32*a+16*b+8*c+4*d+2*e+g]
)",
                reject(reason::capacity_exceeded, "i", 0, pd::ir::affine::max_terms));
}
