// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/peel.hpp>
#include <perfdojo/schedule/explain.hpp>
#include <perfdojo/schedule/spell.hpp>

#include "support/check_both.hpp"
#include "support/scheduled.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::where;
using support::check_picture;
using support::check_refused;
using support::executed_after;

namespace {

PERFDOJO_TEST_PROGRAM(product, R"(perfdojo 1
size M
size N
size K
argument C f32 [M, N]
argument A f32 [M, K]
argument B f32 [K, N]
i M
| j N
| | C[i, j] = 0
| | k K
| | | C[i, j] += A[i, k]*B[k, j]
)");
PERFDOJO_TEST_PROGRAM(rows, R"(perfdojo 1
size N
argument y f32 [30, N]
argument x f32 [30, N]
stack t f32 [] in i
i 30
| j N
| | t[] = 3*x[i, j]
| | y[i, j] = t[] + 1
)");

}  // namespace

TEST_CASE("peel: the last iterations of a constant extent follow the others") {
  check_picture(pd::peel_move{"i", 2, where::last}, R"(perfdojo 1
argument y f32 [30]
i 30
| y[i] = i
)",
                R"(perfdojo 1
argument y f32 [30]
i 28
| y[i] = i
i_b 2
| y[i_b+28] = index(i_b+28)
)");
}

TEST_CASE("peel: bounds, positions and bounds further in count on") {
  check_picture(pd::peel_move{"i", 3}, R"(perfdojo 1
size M
argument y f32 [M]
j 2
| i 10 bound (M - j)/4
| | k 4 bound M - 4*i - j
| | | y[4*i+j+k] += i
)",
                R"(perfdojo 1
size M
argument y f32 [M]
j 2
| i_b 3 bound (M - j)/4
| | k_b 4 bound M - j - 4*i_b
| | | y[j+4*i_b+k_b] += i_b
| i 7 bound (M - j - 12)/4
| | k 4 bound M - j - 4*i - 12
| | | y[j+4*i+k+12] += index(i+3)
)");
}

TEST_CASE("peel: what runs at least once does so in the first part") {
  constexpr std::string_view before = R"(perfdojo 1
size M
argument y f32 []
i M at least 2
| y[] += 1
)";
  check_picture(pd::peel_move{"i", 1}, before, R"(perfdojo 1
size M
argument y f32 []
i_b 1
| y[] += 1
i M - 1 at least 1
| y[] += 1
)");
  check_picture(pd::peel_move{"i", 3}, before, R"(perfdojo 1
size M
argument y f32 []
i_b 3 bound M at least 2
| y[] += 1
i M - 3
| y[] += 1
)");
}

TEST_CASE("peel: conditions on the scope are resolved, and scopes that nothing is left of go") {
  constexpr std::string_view before = R"(perfdojo 1
size M
argument y f32 [8]
i M
| j 8 if first(i)
| | y[j] = 0
| k 8
| | y[k] += 1 if later(i)
| | y[k] += 2 if first(i)
)";
  check_picture(pd::peel_move{"i", 1}, before, R"(perfdojo 1
size M
argument y f32 [8]
i_b 1 bound M
| j_b 8
| | y[j_b] = 0
| k_b 8
| | y[k_b] += 2
i M - 1
| k 8
| | y[k] += 1
)");
  check_picture(pd::peel_move{"i", 2}, before, R"(perfdojo 1
size M
argument y f32 [8]
i_b 2 bound M
| j_b 8 if first(i_b)
| | y[j_b] = 0
| k_b 8
| | y[k_b] += 1 if later(i_b)
| | y[k_b] += 2 if first(i_b)
i M - 2
| k 8
| | y[k] += 1
)");
  check_picture(pd::peel_move{"i", 1}, R"(perfdojo 1
argument y f32 [8]
i 8
| y[i] = 1 if first(i)
)",
                R"(perfdojo 1
argument y f32 [8]
i_b 1
| y[i_b] = 1
)");
  // The inner condition goes with the node that the outer one takes along, and in the other part the other way round.
  check_picture(pd::peel_move{"i", 1}, R"(perfdojo 1
argument y f32 [8]
i 8
| y[i] = 3
| j 8 if later(i)
| | y[i] = 1 if first(i)
)",
                R"(perfdojo 1
argument y f32 [8]
i_b 1
| y[i_b] = 3
i 7
| y[i+1] = 3
)");
}

