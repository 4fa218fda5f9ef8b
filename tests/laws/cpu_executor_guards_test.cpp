// SPDX-License-Identifier: Apache-2.0
// law: the CPU executor does what the reference interpreter does. Here: bounds, zero scopes, conditions, cases.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/executed.hpp"

PERFDOJO_EXECUTOR_LAW(two_bounds, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
i0 M/3
| j0 N/16
| | i1 3 bound M - 3*i0 unrolled
| | | j1 16 bound N - 16*j0 vector
| | | | y[3*i0+i1, 16*j0+j1] = x[3*i0+i1, 16*j0+j1] + 1
)")

PERFDOJO_EXECUTOR_LAW(bounds_decided_outside_of_a_loop, R"(perfdojo 1
size M
size N
size K
argument y f32 [M, N]
argument x f32 [M, K]
argument z f32 [K, N]
i0 M/2
| j0 N/32
| | k K
| | | i1 2 bound M - 2*i0 unrolled
| | | | j1 2 bound (N - 32*j0)/16 unrolled
| | | | | j2 16 bound N - 32*j0 - 16*j1 vector
| | | | | | y[2*i0+i1, 32*j0+16*j1+j2] += x[2*i0+i1, k]*z[k, 32*j0+16*j1+j2]
)")

PERFDOJO_EXECUTOR_LAW(three_parts_of_one_size, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i0 M/24
| i1 3 bound (M - 24*i0)/8
| | i2 2 bound (M - 24*i0 - 8*i1)/4 unrolled
| | | i3 4 bound M - 24*i0 - 8*i1 - 4*i2 unrolled
| | | | y[24*i0+8*i1+4*i2+i3] = x[24*i0+8*i1+4*i2+i3] + f32(i3)
)")

PERFDOJO_EXECUTOR_LAW(five_unrolled_scopes, R"(perfdojo 1
size M
argument y f32 [M, 2, 2, 2]
argument x f32 [M]
i0 M/6
| i1 3 bound (M - 6*i0)/2 unrolled
| | i2 2 bound M - 6*i0 - 2*i1 unrolled
| | | a 2 unrolled
| | | | b 2 unrolled
| | | | | c 2 unrolled
| | | | | | y[6*i0+2*i1+i2, a, b, c] = x[6*i0+2*i1+i2]
)")

PERFDOJO_EXECUTOR_LAW(six_unrolled_scopes_around_a_vector, R"(perfdojo 1
size M
argument y f32 [M, 2, 2, 4]
i0 M/6
| i1 3 bound (M - 6*i0)/2 unrolled
| | i2 2 bound M - 6*i0 - 2*i1 unrolled
| | | a 2 unrolled
| | | | b 2 unrolled
| | | | | c 2 unrolled
| | | | | | d 2 vector
| | | | | | | y[6*i0+2*i1+i2, a, b, 2*c+d] += 2
)")

PERFDOJO_EXECUTOR_LAW(stepped_bound_of_lanes, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i0 M/32
| i1 2 bound M - 32*i0 unrolled
| | i2 16 bound (M - 32*i0 - i1)/2 vector
| | | y[32*i0+i1+2*i2] = x[32*i0+i1+2*i2]*3
)")

PERFDOJO_EXECUTOR_LAW(caps_below_the_size, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i 5 bound M
| y[i] = x[i]
j 11 bound M vector
| y[j] += 1
k 3 bound M unrolled
| y[k] += 2
)")

PERFDOJO_EXECUTOR_LAW(zero_scopes, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
heap t f32 [M/4*4, N/16*16]
i0 M/4
| j0 N/16
| | i1 4 bound M - 4*i0 beyond zero
| | | j1 16 bound N - 16*j0 vector beyond zero
| | | | t[4*i0+i1, 16*j0+j1] = x[4*i0+i1, 16*j0+j1] + 1
i2 M/4
| j2 N/16
| | i3 4 unrolled
| | | j3 16 vector
| | | | t[4*i2+i3, 16*j2+j3] += 1
i M
| j N
| | y[i, j] = t[i, j]
)")

