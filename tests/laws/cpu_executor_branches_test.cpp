// SPDX-License-Identifier: Apache-2.0
// law: the CPU executor does what the reference interpreter does. Here: two versions of a body, for large and for small sizes.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/executed.hpp"

PERFDOJO_EXECUTOR_LAW(branches_of_the_program, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
jw 1 bound N - 15
| i M
| | j0 N/8
| | | j1 8 bound N - 8*j0 vector
| | | | y[i, 8*j0+j1] = x[i, 8*j0+j1] + 1
ju 1 unless N - 15
| i_b M
| | j_b 16 bound N
| | | y[i_b, j_b] = x[i_b, j_b] + 2
)")

PERFDOJO_EXECUTOR_LAW(full_tiles_in_registers, R"(perfdojo 1
size M
size N
size K
argument C f32 [M, N]
argument A f32 [M, K]
argument B f32 [K, N]
registers T f32 [3, 16] in w
registers S f32 [3, 16] in u
j0 N/16
| i0 M/3
| | w 1 bound M - 3*i0 - 2
| | | ia 3 unrolled
| | | | ja 16 vector
| | | | | T[ia, ja] = 0
| | | k K
| | | | i1 3 unrolled
| | | | | j1 16 bound N - 16*j0 vector
| | | | | | T[i1, j1] += A[3*i0+i1, k]*B[k, 16*j0+j1]
| | | ic 3 unrolled
| | | | jc 16 bound N - 16*j0 vector
| | | | | C[3*i0+ic, 16*j0+jc] += T[ic, jc]
| | u 1 unless M - 3*i0 - 2
| | | id 3 unrolled
| | | | jd 16 vector
| | | | | S[id, jd] = 0
| | | l K
| | | | i2 3 bound M - 3*i0 unrolled
| | | | | j2 16 bound N - 16*j0 vector
| | | | | | S[i2, j2] += A[3*i0+i2, l]*B[l, 16*j0+j2]
| | | ie 3 bound M - 3*i0 unrolled
| | | | je 16 bound N - 16*j0 vector
| | | | | C[3*i0+ie, 16*j0+je] += S[ie, je]
)")

PERFDOJO_EXECUTOR_LAW(branches_in_threads, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
heap t f32 [N] in w
i M parallel
| w 1 bound N - i - 4
| | j N
| | | t[j] = 2*x[i, j]
| | k N
| | | y[i, k] = t[k]
| u 1 unless N - i - 4 if later(i)
| | l N
| | | y[i, l] = x[i, l]
)")

PERFDOJO_EXECUTOR_LAW(branches_around_threads, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
w 1 bound M - 20
| i0 M/4 parallel
| | i1 4 bound M - 4*i0 unrolled
| | | y[4*i0+i1] = x[4*i0+i1] + 1
u 1 unless M - 20
| i 20 bound M
| | y[i] += x[i]
)")

PERFDOJO_EXECUTOR_LAW(branches_below_cases, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
i0 M/4
| c 4 bound M - 4*i0 cases
| | w 1 bound N - 7
| | | j N
| | | | i1 4 count(c) unrolled
| | | | | y[4*i0+i1, j] = x[4*i0+i1, j] + 1
| | u 1 unless N - 7
| | | d 8 bound N cases
| | | | i2 4 count(c) unrolled
| | | | | j2 8 count(d) vector
| | | | | | y[4*i0+i2, j2] = x[4*i0+i2, j2] + 2
)")

PERFDOJO_EXECUTOR_LAW(branches_below_zeros, R"(perfdojo 1
size M
size N
argument y f32 [M]
argument x f32 [M]
argument s f32 [N]
heap t f32 [M/4*4]
i0 M/4
| z 4 bound M - 4*i0 beyond zero
| | w 1 bound N - 3
| | | t[4*i0+z] = x[4*i0+z] + 1
| | u 1 unless N - 3
| | | t[4*i0+z] = x[4*i0+z] + 2
j0 M/4
| j1 4 bound M - 4*j0
| | y[4*j0+j1] = t[4*j0+j1]
)")
