// SPDX-License-Identifier: Apache-2.0
// Laws of the CPU executor: elements of 8 and 16 bits are loaded, converted, kept and stored as the reference does, in vectors, with
// masks, with strides, in register tiles and alone.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/executed.hpp"

PERFDOJO_EXECUTOR_LAW(narrow_loads, R"(perfdojo 1 narrow_loads
size N
argument y f32 [N]
argument z i32 [N]
argument a i8 [N]
argument b u8 [N]
argument c bf16 [N]
argument s bf16 []
i0 N/16
| i1 16 bound N - 16*i0 vector
| | y[16*i0+i1] = f32(a[16*i0+i1]) + f32(c[16*i0+i1])*2 + f32(s[])
| | z[16*i0+i1] = i32(a[16*i0+i1])*i32(b[16*i0+i1]) + i32(c[16*i0+i1])
)")

PERFDOJO_EXECUTOR_LAW(narrow_stores, R"(perfdojo 1 narrow_stores
size N
argument a i8 [N]
argument b u8 [N]
argument c bf16 [N]
argument d bf16 [N]
argument x f32 [N]
argument z i32 [N]
i0 N/16
| i1 16 bound N - 16*i0 vector
| | a[16*i0+i1] = i8(x[16*i0+i1]*50.3)
| | b[16*i0+i1] = u8(z[16*i0+i1]*100)
| | c[16*i0+i1] = bf16(x[16*i0+i1]*1.2345)
| | d[16*i0+i1] = bf16(u8(x[16*i0+i1]*70.5))
)")

// i64 and f64 beside narrow types fit no registers of one width, and bf16 of i32 is rounded once.
PERFDOJO_EXECUTOR_LAW(narrow_scalars, R"(perfdojo 1 narrow_scalars
size N
argument a i8 [N]
argument b u8 [N]
argument c bf16 [N]
argument d bf16 [N]
argument e i64 [N]
argument x f64 [N]
argument z i32 [N]
i N
| a[i] = i8(e[i]*77)
| b[i] = u8(x[i]*70.5)
| c[i] = bf16(x[i]*1.00390625001)
| d[i] = bf16(e[i]*123456789123)
i_b0 N/16
| i_b1 16 bound N - 16*i_b0 vector
| | e[16*i_b0+i_b1] = i64(a[16*i_b0+i_b1]) + i64(c[16*i_b0+i_b1])
| | d[16*i_b0+i_b1] = bf16(z[16*i_b0+i_b1]*16843009)
)")

PERFDOJO_EXECUTOR_LAW(narrow_selected, R"(perfdojo 1 narrow_selected
size N
argument a i8 [N]
argument b i8 [N]
argument c bf16 [N]
argument x f32 [N]
i0 N/24
| i1 24 bound N - 24*i0 vector
| | a[24*i0+i1] = select(x[24*i0+i1] < 0, b[24*i0+i1], 7)
| | c[24*i0+i1] = select(f32(c[24*i0+i1]) < 0, bf16(x[24*i0+i1]), c[24*i0+i1])
)")

// Private memory and registers; rows of the source are strided along the lanes.
PERFDOJO_EXECUTOR_LAW(narrow_tiles, R"(perfdojo 1 narrow_tiles
size M
size N
argument C bf16 [M, N]
argument D i8 [M, N]
argument A bf16 [N, M]
argument B i8 [N, M]
stack t bf16 [4, 16] in j0
registers r i8 [4, 16] in j0
registers q bf16 [4] in j0
i0 M/4
| j0 N/16
| | i1 4 unrolled
| | | j1 16 vector
| | | | t[i1, j1] = 0
| | | | r[i1, j1] = -1
| | | q[i1] = bf16(i1:f32)
| | i1_b 4 bound M - 4*i0 unrolled
| | | j1_b 16 bound N - 16*j0 vector
| | | | t[i1_b, j1_b] = A[16*j0+j1_b, 4*i0+i1_b]
| | | | r[i1_b, j1_b] = B[16*j0+j1_b, 4*i0+i1_b]
| | i1_c 4 bound M - 4*i0 unrolled
| | | j1_c 16 bound N - 16*j0 vector
| | | | C[4*i0+i1_c, 16*j0+j1_c] = bf16(f32(t[i1_c, j1_c])*2 + f32(q[i1_c]))
| | | | D[4*i0+i1_c, 16*j0+j1_c] = i8(i32(r[i1_c, j1_c])*3)
)")

PERFDOJO_EXECUTOR_LAW(narrow_product, R"(perfdojo 1 narrow_product
size M
size N
size K
argument C i32 [M, N]
argument A u8 [M, K]
argument B i8 [K, N]
i M
| j0 N/16
| | j1 16 bound N - 16*j0 vector
| | | C[i, 16*j0+j1] = 0
| | k K
| | | j1_b 16 bound N - 16*j0 vector
| | | | C[i, 16*j0+j1_b] += i32(A[i, k])*i32(B[k, 16*j0+j1_b])
)")