PERFDOJO_EXECUTOR_LAW(what_lies_beyond_zero_scopes, R"(perfdojo 1
size M
argument y f32 [5, 24]
argument x f32 [M]
argument a f32 []
heap t f32 [5, 24]
i 5 bound M unrolled beyond zero
| j 24 bound M vector beyond zero
| | t[i, j] = exp(x[j]) - a[]*x[i]
k 5
| l 24
| | y[k, l] = 1/t[k, l]
)")

PERFDOJO_EXECUTOR_LAW(zero_beyond_a_skipping_scope, R"(perfdojo 1
size M
size N
argument y f32 [6, 20]
argument x f32 [M, N]
heap t f32 [6, 20]
i 6
| j 20
| | t[i, j] = 5
i1 6 bound M beyond zero
| j1 20 bound N vector
| | t[i1, j1] = x[i1, j1]
i2 6 bound M
| j2 20 bound N vector beyond zero
| | t[i2, j2] = x[i2, j2] + t[i2, j2]
i3 6
| j3 20
| | y[i3, j3] = t[i3, j3]
)")

PERFDOJO_EXECUTOR_LAW(sequential_zero_scope_around_loops, R"(perfdojo 1
size M
size N
argument y f32 [8, N]
argument x f32 [M, N]
heap t f32 [8, N]
i0 2
| i1 4 bound M - 4*i0 beyond zero
| | j N
| | | t[4*i0+i1, j] = x[4*i0+i1, j]*2
k 8
| l N
| | y[k, l] = t[k, l]
)")

PERFDOJO_EXECUTOR_LAW(first_and_later, R"(perfdojo 1
size M
size K
argument y f32 [M]
argument x f32 [M, K]
k0 K/4 at least 1
| i0 M/16
| | i1 16 bound M - 16*i0 vector if first(k0)
| | | y[16*i0+i1] = 0
| | k1 4 bound K - 4*k0
| | | i2 16 bound M - 16*i0 vector
| | | | y[16*i0+i2] += x[16*i0+i2, 4*k0+k1]
| | i3 16 bound M - 16*i0 vector if later(k0)
| | | y[16*i0+i3] += 100
| | y[16*i0] += 1 if first(i0)
)")

PERFDOJO_EXECUTOR_LAW(conditions_inside_an_unrolled_scope, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i0 M/4
| i1 4 bound M - 4*i0 unrolled
| | y[4*i0+i1] = x[4*i0+i1] if first(i1)
| | y[4*i0+i1] = -x[4*i0+i1] if later(i1)
| | y[4*i0+i1] *= 2 if first(i0)
)")

PERFDOJO_EXECUTOR_LAW(cases_of_rows_and_vectors, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
i0 M/3
| j0 N/48
| | ic 3 bound M - 3*i0 cases
| | | jc 3 bound (N - 48*j0)/16 cases
| | | | i1 3 count(ic) unrolled
| | | | | j1 3 count(jc) unrolled
| | | | | | j2 16 bound N - 48*j0 - 16*j1 vector
| | | | | | | y[3*i0+i1, 48*j0+16*j1+j2] = x[3*i0+i1, 48*j0+16*j1+j2] + 1
)")

PERFDOJO_EXECUTOR_LAW(cases_around_a_loop, R"(perfdojo 1
size M
size K
argument y f32 [M]
argument x f32 [M, K]
i0 M/4
| c 4 bound M - 4*i0 cases
| | i1 4 count(c) unrolled
| | | y[4*i0+i1] = 0
| | k K
| | | i2 4 count(c) unrolled
| | | | y[4*i0+i2] += x[4*i0+i2, k]
| | i3 4 count(c)
| | | y[4*i0+i3] += 1
)")

PERFDOJO_EXECUTOR_LAW(bound_by_a_triangle, R"(perfdojo 1
size M
argument y f32 [M, 20]
i M
| j 20 bound M - i vector
| | y[i, j] += 1
)")
