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
