// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/inline_producer.hpp>
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

constexpr std::string_view shifted = R"(perfdojo 1 shifted
argument y f32 [29]
argument x f32 [30]
heap t f32 [30]
i 30
| t[i] = 2*x[i]
i_b 29
| y[i_b] = t[i_b+1] + 1
)";
const pd::inline_producer_move inline_t{"t"};

}  // namespace

TEST_CASE("inline_producer: the expression stands in the place of the load") {
  check_picture(inline_t, shifted, R"(perfdojo 1 shifted
argument y f32 [29]
argument x f32 [30]
i_b 29
| y[i_b] = 2*x[i_b+1] + 1
)");
}

TEST_CASE("inline_producer: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(shifted).value;
  CHECK_BOTH(pd::inline_producer<"t">::move.check(p).ok());
  CHECK_BOTH(pd::inline_producer<"t">::move.apply(p).nodes.size() == 2);
  CHECK_BOTH(pd::inline_producer<"x">::move.check(p) == reject_buffer(reason::buffer_is_an_argument, "x"));
}

TEST_CASE("inline_producer: both loads of an expression, index values and transposed indices") {
  check_picture(inline_t, R"(perfdojo 1 transposed
size M
size N
argument y f32 [N, M]
argument A f32 [M, N]
heap t f32 [M, N]
i M
| j N
| | t[i, j] = A[i, j]*f32(2*i+j)
j_b N
| i_b M
| | y[j_b, i_b] = t[i_b, j_b] + t[i_b, j_b]
)",
                R"(perfdojo 1 transposed
size M
size N
argument y f32 [N, M]
argument A f32 [M, N]
j_b N
| i_b M
| | y[j_b, i_b] = A[i_b, j_b]*f32(2*i_b + j_b) + A[i_b, j_b]*f32(2*i_b + j_b)
)");
}

TEST_CASE("inline_producer: a split producer is recognised by its digits") {
  check_picture(inline_t, R"(perfdojo 1 digits
argument y f32 [24]
argument x f32 [48]
heap t f32 [24]
i0 6
| i1 4
| | t[4*i0+i1] = x[8*i0+2*i1]
k 24
| y[k] = t[k]
)",
                R"(perfdojo 1 digits
argument y f32 [24]
argument x f32 [48]
k 24
| y[k] = x[2*k]
)");
}

TEST_CASE("inline_producer: within one iteration, with the rest of the nest left where it is") {
  check_picture(inline_t, R"(perfdojo 1 siblings
size M
argument y f32 [M]
argument z f32 [M]
argument x f32 [M]
heap t f32 [] in i
i M
| t[] = x[i]*x[i]
| z[i] = 3
| y[i] += t[]
)",
                R"(perfdojo 1 siblings
size M
argument y f32 [M]
argument z f32 [M]
argument x f32 [M]
i M
| z[i] = 3
| y[i] += x[i]*x[i]
)");
}

TEST_CASE("inline_producer: an element may change after it was read") {
  check_picture(inline_t, R"(perfdojo 1 in_place
size M
argument x f32 [M]
heap t f32 [M]
i M
| t[i] = 2*x[i]
i_b M
| x[i_b] = t[i_b] + 1
)",
                R"(perfdojo 1 in_place
size M
argument x f32 [M]
i_b M
| x[i_b] = 2*x[i_b] + 1
)");
}

TEST_CASE("inline_producer: names and producers") {
  check_refused(pd::inline_producer_move{"q"}, shifted, reject_buffer(reason::no_such_buffer, "q"));
  for (const std::string_view second : {"t[i] += 1", "t[i] = 1"}) {
    const std::string text = R"(perfdojo 1 two
argument y f32 [4]
argument x f32 [4]
heap t f32 [4]
i 4
| t[i] = x[i]
| )" + std::string(second) + "\n| y[i] = t[i]\n";
    check_refused(inline_t, text, reject_buffer(reason::producer_is_not_unique, "t"));
  }
  check_refused(inline_t, R"(perfdojo 1 itself
argument y f32 [4]
heap t f32 [5]
i 4
| t[i+1] = t[i] + 1
| y[i] = t[i+1]
)",
                reject_buffer(reason::producer_is_not_unique, "t"));
}

TEST_CASE("inline_producer: zeros beyond a bound are no value of the expression") {
  check_refused(inline_t, R"(perfdojo 1 padded
size M
argument y f32 []
argument x f32 [M]
heap t f32 [M/4*4]
i0 M/4
| i1 4 bound M - 4*i0 beyond zero
| | t[4*i0+i1] = x[4*i0+i1]
k0 M/4
| k1 4
| | y[] += t[4*k0+k1]
)",
                reject(reason::scope_is_not_sequential, "i1"));
}

