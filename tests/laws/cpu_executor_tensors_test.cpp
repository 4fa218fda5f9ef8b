// SPDX-License-Identifier: Apache-2.0
// Laws of the CPU executor: tensor scopes give what the reference gives, as an instruction or as loops, in memory and in register tiles.
// The operands are small whole numbers, whose products and sums are exact, so that the order of dot2_bf16 does not show.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/executed.hpp"

// With strided last dimensions it is loops.
PERFDOJO_EXECUTOR_LAW(dot4_plain, R"(perfdojo 1 dot4_plain
size M
argument C i32 [M, 16]
argument A u8 [M, 8]
argument B i8 [2, 64]
i M
| k0 2
| | l 16 vector
| | | k1 4 tensor
| | | | C[i, l] += i32(A[i, 4*k0+k1])*i32(B[k0, 4*l+k1])
)")

PERFDOJO_EXECUTOR_LAW(dot2_plain, R"(perfdojo 1 dot2_plain
size M
argument C f32 [M, 16]
argument A bf16 [M, 6]
argument B bf16 [3, 32]
i M
| k0 3
| | l 16 vector
| | | k1 2 tensor
| | | | C[i, l] += f32(B[k0, 2*l+k1])*f32(A[i, 2*k0+k1])
)")

// A packed product: groups in private memory, a tile of 4 x 2 registers, ragged rows and columns.
PERFDOJO_EXECUTOR_LAW(dot4_packed, R"(perfdojo 1 dot4_packed
size M
size N
argument C i32 [M, N]
argument A u8 [M, 12]
argument B i8 [12, N]
heap P i8 [3, 32, 4] in j0
registers t i32 [4, 32] in i0
j0 N/32
| k0 3
| | j1 32 bound N - 32*j0
| | | k1 4
| | | | P[k0, j1, k1] = B[4*k0+k1, 32*j0+j1]
| i0 M/4
| | i1 4 unrolled
| | | j2 2 unrolled
| | | | l 16 vector
| | | | | t[i1, 16*j2+l] = 0
| | k0_b 3
| | | i1_b 4 bound M - 4*i0 unrolled
| | | | j2_b 2 unrolled
| | | | | l_b 16 vector
| | | | | | k1_b 4 tensor
| | | | | | | t[i1_b, 16*j2_b+l_b] += i32(A[4*i0+i1_b, 4*k0_b+k1_b])*i32(P[k0_b, 16*j2_b+l_b, k1_b])
| | i1_c 4 bound M - 4*i0 unrolled
| | | j2_c 32 bound N - 32*j0 vector
| | | | C[4*i0+i1_c, 32*j0+j2_c] = t[i1_c, j2_c]
)")

PERFDOJO_EXECUTOR_LAW(dot2_packed, R"(perfdojo 1 dot2_packed
size M
size K
argument C f32 [M, 16]
argument A bf16 [M, K]
argument B bf16 [K, 16]
heap P bf16 [K/2, 16, 2]
heap Q bf16 [K/2, 2] in i
registers t f32 [16] in i
k_b0 K/2
| k_b1 2 bound K - 2*k_b0 beyond zero
| | l_b 16
| | | P[k_b0, l_b, k_b1] = B[2*k_b0+k_b1, l_b]
i M
| k_c0 K/2
| | k_c1 2 bound K - 2*k_c0 beyond zero
| | | Q[k_c0, k_c1] = A[i, 2*k_c0+k_c1]
| l_c 16 vector
| | t[l_c] = 0
| k0 K/2
| | l 16 vector
| | | k1 2 tensor
| | | | t[l] += f32(Q[k0, k1])*f32(P[k0, l, k1])
| l_d 16 vector
| | C[i, l_d] = t[l_d]
)")

// What fits no instruction, since a later move changed it or since the CPU's registers are others, is loops.
PERFDOJO_EXECUTOR_LAW(no_instruction, R"(perfdojo 1 no_instruction
size M
argument C i32 [M, 12]
argument D i32 [M, 16]
argument A i8 [M, 8]
argument B i8 [8, 16]
i M
| l 12 vector
| | k 4 tensor
| | | C[i, l] += i32(A[i, k])*i32(B[k, l])
| l_b 16 vector
| | k_b 4 tensor
| | | D[i, l_b] = i32(A[i, k_b])
)")
