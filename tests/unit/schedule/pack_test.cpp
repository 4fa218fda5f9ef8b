// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/pack.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view matrix_vector = R"(perfdojo 1 matrix_vector
size M
size K
argument y f32 [M]
argument A f32 [M, K]
argument x f32 [K]
argument alpha f32 []
i0 M/4
| k K
| | i1 4 bound M - 4*i0
| | | y[4*i0+i1] += alpha[]*A[4*i0+i1, k]*x[k]
)";

}  // namespace

TEST_CASE("pack: the copy is computed, and as long as the part that is read") {
  check_picture(pd::pack_move{"A", "i0", "P"}, matrix_vector, R"(perfdojo 1 matrix_vector
size M
size K
argument y f32 [M]
argument A f32 [M, K]
argument x f32 [K]
argument alpha f32 []
heap P f32 [min(4, M), K] in i0
i0 M/4
| P.0 4 bound M - 4*i0
| | P.1 K
| | | P[P.0, P.1] = alpha[]*A[4*i0+P.0, P.1]
| k K
| | i1 4 bound M - 4*i0
| | | y[4*i0+i1] += P[i1, k]*x[k]
)");
}

TEST_CASE("pack: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(matrix_vector).value;
  CHECK_BOTH(pd::pack<"x", "i0">::move.check(p).ok());
  CHECK_BOTH(pd::pack<"x", "i0">::move.apply(p).find_buffer("xp") >= 0);
  CHECK_BOTH(pd::pack<"y", "i0">::move.check(p) == reject_buffer(reason::buffer_is_written, "y", "i0"));
}

TEST_CASE(
    "pack: loads that differ by constants share one box; different expressions share the bare element") {
  check_picture(pd::pack_move{"x", "i0", ""}, R"(perfdojo 1 stencil
argument y f32 [12]
argument x f32 [14]
i0 3
| i1 4
| | y[4*i0+i1] = x[4*i0+i1]*2 + x[4*i0+i1+1] + -1*x[4*i0+i1+2]
)",
                R"(perfdojo 1 stencil
argument y f32 [12]
argument x f32 [14]
heap xp f32 [6] in i0
i0 3
| xp.0 6
| | xp[xp.0] = x[4*i0+xp.0]
| i1 4
| | y[4*i0+i1] = xp[i1]*2 + xp[i1+1] + -1*xp[i1+2]
)");
}

TEST_CASE("pack: a negative stride starts the box at its last element") {
  check_picture(pd::pack_move{"x", "i0", ""}, R"(perfdojo 1 reversed
argument y f32 [12]
argument x f32 [12]
i0 3
| i1 4
| | y[4*i0+i1] = x[-4*i0-i1+11]
)",
                R"(perfdojo 1 reversed
argument y f32 [12]
argument x f32 [12]
heap xp f32 [4] in i0
i0 3
| xp.0 4
| | xp[xp.0] = x[-4*i0+xp.0+8]
| i1 4
| | y[4*i0+i1] = xp[-i1+3]
)");
}

TEST_CASE("pack: equal up to the sign of zero is different") {
  constexpr std::string_view text = R"(perfdojo 1 signs
argument y f32 [2, 4]
argument x f32 [4]
i 4
| y[0, i] = x[i]*0
| y[1, i] = x[i]*-0
)";
  const pd::ir::program q = pd::pack_move{"x", "i", "P"}.apply(support::parsed(text));
  std::string after;
  pd::ir::print_to(after, q);
  CHECK(after.find("P[P.0] = x[i+P.0]\n") != std::string::npos);
}

TEST_CASE(
    "pack: an integer division or a conversion to an integer is not evaluated for elements that are not "
    "read") {
  constexpr std::string_view text = R"(perfdojo 1 divide
argument y i32 [8]
argument x i32 [15]
argument d i32 []
i 8
| y[i] = d[]/x[2*i]
)";
  pd::ir::program wrapped = support::parsed(text);
  std::string after;
  CHECK(pd::pack_move{"x", "i", "P"}.check(wrapped).ok());
  pd::ir::print_to(after, pd::pack_move{"x", "i", "P"}.apply(wrapped));
  CHECK(after.find("= x[2*i+P.0]\n") != std::string::npos);
}

