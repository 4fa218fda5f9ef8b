// SPDX-License-Identifier: Apache-2.0
// law: the CPU executor does what the reference interpreter does. Here: vector scopes of any extent, type and stride.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/executed.hpp"

PERFDOJO_EXECUTOR_LAW(fewer_lanes_than_a_register, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i0 M/3
| i1 3 bound M - 3*i0 vector
| | y[3*i0+i1] = 2*x[3*i0+i1] + 1
)")

PERFDOJO_EXECUTOR_LAW(a_register_and_a_half, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i0 M/24
| i1 24 bound M - 24*i0 vector
| | y[24*i0+i1] = x[24*i0+i1] - 3
)")

PERFDOJO_EXECUTOR_LAW(many_registers_of_integers, R"(perfdojo 1
size M
argument y i32 [M]
argument x i32 [M]
i0 M/64
| i1 64 bound M - 64*i0 vector
| | y[64*i0+i1] = x[64*i0+i1]*1000000007 - 3
)")

PERFDOJO_EXECUTOR_LAW(long_integers, R"(perfdojo 1
size M
argument y i64 [M]
argument x i64 [M]
i0 M/7
| i1 7 bound M - 7*i0 vector
| | y[7*i0+i1] = max(x[7*i0+i1]*x[7*i0+i1], 2) - min(x[7*i0+i1], 0)
)")

PERFDOJO_EXECUTOR_LAW(constant_extent_without_guard, R"(perfdojo 1
argument y f64 [21]
argument x f64 [21]
i 21 vector
| y[i] = abs(x[i])*0.5
)")

PERFDOJO_EXECUTOR_LAW(lanes_apart_in_memory, R"(perfdojo 1
size M
argument y f32 [M, 3]
argument x f32 [M, 2]
i0 M/16
| i1 16 bound M - 16*i0 vector
| | y[16*i0+i1, 1] = x[16*i0+i1, 0] + x[16*i0+i1, 1]
| | y[16*i0+i1, 2] += x[16*i0+i1, 0]
)")

PERFDOJO_EXECUTOR_LAW(lanes_backwards, R"(perfdojo 1
argument y f32 [40]
argument x f32 [40]
i 37 vector
| y[i+2] = x[39-i]
)")

PERFDOJO_EXECUTOR_LAW(transposed, R"(perfdojo 1
size M
size N
argument y f32 [N, M]
argument x f32 [M, N]
i0 M/8
| j0 N/8
| | i1 8 bound M - 8*i0 unrolled
| | | j1 8 bound N - 8*j0 vector
| | | | y[8*j0+j1, 8*i0+i1] = x[8*i0+i1, 8*j0+j1]
)")

PERFDOJO_EXECUTOR_LAW(updates, R"(perfdojo 1
size M
argument a f32 [M]
argument b f32 [M]
argument c f32 [M]
argument d f32 [M]
argument x f32 [M]
i0 M/20
| i1 20 bound M - 20*i0 vector
| | a[20*i0+i1] += x[20*i0+i1]*x[20*i0+i1]
| | b[20*i0+i1] *= x[20*i0+i1]
| | c[20*i0+i1] max= log(x[20*i0+i1])
| | d[20*i0+i1] min_number= log(x[20*i0+i1])
)")

PERFDOJO_EXECUTOR_LAW(updates_of_integers_apart, R"(perfdojo 1
size M
argument a i32 [M, 2]
argument x i32 [M]
i0 M/20
| i1 20 bound M - 20*i0 vector
| | a[20*i0+i1, 0] min= x[20*i0+i1]
| | a[20*i0+i1, 1] max_number= x[20*i0+i1]
)")

PERFDOJO_EXECUTOR_LAW(sum_of_lanes, R"(perfdojo 1
size M
size N
argument s f32 [M]
argument x f32 [M, N]
i M
| j0 N/40
| | j1 40 bound N - 40*j0 vector
| | | s[i] += x[i, 40*j0+j1]*2
)")

PERFDOJO_EXECUTOR_LAW(reductions_of_lanes, R"(perfdojo 1
size N
argument s f64 [6]
argument n i32 [4]
argument x f64 [N]
argument k i32 [N]
j0 N/12
| j1 12 bound N - 12*j0 vector
| | s[0] += x[12*j0+j1]
| | s[1] *= select(x[12*j0+j1] == 0, 1, 2)
| | s[2] max= x[12*j0+j1]
| | s[3] min= log(x[12*j0+j1])
| | s[4] max_number= log(x[12*j0+j1])
| | s[5] min_number= log(x[12*j0+j1])
j2 N/12
| j3 12 bound N - 12*j2 vector
| | n[0] += k[12*j2+j3]
| | n[1] *= k[12*j2+j3] + 10
| | n[2] max= k[12*j2+j3]
| | n[3] min= k[12*j2+j3]
)")

// NaN, once in, stays through maximum, though the tail adds nothing; and so it does where no lane is inside.
PERFDOJO_EXECUTOR_LAW(reductions_that_hold_nan, R"(perfdojo 1
size N
argument s f32 [3]
argument x f32 [N]
s[0] = log(-1)
s[1] = log(-1)
s[2] = log(-1)
j0 N/16 at least 1
| j1 16 bound N - 16*j0 vector
| | s[0] max= x[16*j0+j1]
| | s[1] max_number= x[16*j0+j1]
| | s[2] min_number= log(-1)
)")

PERFDOJO_EXECUTOR_LAW(several_statements, R"(perfdojo 1
size M
argument y f32 [M]
argument z f32 [M]
argument x f32 [M]
heap t f32 [M]
i0 M/16
| i1 16 bound M - 16*i0 vector
| | t[16*i0+i1] = x[16*i0+i1] + 1
| | y[16*i0+i1] = t[16*i0+i1]*t[16*i0+i1]
| | z[16*i0+i1] = y[16*i0+i1] - t[16*i0+i1]
| | z[16*i0+i1] += y[16*i0+i1]*x[16*i0+i1]
)")

PERFDOJO_EXECUTOR_LAW(unrolled_below_vector, R"(perfdojo 1
size M
argument y f32 [M, 3]
argument x f32 [M]
i0 M/24
| i1 24 bound M - 24*i0 vector
| | u 3 unrolled
| | | y[24*i0+i1, u] = x[24*i0+i1]
| | | v 2 unrolled
| | | | y[24*i0+i1, u] += x[24*i0+i1]
)")

PERFDOJO_EXECUTOR_LAW(sequential_below_vector, R"(perfdojo 1
size M
size K
argument y f32 [M]
argument A f32 [M, K]
i0 M/16
| i1 16 bound M - 16*i0 vector
| | y[16*i0+i1] = 0
| | k K
| | | y[16*i0+i1] += A[16*i0+i1, k]
)")

PERFDOJO_EXECUTOR_LAW(vector_below_vector, R"(perfdojo 1
size M
argument y f32 [M, 5]
argument x f32 [M]
i0 M/4
| i1 4 bound M - 4*i0 vector
| | j 5 vector
| | | y[4*i0+i1, j] = x[4*i0+i1]
)")
