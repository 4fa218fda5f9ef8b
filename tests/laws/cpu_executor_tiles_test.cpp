// SPDX-License-Identifier: Apache-2.0
// law: the CPU executor does what the reference interpreter does. Here: buffers in registers, and where that cannot be.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/executed.hpp"

PERFDOJO_EXECUTOR_LAW(tile_with_partial_vectors, R"(perfdojo 1
size M
size N
size K
argument C f32 [M, N]
argument A f32 [M, K]
argument B f32 [K, N]
registers T f32 [3, 24] in i0
j0 N/24
| i0 M/3
| | ia 3 unrolled
| | | ja 24 vector
| | | | T[ia, ja] = 0
| | k K
| | | i1 3 bound M - 3*i0 unrolled
| | | | j1 24 bound N - 24*j0 vector
| | | | | T[i1, j1] += A[3*i0+i1, k]*B[k, 24*j0+j1]
| | ic 3 bound M - 3*i0 unrolled
| | | jc 24 bound N - 24*j0 vector
| | | | C[3*i0+ic, 24*j0+jc] += T[ic, jc]
)")

PERFDOJO_EXECUTOR_LAW(tile_of_scalars, R"(perfdojo 1
size M
size K
argument y f64 [M]
argument A f64 [M, K]
registers s f64 [4] in i0
i0 M/4
| ia 4 unrolled
| | s[ia] = 1
| k K
| | i1 4 bound M - 4*i0 unrolled
| | | s[i1] += A[4*i0+i1, k]*2
| i2 4 bound M - 4*i0 unrolled
| | y[4*i0+i2] = s[i2]
)")

PERFDOJO_EXECUTOR_LAW(registers_that_a_loop_indexes, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
registers t f32 [5] in i0
i0 M/5
| i1 5 bound M - 5*i0
| | t[i1] = x[5*i0+i1] + 1
| i2 5 bound M - 5*i0 unrolled
| | y[5*i0+i2] = t[i2]
)")

PERFDOJO_EXECUTOR_LAW(tile_with_offsets, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
registers t f32 [64] in i0
i0 M/16
| i1 16 vector
| | t[i1] = 1
| i2 16 vector
| | t[i2+48] = 2
| i3 2 unrolled
| | i4 16 vector
| | | t[16*i3+i4+16] = 3
| i5 16 bound M - 16*i0 vector
| | y[16*i0+i5] = t[i5]*x[16*i0+i5] + t[i5+32] - t[i5+48]
)")

PERFDOJO_EXECUTOR_LAW(registers_with_lanes_between, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
registers t f32 [40] in i0
i0 M/16
| i1 40 vector
| | t[i1] = 2
| i2 16 bound M - 16*i0 vector
| | t[i2+3] = x[16*i0+i2]
| i3 16 bound M - 16*i0 vector
| | y[16*i0+i3] = t[i3+3] + t[i3]
)")

PERFDOJO_EXECUTOR_LAW(tile_of_the_program, R"(perfdojo 1
size M
argument y f32 [16]
argument x f32 [M, 16]
registers t f32 [16]
i 16 vector
| t[i] = 0
j M
| k 16 vector
| | t[k] += x[j, k]
l 16 vector
| y[l] = t[l]
)")

PERFDOJO_EXECUTOR_LAW(tile_in_a_parallel_scope, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M, 16]
registers t f32 [16] in i
registers s f32 [] in i
i M parallel
| j 16 vector
| | t[j] = x[i, j]*2
| s[] = 0
| k 16 vector
| | s[] += t[k]
| y[i] = s[]
)")

PERFDOJO_EXECUTOR_LAW(tiles_in_and_around_a_parallel_scope, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M, 16]
registers a f32 []
registers t f32 [16] in i
a[] = 3
i M parallel
| j 16 vector
| | t[j] = x[i, j]*2
| y[i] = 0
| k 16 vector
| | y[i] += t[k]
y_ M
| y[y_] += a[]
)")

PERFDOJO_EXECUTOR_LAW(registers_used_inside_a_parallel_scope, R"(perfdojo 1
size M
argument y f32 [M]
registers a f32 []
a[] = 3
i M parallel
| y[i] = a[]
)")

PERFDOJO_EXECUTOR_LAW(tiles_inside_a_tile, R"(perfdojo 1
size M
size N
argument y f32 [M]
argument x f32 [M, N]
registers a f32 [16] in i
registers b f32 [16] in j
i M
| l 16 vector
| | a[l] = 0
| j N
| | m 16 vector
| | | b[m] = x[i, j]
| | n 16 vector
| | | a[n] += b[n]
| y[i] = 0
| o 16 vector
| | y[i] += a[o]
)")

