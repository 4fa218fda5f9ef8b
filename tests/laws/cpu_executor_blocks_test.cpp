// SPDX-License-Identifier: Apache-2.0
// law: the CPU executor does what the reference interpreter does. Here: straight blocks, copies, selects.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/executed.hpp"

using support::executed;

PERFDOJO_TEST_PROGRAM(factor_per_row, R"(perfdojo 1
size M
argument y f32 [M, 16]
argument s f32 [M]
argument x f32 [M, 16]
heap t f32 [M/4*4, 16]
i0 M/4
| i1 4 bound M - 4*i0 unrolled
| | j 16 vector
| | | t[4*i0+i1, j] = s[4*i0+i1]*x[4*i0+i1, j]
i M
| k 16
| | y[i, k] = t[i, k]
)");
TEST_CASE("cpu: a copy may multiply each row by another value") { CHECK(executed<factor_per_row>()); }

PERFDOJO_TEST_PROGRAM(one_dimension_as_two, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M]
i0 M/64
| i1 4 bound (M - 64*i0)/16 unrolled
| | i2 16 bound M - 64*i0 - 16*i1 vector
| | | t[64*i0+16*i1+i2] = x[64*i0+16*i1+i2]
i M
| y[i] = t[i]
)");
TEST_CASE("cpu: the two scopes of a copy may walk one dimension") { CHECK(executed<one_dimension_as_two>()); }

PERFDOJO_TEST_PROGRAM(condition_that_changes, R"(perfdojo 1
size M
argument y f32 [M]
argument c f32 []
i0 M/4
| i1 4 bound M - 4*i0 unrolled
| | c[] += 1
| | y[4*i0+i1] = select(c[] > 5, 1, 2)
)");
TEST_CASE("cpu: the condition of a select may change within a block") {
  CHECK(executed<condition_that_changes>());
}

PERFDOJO_TEST_PROGRAM(reused_in_vector, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M/16*16 reused] in i1
i0 M/16
| i1 16 bound M - 16*i0 vector
| | t[16*i0+i1] = x[16*i0+i1] + 1
| | y[16*i0+i1] = t[16*i0+i1]*2
)");
TEST_CASE("cpu: a reused dimension below a vector scope") { CHECK(executed<reused_in_vector>()); }

PERFDOJO_TEST_PROGRAM(private_in_vector, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
stack t f32 [] in i1
i0 M/16
| i1 16 bound M - 16*i0 vector
| | t[] = x[16*i0+i1] + 1
| | y[16*i0+i1] = t[]*2
)");
TEST_CASE("cpu: a private scalar of a vector scope") { CHECK(executed<private_in_vector>()); }