TEST_CASE("peel: each part has the buffers that live inside") {
  check_picture(pd::peel_move{"i", 4, where::last}, R"(perfdojo 1
argument y f32 [6]
argument x f32 [6]
stack t f32 [] in i
stack u f32 [2] in j
i 6
| t[] = x[i]
| j 2
| | k 2
| | | u[k] = t[]
| | y[i] = u[0] + t[]
)",
                R"(perfdojo 1
argument y f32 [6]
argument x f32 [6]
stack t f32 [] in i
stack u f32 [2] in j
stack t_b f32 [] in i_b
stack u_b f32 [2] in j_b
i 2
| t[] = x[i]
| j 2
| | k 2
| | | u[k] = t[]
| | y[i] = u[0] + t[]
i_b 4
| t_b[] = x[i_b+2]
| j_b 2
| | k_b 2
| | | u_b[k_b] = t_b[]
| | y[i_b+2] = u_b[0] + t_b[]
)");
}

TEST_CASE("peel: refusals") {
  constexpr std::string_view sums = R"(perfdojo 1
size M
argument y f32 [6]
heap t f32 [8]
i M
| y[0] += 1
j 6
| y[j] += 1
u 6 unrolled
| y[u] += 1
z 8 bound M beyond zero
| t[z] = 1
c 6 bound M cases
| k count(c)
| | y[k] += t[k]
)";
  check_refused(pd::peel_move{"q", 1}, sums, reject(reason::no_such_scope, "q"));
  check_refused(pd::peel_move{"u", 1}, sums, reject(reason::scope_is_not_sequential, "u"));
  check_refused(pd::peel_move{"z", 1}, sums, reject(reason::scope_is_not_sequential, "z"));
  check_refused(pd::peel_move{"c", 1}, sums, reject(reason::scope_is_not_sequential, "c"));
  check_refused(pd::peel_move{"k", 1}, sums, reject(reason::extent_is_not_constant, "k", 1));
  check_refused(pd::peel_move{"i", 1, where::last}, sums, reject(reason::extent_is_not_constant, "i", 1));
  check_refused(pd::peel_move{"j", 0}, sums, reject(reason::factor_out_of_range, "j", 0));
  check_refused(pd::peel_move{"j", -1, where::last}, sums, reject(reason::factor_out_of_range, "j", -1));
  check_refused(pd::peel_move{"j", 6}, sums, reject(reason::factor_out_of_range, "j", 6, 6));
  check_refused(pd::peel_move{"j", 9, where::last}, sums, reject(reason::factor_out_of_range, "j", 9, 6));
  check_refused(pd::peel_move{"i", pd::index_t(1) << 23}, sums,
                reject(reason::factor_out_of_range, "i", pd::index_t(1) << 23));
}

TEST_CASE("peel: there must be room for the buffers of the copy") {
  std::string crowded = "perfdojo 1\nargument y f32 [6]\n", body = "i 6\n";
  for (const char c : std::string("abcdefg")) {
    crowded += std::string("stack ") + c + " f32 [] in i\n";
    body += std::string("| ") + c + "[] = i\n| y[i] += " + c + "[]\n";
  }
  check_refused(pd::peel_move{"i", 1}, crowded + body,
                reject(reason::capacity_exceeded, {}, 0, pd::ir::program::max_buffers));
}

TEST_CASE("peel: as a type, and as text") {
  constexpr pd::ir::program before = pd::ir::parse(R"(perfdojo 1
argument y f32 [6]
i 6
| y[i] = 1
)")
                                         .value;
  CHECK_BOTH(pd::peel<"i", 2>::move.check(before).ok());
  CHECK_BOTH(pd::peel<"i", 2, where::last>::move.apply(before).find("i_b") != pd::ir::none);
  CHECK(pd::spell(pd::peel_move{"i", 2, where::last}) == "peel<\"i\", 2, where::last>");
}

TEST_CASE("peel: the executor runs what is peeled, in vectors with bounds and in tiles that overlap") {
  using first_block =
      pd::schedule<pd::split<"k", 4, pd::tail::guard>, pd::first<"k0">, pd::interchange<"j", "k0">,
                   pd::peel<"k0", 1>, pd::split<"j_b", 8, pd::tail::guard>,
                   pd::split<"j", 8, pd::tail::guard>, pd::fission<"j_b1", 1>, pd::vectorize<"j_b1">,
                   pd::interchange<"j_b1_b", "k1_b">, pd::vectorize<"j_b1_b">, pd::interchange<"j1", "k1">,
                   pd::vectorize<"j1">, pd::unroll<"k1">, pd::parallelize<"i">>;
  CHECK(executed_after<product, first_block>());
  using overlapping =
      pd::schedule<pd::split<"i", 8, pd::tail::overlap>, pd::peel<"j_b", 3>, pd::parallelize<"i0">>;
  CHECK(executed_after<rows, overlapping>());
}
