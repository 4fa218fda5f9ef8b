// SPDX-License-Identifier: Apache-2.0
// law: the CPU executor does what the reference interpreter does. Here: two-dimensional copies to private memory, in the widths
// that registers have on the common targets.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/executed.hpp"

PERFDOJO_EXECUTOR_LAW(copy_to_panels_f32_16, R"(perfdojo 1
size M
size K
argument y f32 [M, K]
argument x f32 [M, K]
argument a f32 []
heap t f32 [M/4*4, K/16*16]
i0 M/4
| k0 K/16
| | i1 4 bound M - 4*i0 unrolled beyond zero
| | | k1 16 bound K - 16*k0 vector beyond zero
| | | | t[4*i0+i1, 16*k0+k1] = a[]*x[4*i0+i1, 16*k0+k1]
i M
| k K
| | y[i, k] = t[i, k]
)")

PERFDOJO_EXECUTOR_LAW(copy_with_other_lanes_inside_f32_16, R"(perfdojo 1
size M
size K
argument y f32 [M, K]
argument x f32 [M, K]
heap t f32 [M/4, K/16*16, 4]
i0 M/4
| k0 K/16
| | i1 4 bound M - 4*i0 unrolled beyond zero
| | | k1 16 bound K - 16*k0 vector beyond zero
| | | | t[i0, 16*k0+k1, i1] = x[4*i0+i1, 16*k0+k1]
i2 M/4
| i3 4 bound M - 4*i2
| | k K
| | | y[4*i2+i3, k] = t[i2, k, i3]
)")

PERFDOJO_EXECUTOR_LAW(transposed_copy_f32_16, R"(perfdojo 1
size M
size K
argument y f32 [K, M]
argument x f32 [M, K]
heap t f32 [K/4*4, M/16*16]
k0 K/4
| i0 M/16
| | i1 16 bound M - 16*i0 vector
| | | k1 4 bound K - 4*k0 unrolled
| | | | t[4*k0+k1, 16*i0+i1] = x[16*i0+i1, 4*k0+k1]
i M
| k K
| | y[k, i] = t[k, i]
)")

PERFDOJO_EXECUTOR_LAW(copy_to_panels_f32_8, R"(perfdojo 1
size M
size K
argument y f32 [M, K]
argument x f32 [M, K]
argument a f32 []
heap t f32 [M/8*8, K/8*8]
i0 M/8
| k0 K/8
| | i1 8 bound M - 8*i0 unrolled beyond zero
| | | k1 8 bound K - 8*k0 vector beyond zero
| | | | t[8*i0+i1, 8*k0+k1] = a[]*x[8*i0+i1, 8*k0+k1]
i M
| k K
| | y[i, k] = t[i, k]
)")

PERFDOJO_EXECUTOR_LAW(copy_with_other_lanes_inside_f32_8, R"(perfdojo 1
size M
size K
argument y f32 [M, K]
argument x f32 [M, K]
heap t f32 [M/8, K/8*8, 8]
i0 M/8
| k0 K/8
| | i1 8 bound M - 8*i0 unrolled beyond zero
| | | k1 8 bound K - 8*k0 vector beyond zero
| | | | t[i0, 8*k0+k1, i1] = x[8*i0+i1, 8*k0+k1]
i2 M/8
| i3 8 bound M - 8*i2
| | k K
| | | y[8*i2+i3, k] = t[i2, k, i3]
)")

PERFDOJO_EXECUTOR_LAW(transposed_copy_f32_8, R"(perfdojo 1
size M
size K
argument y f32 [K, M]
argument x f32 [M, K]
heap t f32 [K/8*8, M/8*8]
k0 K/8
| i0 M/8
| | i1 8 bound M - 8*i0 vector
| | | k1 8 bound K - 8*k0 unrolled
| | | | t[8*k0+k1, 8*i0+i1] = x[8*i0+i1, 8*k0+k1]
i M
| k K
| | y[k, i] = t[k, i]
)")

