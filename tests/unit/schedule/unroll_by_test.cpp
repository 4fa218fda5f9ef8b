// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/composed/unroll_by.hpp>

#include <perfdojo/schedule/explain.hpp>

#include "support/scheduled.hpp"
#include "support/move_pictures.hpp"

#include <string>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;
using support::nests_after;

namespace {

PERFDOJO_TEST_PROGRAM(scaled, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i M
| y[i] = 2*x[i]
)");
PERFDOJO_TEST_PROGRAM(rows, R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
argument x f32 [K]
i M
| k K
| | y[i] += A[i, k]*x[k]
)");
PERFDOJO_TEST_PROGRAM(product, R"(perfdojo 1
argument C f32 [12, 6]
argument A f32 [12, 5]
argument B f32 [5, 6]
i 12
| j 6
| | k 5
| | | C[i, j] += A[i, k]*B[k, j]
)");
PERFDOJO_TEST_PROGRAM(with_init, R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
i M
| y[i] = 0
| k K
| | y[i] += A[i, k]
)");

template <class P, class Schedule>
std::string message() {
  return pd::explain_schedule<P, Schedule>();
}

}  // namespace

TEST_CASE("unroll_by: a factor of the iterations becomes code") {
  CHECK(nests_after<scaled, pd::schedule<pd::unroll_by<"i", 4, pd::tail::guard>>>() ==
        "i0 M/4\n| i1 4 bound M - 4*i0 unrolled\n| | y[4*i0+i1] = 2*x[4*i0+i1]\n");
  CHECK(nests_after<product, pd::schedule<pd::unroll_by<"i", 6>>>() ==
        "i0 2\n| i1 6 unrolled\n| | j 6\n| | | k 5\n| | | | C[6*i0+i1, j] += A[6*i0+i1, k]*B[k, j]\n");
  CHECK(nests_after<product, pd::schedule<pd::unroll_by<"i", 5, pd::tail::peel>>>().starts_with(
      "i0 2\n| i1 5 unrolled\n"));
}

TEST_CASE("unroll_and_jam: the copies stand inside the inner scopes") {
  CHECK(nests_after<rows, pd::schedule<pd::unroll_and_jam<"i", 4, pd::tail::guard, "k">>>() ==
        "i0 M/4\n| k K\n| | i1 4 bound M - 4*i0 unrolled\n"
        "| | | y[4*i0+i1] += A[4*i0+i1, k]*x[k]\n");
  CHECK(nests_after<product, pd::schedule<pd::unroll_and_jam<"i", 4, pd::tail::exact, "j", "k">>>() ==
        "i0 3\n| j 6\n| | k 5\n| | | i1 4 unrolled\n| | | | C[4*i0+i1, j] += A[4*i0+i1, k]*B[k, j]\n");
  // Twice: a register tile.
  CHECK(nests_after<product, pd::schedule<pd::unroll_and_jam<"j", 3, pd::tail::exact, "k">,
                                          pd::unroll_and_jam<"i", 4, pd::tail::exact, "j0", "k">>>() ==
        "i0 3\n| j0 2\n| | k 5\n| | | i1 4 unrolled\n| | | | j1 3 unrolled\n"
        "| | | | | C[4*i0+i1, 3*j0+j1] += A[4*i0+i1, k]*B[k, 3*j0+j1]\n");
}

TEST_CASE("unroll_by, unroll_and_jam: errors name the step and the move") {
  const std::string factor = message<product, pd::schedule<pd::unroll_by<"i", 5>>>();
  CAPTURE(factor);
  CHECK(factor.starts_with("step 1: unroll_by<"));
  CHECK(factor.find("-> split<\"i\", 5>\n  5 does not divide 12, the extent of scope i\n") !=
        std::string::npos);
  const std::string large = message<product, pd::schedule<pd::unroll<"k">, pd::unroll_by<"j", 1>>>();
  CHECK(large.find("-> split<\"j\", 1>\n  the factor 1 for scope j is out of range\n") != std::string::npos);
  using jam = pd::unroll_and_jam<"i", 4, pd::tail::guard, "k">;
  const std::string imperfect = message<with_init, pd::schedule<jam>>();
  CAPTURE(imperfect);
  CHECK(imperfect.starts_with("step 1: unroll_and_jam<"));
  CHECK(imperfect.find("-> interchange<\"i1\", \"k\">\n  scope k is not directly inside") !=
        std::string::npos);
  CHECK(nests_after<with_init,
                    pd::schedule<pd::fission<"i", 1>, pd::unroll_and_jam<"i_b", 4, pd::tail::guard, "k">>>()
            .ends_with("| | i_b1 4 bound M - 4*i_b0 unrolled\n| | | y[4*i_b0+i_b1] += A[4*i_b0+i_b1, k]\n"));
}