PERFDOJO_EXECUTOR_LAW(tiles_of_all_types, R"(perfdojo 1
size M
argument y f32 [M]
argument z f64 [M]
argument k i32 [M]
argument l i64 [M]
registers a f32 [16] in i0
registers b f64 [16] in i0
registers c i32 [16] in i0
registers d i64 [16] in i0
i0 M/16
| i1 16 bound M - 16*i0 vector
| | a[i1] = y[16*i0+i1] + 1
| i2 16 bound M - 16*i0 vector
| | b[i2] = z[16*i0+i2]*2
| i3 16 bound M - 16*i0 vector
| | c[i3] = k[16*i0+i3]*3
| i4 16 bound M - 16*i0 vector
| | d[i4] = l[16*i0+i4] - 4
| i5 16 bound M - 16*i0 vector
| | y[16*i0+i5] = a[i5] + f32(c[i5])
| i6 16 bound M - 16*i0 vector
| | z[16*i0+i6] = b[i6] + f64(d[i6])
)")

PERFDOJO_EXECUTOR_LAW(registers_by_lanes_and_by_scalars, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
registers t f32 [16] in i0
i0 M/16
| i1 16 bound M - 16*i0 vector
| | t[i1] = x[16*i0+i1]
| i2 16 bound M - 16*i0 unrolled
| | y[16*i0+i2] = t[i2] + 1
)")

PERFDOJO_EXECUTOR_LAW(registers_of_mixed_widths, R"(perfdojo 1
size M
argument y f64 [M]
argument x f32 [M]
registers t f32 [16] in i0
i0 M/16
| i1 16 bound M - 16*i0 vector
| | t[i1] = x[16*i0+i1]
| i2 16 bound M - 16*i0 vector
| | y[16*i0+i2] = f64(t[i2]) + 1
)")

PERFDOJO_EXECUTOR_LAW(prefetches, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
registers t f32 [16] in i0
heap h f32 [16] in i0
i0 M/16
| p0 2 unrolled
| | prefetch y[16*i0+8*p0]
| i1 16 bound M - 16*i0 vector
| | prefetch h[i1]
| | prefetch y[16*i0+i1]
| | h[i1] = x[16*i0+i1]
| i2 16 bound M - 16*i0 vector
| | t[i2] = h[i2]
| | prefetch t[i2]
| | y[16*i0+i2] = t[i2]
)")

PERFDOJO_EXECUTOR_LAW(registers_of_an_unrolled_scope, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
registers t f32 [16] in i1
i0 M/64
| i1 4 bound (M - 64*i0)/16 unrolled
| | i2 16 bound M - 64*i0 - 16*i1 vector
| | | t[i2] = x[64*i0+16*i1+i2]*2
| | i3 16 bound M - 64*i0 - 16*i1 vector
| | | y[64*i0+16*i1+i3] = t[i3] + 1
)")

PERFDOJO_EXECUTOR_LAW(prefetches_outside_of_the_buffer, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
argument w f32 []
i M
| prefetch w[]
| j0 N/16
| | p 3 unrolled
| | | prefetch x[i+2*p+1000000, 16*j0+1]
| | | prefetch x[i-7*p, 16*j0-100000]
| | j1 16 bound N - 16*j0 vector
| | | y[i, 16*j0+j1] = x[i, 16*j0+j1] + w[]
)")

PERFDOJO_EXECUTOR_LAW(tile_in_cases, R"(perfdojo 1
size M
size N
size K
argument C f32 [M, N]
argument A f32 [M, K]
argument B f32 [K, N]
registers T f32 [3, 32] in ic
i0 M/3
| j0 N/32
| | jc 2 bound (N - 32*j0)/16 cases
| | | ic 3 bound M - 3*i0 cases
| | | | ia 3 count(ic) unrolled
| | | | | ja 2 count(jc) unrolled
| | | | | | jb 16 vector
| | | | | | | T[ia, 16*ja+jb] = 0
| | | | k K
| | | | | i1 3 count(ic) unrolled
| | | | | | j1 2 count(jc) unrolled
| | | | | | | j2 16 bound N - 32*j0 - 16*j1 vector
| | | | | | | | T[i1, 16*j1+j2] += A[3*i0+i1, k]*B[k, 32*j0+16*j1+j2]
| | | | i3 3 count(ic) unrolled
| | | | | j3 2 count(jc) unrolled
| | | | | | j4 16 bound N - 32*j0 - 16*j3 vector
| | | | | | | C[3*i0+i3, 32*j0+16*j3+j4] = T[i3, 16*j3+j4]
)")