PERFDOJO_EXECUTOR_LAW(copy_to_panels_f32_4, R"(perfdojo 1
size M
size K
argument y f32 [M, K]
argument x f32 [M, K]
argument a f32 []
heap t f32 [M/3*3, K/4*4]
i0 M/3
| k0 K/4
| | i1 3 bound M - 3*i0 unrolled beyond zero
| | | k1 4 bound K - 4*k0 vector beyond zero
| | | | t[3*i0+i1, 4*k0+k1] = a[]*x[3*i0+i1, 4*k0+k1]
i M
| k K
| | y[i, k] = t[i, k]
)")

PERFDOJO_EXECUTOR_LAW(copy_with_other_lanes_inside_f32_4, R"(perfdojo 1
size M
size K
argument y f32 [M, K]
argument x f32 [M, K]
heap t f32 [M/3, K/4*4, 3]
i0 M/3
| k0 K/4
| | i1 3 bound M - 3*i0 unrolled beyond zero
| | | k1 4 bound K - 4*k0 vector beyond zero
| | | | t[i0, 4*k0+k1, i1] = x[3*i0+i1, 4*k0+k1]
i2 M/3
| i3 3 bound M - 3*i2
| | k K
| | | y[3*i2+i3, k] = t[i2, k, i3]
)")

PERFDOJO_EXECUTOR_LAW(transposed_copy_f32_4, R"(perfdojo 1
size M
size K
argument y f32 [K, M]
argument x f32 [M, K]
heap t f32 [K/3*3, M/4*4]
k0 K/3
| i0 M/4
| | i1 4 bound M - 4*i0 vector
| | | k1 3 bound K - 3*k0 unrolled
| | | | t[3*k0+k1, 4*i0+i1] = x[4*i0+i1, 3*k0+k1]
i M
| k K
| | y[k, i] = t[k, i]
)")

PERFDOJO_EXECUTOR_LAW(copy_to_panels_f64_8, R"(perfdojo 1
size M
size K
argument y f64 [M, K]
argument x f64 [M, K]
argument a f64 []
heap t f64 [M/6*6, K/8*8]
i0 M/6
| k0 K/8
| | i1 6 bound M - 6*i0 unrolled beyond zero
| | | k1 8 bound K - 8*k0 vector beyond zero
| | | | t[6*i0+i1, 8*k0+k1] = a[]*x[6*i0+i1, 8*k0+k1]
i M
| k K
| | y[i, k] = t[i, k]
)")

PERFDOJO_EXECUTOR_LAW(copy_with_other_lanes_inside_f64_8, R"(perfdojo 1
size M
size K
argument y f64 [M, K]
argument x f64 [M, K]
heap t f64 [M/6, K/8*8, 6]
i0 M/6
| k0 K/8
| | i1 6 bound M - 6*i0 unrolled beyond zero
| | | k1 8 bound K - 8*k0 vector beyond zero
| | | | t[i0, 8*k0+k1, i1] = x[6*i0+i1, 8*k0+k1]
i2 M/6
| i3 6 bound M - 6*i2
| | k K
| | | y[6*i2+i3, k] = t[i2, k, i3]
)")

PERFDOJO_EXECUTOR_LAW(transposed_copy_f64_8, R"(perfdojo 1
size M
size K
argument y f64 [K, M]
argument x f64 [M, K]
heap t f64 [K/6*6, M/8*8]
k0 K/6
| i0 M/8
| | i1 8 bound M - 8*i0 vector
| | | k1 6 bound K - 6*k0 unrolled
| | | | t[6*k0+k1, 8*i0+i1] = x[8*i0+i1, 6*k0+k1]
i M
| k K
| | y[k, i] = t[k, i]
)")

PERFDOJO_EXECUTOR_LAW(copy_to_panels_f64_4, R"(perfdojo 1
size M
size K
argument y f64 [M, K]
argument x f64 [M, K]
argument a f64 []
heap t f64 [M/4*4, K/4*4]
i0 M/4
| k0 K/4
| | i1 4 bound M - 4*i0 unrolled beyond zero
| | | k1 4 bound K - 4*k0 vector beyond zero
| | | | t[4*i0+i1, 4*k0+k1] = a[]*x[4*i0+i1, 4*k0+k1]
i M
| k K
| | y[i, k] = t[i, k]
)")