TEST_CASE("inline_producer: the load must find the value of this very iteration") {
  check_refused(inline_t, R"(perfdojo 1 previous
argument y f32 [4]
argument x f32 [4]
heap t f32 [5]
i 4
| t[i+1] = x[i]
| y[i] = t[i]
)",
                reject_buffer(reason::live_range_exceeds_iteration, "t", "i"));
  check_refused(inline_t, R"(perfdojo 1 earlier
argument y f32 [4]
argument x f32 [4]
heap t f32 []
i 4
| y[i] = t[]
| t[] = x[i]
)",
                reject_buffer(reason::live_range_exceeds_iteration, "t", "i"));
  check_refused(inline_t, R"(perfdojo 1 sometimes
argument y f32 [4]
argument x f32 [4]
heap t f32 []
i 4
| t[] = x[i] if first(i)
| y[i] = t[]
)",
                reject_buffer(reason::live_range_exceeds_iteration, "t", "i"));
  // Folded: all of y gets the last value.
  check_refused(inline_t, R"(perfdojo 1 folded
argument y f32 [4]
argument x f32 [4]
heap t f32 [4 reused]
i 4
| t[i] = x[i]
j 4
| y[j] = t[j]
)",
                reject_buffer(reason::live_range_exceeds_iteration, "t"));
  // The expression reads a buffer that is gone where the load stands.
  check_refused(inline_t, R"(perfdojo 1 inner
argument y f32 [4]
argument x f32 [4]
heap t f32 [4]
heap u f32 [] in i
i 4
| u[] = x[i]
| t[i] = u[]
j 4
| y[j] = t[j]
)",
                reject_buffer(reason::live_range_exceeds_iteration, "u", "i"));
}

TEST_CASE("inline_producer: the element must tell all indices of the expression") {
  check_refused(inline_t, R"(perfdojo 1 last
argument y f32 [4]
argument A f32 [4, 3]
heap t f32 [4]
i 4
| k 3
| | t[i] = A[i, k]
j 4
| y[j] = t[j]
)",
                reject_buffer(reason::producer_depends_on_scope, "t", "k"));
  check_refused(inline_t, R"(perfdojo 1 digit
argument y f32 [12]
argument x f32 [3]
heap t f32 [12]
i0 3
| i1 4
| | t[4*i0+i1] = x[i0]
j 12
| y[j] = t[j]
)",
                reject_buffer(reason::producer_depends_on_scope, "t", "i0"));
}

TEST_CASE("inline_producer: what the expression reads must be the same at the load") {
  check_refused(inline_t, R"(perfdojo 1 between
argument y f32 [4]
argument x f32 [4]
heap t f32 [4]
i 4
| t[i] = x[i]
k 4
| x[k] = 0
j 4
| y[j] = t[j]
)",
                reject_buffer(reason::inputs_change, "x", "i"));
  check_refused(inline_t, R"(perfdojo 1 before_the_load
argument y f32 [4]
argument x f32 [5]
heap t f32 [4]
i 4
| t[i] = x[i]
j 4
| x[j+1] = t[j]
)",
                reject_buffer(reason::inputs_change, "x", "i"));
  check_refused(inline_t, R"(perfdojo 1 behind_it
argument y f32 [4]
argument x f32 [5]
heap t f32 [4]
i 4
| t[i] = x[i+1]
| x[i+1] = 0
j 4
| y[j] = t[j]
)",
                reject_buffer(reason::inputs_change, "x", "i"));
}

TEST_CASE("inline_producer: threads must not read what others write") {
  check_refused(inline_t, R"(perfdojo 1 threads
argument x f32 [5]
heap t f32 [4]
i 4
| t[i] = x[i+1]
j 4 parallel
| x[j] = t[j]
)",
                reject_buffer(reason::dependence_is_carried, "x", "j"));
}

TEST_CASE("inline_producer: all copies of the expression must fit") {
  std::string text = R"(perfdojo 1 large
argument y f32 [4]
argument x f32 [4]
heap t f32 [4]
i 4
| t[i] = x[i]*x[i]*x[i]*x[i]*x[i]*x[i]*x[i]*x[i]
j 4
| y[j] = t[j] + t[j] + t[j] + t[j] + t[j]
)";
  check_refused(inline_t, text, reject(reason::capacity_exceeded, {}, 0, pd::ir::program::max_expressions));
}

// A plain copy is a producer like any other, so that there is no move of its own that deletes a temporary.
TEST_CASE("inline_producer: takes back a copy of what does not change") {
  constexpr std::string_view product = R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
argument x f32 [K]
i M
| k K
| | y[i] += A[i, k]*x[k]
)";
  const pd::ir::program before = support::parsed(product);
  const pd::pack_move pack{"x", "i", "P"};
  REQUIRE(pack.check(before).ok());
  const pd::ir::program packed = pack.apply(before);
  CHECK(packed.nodes.size() > before.nodes.size());
  REQUIRE(pd::inline_producer_move{"P"}.check(packed).ok());
  CHECK(pd::inline_producer_move{"P"}.apply(packed) == before);
  // A copy of a copy, in another layout.
  constexpr std::string_view twice = R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap P f32 [M/4, 4]
heap Q f32 [4] in i
a M/4
| b 4 bound M - 4*a
| | P[a, b] = x[4*a+b]
i M/4
| j 4 bound M - 4*i
| | Q[j] = P[i, j]
| k 4 bound M - 4*i
| | y[4*i+k] = Q[k]
)";
  constexpr std::string_view once = R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap Q f32 [4] in i
i M/4
| j 4 bound M - 4*i
| | Q[j] = x[4*i+j]
| k 4 bound M - 4*i
| | y[4*i+k] = Q[k]
)";
  check_picture(pd::inline_producer_move{"P"}, twice, once);
  check_picture(pd::inline_producer_move{"Q"}, once, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i M/4
| k 4 bound M - 4*i
| | y[4*i+k] = x[4*i+k]
)");
  // A tile that is updated and written back is no copy: its loads do not find the value of one assignment.
  check_refused(pd::inline_producer_move{"T"}, R"(perfdojo 1
argument y f32 [6]
argument x f32 [6]
heap T f32 [6]
i 6
| T[i] = y[i]
j 6
| T[j] += x[j]
k 6
| y[k] = T[k]
)",
                reject_buffer(reason::producer_is_not_unique, "T"));
}