TEST_CASE("pack: names and capacity") {
  check_refused(pd::pack_move{"A", "q", "P"}, matrix_vector, reject(reason::no_such_scope, "q"));
  check_refused(pd::pack_move{"Q", "i0", "P"}, matrix_vector,
                reject_buffer(reason::no_such_buffer, "Q", "i0"));
  check_refused(pd::pack_move{"A", "i0", "y"}, matrix_vector, reject_buffer(reason::name_is_taken, "y", "y"));
  check_refused(pd::pack_move{"A", "i0", "a b"}, matrix_vector,
                reject_buffer(reason::name_is_not_a_word, "a b", "a b"));
  check_refused(pd::pack_move{"alpha", "i0", "P"}, matrix_vector,
                reject_buffer(reason::buffer_is_not_accessed, "alpha", "i0"));
  pd::ir::program full = support::parsed(matrix_vector);
  for (char c = 'a'; !full.buffers.full(); ++c) {
    pd::ir::buffer b;
    b.label = pd::name(std::string_view(&c, 1));
    full.buffers.push(b);
  }
  CHECK(pd::pack_move{"A", "i0", "P"}.check(full) ==
        reject(reason::capacity_exceeded, {}, 0, pd::ir::program::max_buffers));
}

TEST_CASE("pack: the scope must only read the buffer, and have room for a nest") {
  constexpr std::string_view text = R"(perfdojo 1 two
argument y f32 [8]
argument x f32 [8]
argument z f32 [8]
i 8 vector
| y[i] = x[i]
j 8
| x[j] = z[j]
| z[j] = x[j]
)";
  check_refused(pd::pack_move{"x", "i", "P"}, text, reject(reason::scope_is_not_sequential, "i"));
  check_refused(pd::pack_move{"x", "j", "P"}, text, reject_buffer(reason::buffer_is_written, "x", "j"));
  check_refused(pd::pack_move{"y", "j", "P"}, text, reject_buffer(reason::buffer_is_not_accessed, "y", "j"));
}

TEST_CASE("pack: a buffer that lives in the scope is not there in front of its body") {
  check_refused(pd::pack_move{"t", "i", "P"}, R"(perfdojo 1 inner
argument y f32 [8]
heap t f32 [2] in j
i 4
| j 2
| | y[2*i+j] = t[j]
)",
                reject_buffer(reason::live_range_exceeds_iteration, "t", "i"));
}

TEST_CASE("pack: loads that differ by more than a constant") {
  check_refused(pd::pack_move{"x", "j", "P"}, R"(perfdojo 1 two
argument y f32 [8, 8]
argument x f32 [16]
i 8
| j 8
| | y[i, j] = x[i] + x[2*i]
)",
                reject_buffer(reason::accesses_differ, "x", "j"));
}

TEST_CASE("pack: a part that no size bounds") {
  check_refused(pd::pack_move{"x", "j", "P"}, R"(perfdojo 1 strided
size M
argument y f32 [M]
argument x f32 [M*2]
j 1
| i M
| | y[i] = x[2*i+1]
)",
                reject_buffer(reason::footprint_is_not_bounded, "x", "j"));
}

TEST_CASE("pack: elements that the scope may not read need not exist") {
  // K == 0 reads nothing, and then x has no element.
  check_refused(pd::pack_move{"x", "j", "P"}, R"(perfdojo 1 nothing
size K
argument y f32 [3]
argument x f32 [K]
j 3
| k K
| | y[j] += x[0]
)",
                reject_buffer(reason::element_may_not_exist, "x", "j"));
  // x[-1] is skipped by the condition.
  check_refused(pd::pack_move{"x", "i", "P"}, R"(perfdojo 1 before
argument y f32 [8]
argument x f32 [8]
i 8
| y[i] = x[i-1] if later(i)
)",
                reject_buffer(reason::element_may_not_exist, "x", "i"));
  // A branch that is not taken.
  check_refused(pd::pack_move{"x", "j", "P"}, R"(perfdojo 1 branch
argument y f32 [8]
argument x f32 [3]
j 1
| i 8
| | y[i] = select(f32(i) < 2.5, x[i], 0)
)",
                reject_buffer(reason::element_may_not_exist, "x", "j"));
  // Every other element of those below M: for an even M, M - 1 is not among them.
  check_refused(pd::pack_move{"x", "j", "P"}, R"(perfdojo 1 every_other
size M
size N
argument y f32 [M]
argument x f32 [N]
j 1
| i M/2
| | y[i] = x[2*i]
)",
                reject_buffer(reason::element_may_not_exist, "x", "j"));
}

TEST_CASE("pack: elements of the box that are not read may be written meanwhile") {
  constexpr std::string_view text = R"(perfdojo 1 interleaved
argument x f32 [33]
i 8 parallel
| j 2
| | x[4*i+2*j+1] = x[4*i+2*j]
)";
  check_refused(pd::pack_move{"x", "i", "P"}, text, reject_buffer(reason::buffer_is_written, "x", "i"));
  check_refused(pd::pack_move{"x", "j", "P"}, R"(perfdojo 1 interleaved
argument x f32 [33]
argument y f32 [16]
i 8 parallel
| j 1
| | k 2
| | | y[2*i+k] = x[4*i+2*k]
| x[4*i+1] = 0
)",
                reject_buffer(reason::dependence_is_carried, "x", "i"));
}