PERFDOJO_EXECUTOR_LAW(copy_with_other_lanes_inside_f64_4, R"(perfdojo 1
size M
size K
argument y f64 [M, K]
argument x f64 [M, K]
heap t f64 [M/4, K/4*4, 4]
i0 M/4
| k0 K/4
| | i1 4 bound M - 4*i0 unrolled beyond zero
| | | k1 4 bound K - 4*k0 vector beyond zero
| | | | t[i0, 4*k0+k1, i1] = x[4*i0+i1, 4*k0+k1]
i2 M/4
| i3 4 bound M - 4*i2
| | k K
| | | y[4*i2+i3, k] = t[i2, k, i3]
)")

PERFDOJO_EXECUTOR_LAW(transposed_copy_f64_4, R"(perfdojo 1
size M
size K
argument y f64 [K, M]
argument x f64 [M, K]
heap t f64 [K/4*4, M/4*4]
k0 K/4
| i0 M/4
| | i1 4 bound M - 4*i0 vector
| | | k1 4 bound K - 4*k0 unrolled
| | | | t[4*k0+k1, 4*i0+i1] = x[4*i0+i1, 4*k0+k1]
i M
| k K
| | y[k, i] = t[k, i]
)")

PERFDOJO_EXECUTOR_LAW(copy_backwards, R"(perfdojo 1
argument y f32 [16, 4]
argument x f32 [16, 4]
stack t f32 [4, 16]
i 4 unrolled
| j 16 vector
| | t[i, j] = x[15-j, 3-i]
k 16
| l 4
| | y[k, l] = t[l, k]
)")

PERFDOJO_EXECUTOR_LAW(copy_of_one_row, R"(perfdojo 1
size M
argument y f32 [M, 4]
argument x f32 [M]
heap t f32 [4, M/16*16]
i0 M/16
| j 4 unrolled
| | i1 16 bound M - 16*i0 vector
| | | t[j, 16*i0+i1] = x[16*i0+i1]
k M
| l 4
| | y[k, l] = t[l, k]
)")

PERFDOJO_EXECUTOR_LAW(copy_of_every_second, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [2, M]
i0 M/32
| u 2 bound M - 32*i0 unrolled
| | i1 16 bound (M - 32*i0 - u)/2 vector
| | | t[u, 16*i0+i1] = x[32*i0+u+2*i1]
k0 M/32
| v 2 bound M - 32*k0
| | k1 16 bound (M - 32*k0 - v)/2
| | | y[32*k0+v+2*k1] = t[v, 16*k0+k1]
)")

PERFDOJO_EXECUTOR_LAW(copy_of_at_most_four_rows, R"(perfdojo 1
size M
size K
argument y f32 [4, K]
argument x f32 [M, K]
heap t f32 [4, K/16*16]
k0 K/16
| i2 4 bound M unrolled beyond zero
| | k1 16 bound K - 16*k0 vector beyond zero
| | | t[i2, 16*k0+k1] = x[i2, 16*k0+k1]
k2 K
| i3 4
| | y[i3, k2] = t[i3, k2]
)")

PERFDOJO_EXECUTOR_LAW(copy_times_a_value_of_the_outer_scope, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument s f32 [M]
argument x f32 [M, N]
heap t f32 [N/16*16, 4] in i0
i0 M
| j0 N/16
| | u 1 unrolled
| | | j1 16 bound N - 16*j0 vector beyond zero
| | | | t[16*j0+j1, u] = s[i0]*x[i0, 16*j0+j1]
| j N
| | y[i0, j] = t[j, 0]
)")

PERFDOJO_EXECUTOR_LAW(shorter_copies, R"(perfdojo 1
size M
argument y f32 [M, 3]
argument x f32 [M, 3]
heap t f32 [M, 3]
i0 M/5
| i1 5 bound M - 5*i0 unrolled
| | j 3 vector
| | | t[5*i0+i1, j] = x[5*i0+i1, j]*2
i M
| k 3
| | y[i, k] = t[i, k]
)")
