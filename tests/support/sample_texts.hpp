// SPDX-License-Identifier: Apache-2.0
// The texts of the sample programs: mathematics as it lowers, and every construct of the text form. More are in sample_texts_for_moves.hpp.
#pragma once

#include <string_view>

namespace samples {

inline constexpr std::string_view texts[] = {
    R"(perfdojo 1 scale_constant
argument y f32 [30]
argument x f32 [30]
i 30
| y[i] = 2*x[i]
)",
    R"(perfdojo 1 scale
size M
argument y f32 [M]
argument x f32 [M]
i M
| y[i] = 2*x[i]
)",
    R"(perfdojo 1 relu
size M
argument y f32 [M]
argument x f32 [M]
argument a f32 []
i M
| y[i] = max(x[i]*a[] + 0.5, 0)
)",
    R"(perfdojo 1 matmul
size M
size N
size K
argument C f32 [M, N]
argument A f32 [M, K]
argument B f32 [K, N]
i M
| j N
| | C[i, j] = 0
| | k K
| | | C[i, j] += A[i, k]*B[k, j]
)",
    R"(perfdojo 1 matmul_constant
argument C f64 [6, 8]
argument A f64 [6, 12]
argument B f64 [12, 8]
i_b 6
| j_b 8
| | C[i_b, j_b] = 0
i 6
| j 8
| | k 12
| | | C[i, j] += A[i, k]*B[k, j]
)",
    R"(perfdojo 1 matmul_blocked
size M
size N
size K
argument C f32 [M, N]
argument A f32 [M, K]
argument B f32 [K, N]
stack P f32 [4, 8] in k0
registers T f32 [3, 8] in i0
j0 N/8
| k0 K/4 at least 1
| | kp 4 bound K - 4*k0 beyond zero
| | | jp 8 bound N - 8*j0 beyond zero
| | | | P[kp, jp] = B[4*k0+kp, 8*j0+jp]
| | i0 M/3 parallel
| | | ia 3 unrolled
| | | | ja 8 vector
| | | | | T[ia, ja] = 0
| | | k1 4 bound K - 4*k0
| | | | i1 3 bound M - 3*i0 unrolled
| | | | | j1 8 vector
| | | | | | T[i1, j1] += A[3*i0+i1, 4*k0+k1]*P[k1, j1]
| | | ic 3 bound M - 3*i0 unrolled
| | | | jc 8 bound N - 8*j0 vector
| | | | | C[3*i0+ic, 8*j0+jc] = T[ic, jc] if first(k0)
| | | | | C[3*i0+ic, 8*j0+jc] += T[ic, jc] if later(k0)
)",
    R"(perfdojo 1 softmax
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
heap m f32 [M]
heap s f32 [M]
heap e f32 [M, N]
i M
| m[i] = -inf
| j N
| | m[i] max= x[i, j]
i_b M
| j_b N
| | e[i_b, j_b] = exp(x[i_b, j_b] - m[i_b])
i_c M
| s[i_c] = 0
| j_c N
| | s[i_c] += e[i_c, j_c]
i_d M
| j_d N
| | y[i_d, j_d] = e[i_d, j_d]/s[i_d]
)",
    R"(perfdojo 1 prefix_sum
size M
argument y i32 [M]
argument x i32 [M]
i M
| y[i] = x[i] if first(i)
| y[i] = y[i-1] + x[i] if later(i)
)",
    R"(perfdojo 1 convolution
argument y f32 [4, 14]
argument x f32 [16]
argument w f32 [4, 3]
c 4
| i 14
| | y[c, i] = 0
| | k 3
| | | y[c, i] += x[i+k]*w[c, k]
)",
    R"(perfdojo 1 transposed_copy
size M
size N
argument y f32 [N, M]
argument x f32 [M, N]
i M
| j N
| | y[j, i] = x[i, j]
)",
    R"(perfdojo 1 guarded
size M
argument y f32 [M]
argument x f32 [M]
i0 M/6
| i1 6 bound M - 6*i0
| | y[6*i0+i1] = 2*x[6*i0+i1]
)",
    R"(perfdojo 1 temporaries
size M
size N
argument y f64 [M, N]
argument x f64 [M, N]
heap s f64 [M, N]
heap t f64 [M/4*4, N reused] in j
i M
| j N
| | t[i, j] = x[i, j] + 1
| | s[i, j] = t[i, j]*t[i, j]
| | y[i, j] = s[i, j] - t[i, j]
)",
    R"(perfdojo 1 reductions
size M
argument total i64 [7]
argument x i64 [M]
argument f f32 [2]
argument z f32 [M]
total[0] = 0
total[1] = 1
total[2] = -100
total[3] = 100
f[0] = -inf
f[1] = inf
i M
| total[0] += x[i]
| total[1] *= x[i]
| total[2] max= x[i]
| total[3] min= x[i]
| f[0] max_number= z[i]
| f[1] min_number= z[i]
| prefetch total[6]
)",
    R"(perfdojo 1 streamed
size M
argument y f32 [M]
argument z f32 [M]
argument x f32 [M]
i0 M/16 parallel
| i1 16 bound M - 16*i0 vector
| | y[16*i0+i1] = 2*x[16*i0+i1] streamed
| | z[16*i0+i1] = x[16*i0+i1] + 1
)",
    R"(perfdojo 1 cases_of_size
size M
argument y f32 [M]
argument x f32 [M]
i0 M/4
| c 4 bound M - 4*i0 cases
| | i1 4 count(c) unrolled
| | | y[4*i0+i1] = x[4*i0+i1]
)",
    R"(perfdojo 1 full_and_ragged
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [6] in w
i0 M/6
| w 1 bound M - 6*i0 - 5
| | i1 6
| | | t[i1] = x[6*i0+i1] + 1
| | i2 6
| | | y[6*i0+i2] = 2*t[i2]
| u 1 unless M - 6*i0 - 5
| | i3 6 bound M - 6*i0
| | | y[6*i0+i3] = 2*x[6*i0+i3] + 2
)",
    R"(perfdojo 1 functions
size M
argument y f64 [M, 4]
argument x f64 [M]
argument n i32 [M]
i M
| y[i, 0] = exp(x[i]) - log(abs(x[i]) + 1) + sqrt(abs(x[i]))
| y[i, 1] = rsqrt(1 + x[i]*x[i])*tanh(x[i])/(2 + erf(-x[i]))
| y[i, 2] = select(x[i] <= 0.25, fma(x[i], x[i], 0.1), min(x[i], min_number(x[i], 3)))
| y[i, 3] = f64(i) + f64(n[i]) + f64(index(2*i+1)*3) + select(n[i] == 2, 1, max_number(x[i], 0))
| n[i] = i32(x[i]) + i
)",
    R"(perfdojo 1 stencil
argument y f32 [20]
t 3
| i 18
| | y[i+1] = (y[i] + y[i+1] + y[i+2])/3
)",
};

}  // namespace samples
