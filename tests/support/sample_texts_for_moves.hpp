// SPDX-License-Identifier: Apache-2.0
// The texts of sample programs in which particular moves are legal.
#pragma once

#include <string_view>

namespace samples {

inline constexpr std::string_view texts_for_moves[] = {
    R"(perfdojo 1 siblings
size M
argument a i32 [M]
argument b i32 [M]
argument c i32 [M]
i M
| a[i] = b[i] + 1
i_b M
| c[i_b] = a[i_b]*2
| b[i_b] = c[i_b]
)",
    R"(perfdojo 1 row_sums
size M
size N
argument s f32 [M]
argument A f32 [M, N]
i M
| s[i] = 0
| j0 N/8
| | j1 8 bound N - 8*j0
| | | s[i] += A[i, 8*j0+j1]
)",
    R"(perfdojo 1 first_block
argument y f32 [6]
argument A f32 [6, 5]
registers t f32 [] in k
i 6
| k 5
| | t[] = y[i]
| | t[] = 0 if first(k)
| | t[] += A[i, k]
| | y[i] = t[]
)",
    R"(perfdojo 1 padded_rows
size M
size K
argument y f32 [M]
argument A f32 [M, K]
argument x f32 [K]
heap P f32 [6, K] in i0
registers t f32 [6] in i0
i0 M/6
| z 6 bound M - 6*i0 beyond zero
| | k_b K
| | | P[z, k_b] = A[6*i0+z, k_b]
| i3 6
| | t[i3] = 0
| k K
| | i1 6 bound M - 6*i0
| | | t[i1] += P[i1, k]*x[k]
| i2 6 bound M - 6*i0
| | y[6*i0+i2] = t[i2]
)",
    R"(perfdojo 1 product_u8_i8
size M
argument C i32 [M, 16]
argument A u8 [M, 8]
argument B i8 [2, 64]
i M
| k0 2
| | l 16
| | | k1 4
| | | | C[i, l] += i32(A[i, 4*k0+k1])*i32(B[k0, 4*l+k1])
)",
    R"(perfdojo 1 product_bf16
size M
argument C f32 [M, 16]
argument h bf16 [M]
argument A bf16 [M, 6]
argument B bf16 [3, 32]
i M
| k0 3
| | l 16
| | | k1 2
| | | | C[i, l] += f32(A[i, 2*k0+k1])*f32(B[k0, 2*l+k1])
| h[i] = bf16(C[i, 0]*0.5)
)",
    R"(perfdojo 1 scaled_sums
size M
size N
argument y f32 [M, 2]
argument x f32 [M, N]
argument v f32 [N, 2]
heap m f32 [M]
i M
| m[i] = -inf
| c 2
| | y[i, c] = 0
| j N
| | m[i] max= x[i, j]
| k N
| | d 2
| | | y[i, d] += exp(x[i, k] - m[i])*v[k, d]
)",
    R"(perfdojo 1 variances
size M
size N
argument v f32 [M]
argument x f32 [M, N]
argument r f32 []
heap t f32 [M]
i M
| t[i] = 0
| j0 N/4
| | j1 4 bound N - 4*j0
| | | t[i] += x[i, 4*j0+j1]
| v[i] = 1
| k0 N/4
| | k1 4 bound N - 4*k0
| | | v[i] += (x[i, 4*k0+k1] - r[]*t[i])*(x[i, 4*k0+k1] - r[]*t[i])
)",
    R"(perfdojo 1 readers
size M
argument x f32 [M]
argument y f32 [M]
argument z f32 [M]
heap t f32 [M]
heap u f32 [M]
i M
| t[i] = 2*x[i]
j M
| y[j] = t[j]
k M
| x[k] = y[k] + 1
l M
| u[l] = x[l]
m M
| u[m] += t[m]
n M
| z[n] = u[n]
o M
| y[o] += u[o]*t[o]
)",
    R"(perfdojo 1 repeated
size M
size N
argument y f32 [M]
argument z f32 [4]
argument x f32 [N]
argument a f32 []
heap s f32 [] in i
h 2
| i M
| | s[] = 0
| | k N
| | | s[] += x[k]
| | y[i] += s[]
| j 4
| | a[] = a[]*0.5 + z[0]
| | z[j] = a[]
| l 4
| | a[] = z[2]
| | z[l] = a[] + l
| g M
| | a[] = h
| | y[g] *= 2
)",
    R"(perfdojo 1 partial_sums
size M
argument s f32 [M]
argument x f32 [M, 12]
heap t f32 [4] in i
i M
| s[i] = 0
| z 4
| | t[z] = 0
| j0 3
| | j1 4
| | | t[j1] += x[i, 4*j0+j1]
| c 4
| | s[i] += t[c]
)",
    R"(perfdojo 1 exponentials
size M
argument y f64 [M]
argument x f64 [M]
argument a f64 []
i M
| y[i] = exp(x[i])*exp(-a[]) + x[i]/sqrt(a[]*a[] + 1)
)",
};

}  // namespace samples
