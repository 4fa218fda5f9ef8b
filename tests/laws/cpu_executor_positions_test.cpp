// SPDX-License-Identifier: Apache-2.0
// Laws of the CPU executor: values of indices in lanes, strided and gathered lanes, several accumulators per lane.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/executed.hpp"

PERFDOJO_EXECUTOR_LAW(positions, R"(perfdojo 1 positions
size N
argument a f32 [N]
argument b i32 [N]
argument c f64 [N]
argument d i64 [N]
argument x f32 [N]
i0 N/16
| i1 16 bound N - 16*i0 vector
| | a[16*i0+i1] = x[16*i0+i1]*f32(index(48*i0+3*i1+16777211))
| | b[16*i0+i1] = index(16*i0+i1+2147483640):i32 + 1
i0_b N/16
| i1_b 16 bound N - 16*i0_b vector
| | c[16*i0_b+i1_b] = index(-16*i0_b-i1_b):f64*0.5
| | d[16*i0_b+i1_b] = index(1000000007*i0_b+62500001*i1_b) + 1
)")

// A mask that depends on the position, as causal attention has it: no mask of the executor's own.
PERFDOJO_EXECUTOR_LAW(causal, R"(perfdojo 1 causal
size M
size N
argument Y f32 [M, N]
argument X f32 [M, N]
argument m f32 [M]
i M
| j0 N/16
| | j1 16 bound N - 16*j0 vector
| | | Y[i, 16*j0+j1] = select(i32(index(16*j0+j1)) <= i32(i), X[i, 16*j0+j1], -1e20)
| | j1_b 16 bound N - 16*j0 vector
| | | m[i] max= select(i32(index(16*j0+j1_b)) <= i32(i), X[i, 16*j0+j1_b], -1e20)
)")

// Lanes of two unrolled positions, and the position as a conversion of the i64 that mathematics gives.
PERFDOJO_EXECUTOR_LAW(unrolled_lanes, R"(perfdojo 1 unrolled_lanes
argument y f32 [96]
i0 3
| i1 2 unrolled
| | i2 16 vector
| | | y[32*i0+16*i1+i2] = f32(index(32*i0+16*i1+i2))*0.25 + f32(i1)
)")

// Strides 2 and -1 along the lanes, a column, and a diagonal.
PERFDOJO_EXECUTOR_LAW(strided_lanes, R"(perfdojo 1 strided_lanes
argument y f32 [64]
argument z f32 [64]
argument x f32 [128]
argument A f32 [64, 70]
argument q bf16 [200]
i0 4
| i1 16 vector
| | y[16*i0+i1] = x[32*i0+2*i1+1]*2 + A[16*i0+i1, 3] + A[16*i0+i1, 16*i0+i1+5]
| | z[-16*i0-i1+63] = y[16*i0+i1] + f32(q[48*i0+3*i1])
)")

// Eight sums: two registers of four or more lanes each, then one.
PERFDOJO_EXECUTOR_LAW(lane_sums, R"(perfdojo 1 lane_sums
size M
size N
argument s f32 [M]
argument A f32 [M, N]
registers t f32 [2, 16] in i
i M
| u 2 unrolled
| | v 16 vector
| | | t[u, v] = 0
| j0 N/32
| | j1 2 bound (N - 32*j0)/16 unrolled
| | | j2 16 bound N - 32*j0 - 16*j1 vector
| | | | t[j1, j2] += A[i, 32*j0+16*j1+j2]
| w 2 unrolled
| | l 16 vector
| | | s[i] += t[w, l]
)")
