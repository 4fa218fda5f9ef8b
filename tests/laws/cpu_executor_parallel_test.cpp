// SPDX-License-Identifier: Apache-2.0
// law: the CPU executor does what the reference interpreter does. Here: parallel scopes, and private buffers around and in them.
#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 does not see that a guard which leaves out the first use of a register leaves out the second as well.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/executed.hpp"

namespace {
perfdojo::thread_pool pool(3);
}

#define PERFDOJO_PARALLEL_LAW(name, ...)    \
  PERFDOJO_TEST_PROGRAM(name, __VA_ARGS__); \
  TEST_CASE("cpu: " #name) {                \
    CHECK(support::executed<name>(pool));   \
    CHECK(support::executed<name>());       \
  }

PERFDOJO_PARALLEL_LAW(buffers_in_and_around_a_parallel_scope, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
argument w f32 [N]
heap shared f32 [N]
heap own f32 [N] in i
stack small f32 [4] in j0
j N
| shared[j] = w[j] + 1
i M parallel
| k N
| | own[k] = x[i, k]*shared[k]
| j0 N/4
| | a 4 bound N - 4*j0
| | | small[a] = own[4*j0+a] + 1
| | b 4 bound N - 4*j0
| | | y[i, 4*j0+b] = small[b]
)")

PERFDOJO_PARALLEL_LAW(streamed_results, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument z f64 [N]
argument x f32 [M, N]
heap t f32 [48] in j0
i M parallel
| j0 N/48
| | j1 3 unrolled
| | | l 16 bound N - 16*j1 - 48*j0 vector
| | | | t[16*j1+l] = x[i, 48*j0+16*j1+l] streamed
| | j2 3 unrolled
| | | m 16 bound N - 16*j2 - 48*j0 vector
| | | | y[i, 48*j0+16*j2+m] = t[16*j2+m] + 1 streamed
k0 N/8
| k1 8 bound N - 8*k0 vector
| | z[8*k0+k1] = 2 streamed
)")

PERFDOJO_PARALLEL_LAW(parallel_iterations_of_a_case, R"(perfdojo 1
size M
argument x f32 [M]
i0 M/4
| i1c 4 bound M - 4*i0 cases
| | i1 4 count(i1c) parallel
| | | x[4*i0+i1] += x[4*i0+i1]
)")

PERFDOJO_PARALLEL_LAW(parallel_below_parallel, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
heap s f32 [N] in i
heap t f32 [16] in j
i M parallel
| k N parallel
| | s[k] = x[i, k] + 1
| j N parallel
| | l 16
| | | t[l] = s[j]*2
| | y[i, j] = t[3]
)")

PERFDOJO_PARALLEL_LAW(parallel_blocks_with_tails, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
i0 M/3 parallel
| j0 N/16
| | i1 3 bound M - 3*i0 unrolled
| | | j1 16 bound N - 16*j0 vector
| | | | y[3*i0+i1, 16*j0+j1] = x[3*i0+i1, 16*j0+j1] + y[3*i0+i1, 16*j0+j1]
)")

PERFDOJO_PARALLEL_LAW(parallel_zero_scope, R"(perfdojo 1
size M
size N
argument y f32 [12, N]
argument x f32 [M, N]
heap t f32 [12, N]
i 12 bound M parallel beyond zero
| j N
| | t[i, j] = x[i, j]*3
k 12
| l N
| | y[k, l] = t[k, l]
)")

PERFDOJO_PARALLEL_LAW(parallel_under_a_condition, R"(perfdojo 1
size M
size K
argument y f32 [M]
argument x f32 [K, M]
k K
| i M parallel if first(k)
| | y[i] = x[k, i]
| j M parallel if later(k)
| | y[j] += x[k, j]
)")

PERFDOJO_PARALLEL_LAW(parallel_in_cases, R"(perfdojo 1
size M
size N
argument y f32 [M, N]
argument x f32 [M, N]
registers t f32 [3] in j
i0 M/3
| c 3 bound M - 3*i0 cases
| | j N parallel
| | | i1 3 count(c) unrolled
| | | | t[i1] = x[3*i0+i1, j]
| | | i2 3 count(c) unrolled
| | | | y[3*i0+i2, j] = t[i2] + 1
)")

// Two scopes whose iterations are one range; in the second nest a buffer lives between them, so that they are two ranges.
PERFDOJO_PARALLEL_LAW(two_dimensions, R"(perfdojo 1 two_dimensions
size M
size N
argument y f32 [M, N]
argument z f32 [M]
argument x f32 [M, N]
heap t f32 [16] in j0
heap u f32 [N] in k
i0 M/3 parallel grain 2
| j0 N/16 parallel
| | i1 3 bound M - 3*i0
| | | j1 16 bound N - 16*j0 vector
| | | | t[j1] = x[3*i0+i1, 16*j0+j1]*2
| | | j1_b 16 bound N - 16*j0 vector
| | | | y[3*i0+i1, 16*j0+j1_b] = t[j1_b] + 1
k M parallel
| l N parallel
| | u[l] = x[k, l]
| m N
| | z[k] += u[m]
)")

PERFDOJO_PARALLEL_LAW(fixed_parts, R"(perfdojo 1 fixed_parts
size M
size N
argument y f32 [M, N]
argument z f32 [N]
argument x f32 [M, N]
registers t f32 [4, 16] in j0
i0 M/4 parallel grain 3 fixed
| j0 N/16 parallel
| | i1 4 bound M - 4*i0 unrolled
| | | j1 16 bound N - 16*j0 vector
| | | | t[i1, j1] = x[4*i0+i1, 16*j0+j1]
| | i1_b 4 bound M - 4*i0 unrolled
| | | j1_b 16 bound N - 16*j0 vector
| | | | y[4*i0+i1_b, 16*j0+j1_b] = t[i1_b, j1_b] + 1
k N parallel fixed
| z[k] = 2
)")
