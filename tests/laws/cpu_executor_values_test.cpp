// SPDX-License-Identifier: Apache-2.0
// law: the CPU executor does what the reference interpreter does. Here: types, conversions, functions, selects, index values.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/executed.hpp"

PERFDOJO_EXECUTOR_LAW(mixed_widths, R"(perfdojo 1
size M
argument y f64 [M]
argument z f32 [M]
argument x f32 [M]
argument n i64 [M]
i0 M/16
| i1 16 bound M - 16*i0 vector
| | y[16*i0+i1] = f64(x[16*i0+i1])*0.1 + f64(n[16*i0+i1])
| | z[16*i0+i1] = f32(y[16*i0+i1]) + f32(i0)
)")

PERFDOJO_EXECUTOR_LAW(same_width_conversions, R"(perfdojo 1
size M
argument y f32 [M]
argument n i32 [M]
argument x f32 [M]
i0 M/16
| i1 16 bound M - 16*i0 vector
| | n[16*i0+i1] = i32(x[16*i0+i1]*1.5)
| | y[16*i0+i1] = f32(n[16*i0+i1]*3) + x[16*i0+i1]
)")

PERFDOJO_EXECUTOR_LAW(long_conversions, R"(perfdojo 1
size M
argument y f64 [M]
argument n i64 [M]
argument x f64 [M]
i0 M/8
| i1 8 bound M - 8*i0 vector
| | n[8*i0+i1] = i64(x[8*i0+i1]*2.5)
| | y[8*i0+i1] = f64(n[8*i0+i1])
)")

PERFDOJO_EXECUTOR_LAW(index_values, R"(perfdojo 1
size M
argument y f32 [M]
argument n i64 [M]
argument x f32 [M]
i0 M/16
| i1 16 bound M - 16*i0 vector
| | y[16*i0+i1] = f32(index(16*i0+i1))*x[16*i0+i1]
| | n[16*i0+i1] = index(3*i0+2) - n[16*i0+i1]
i2 M/4
| i3 4 bound M - 4*i2 unrolled
| | y[4*i2+i3] += f32(index(4*i2+i3+1))
)")

PERFDOJO_EXECUTOR_LAW(functions_of_f32, R"(perfdojo 1
size M
argument y f32 [M, 5]
argument x f32 [M]
i0 M/16
| i1 16 bound M - 16*i0 vector
| | y[16*i0+i1, 0] = exp(x[16*i0+i1]) - log(abs(x[16*i0+i1]) + 1) + sqrt(abs(x[16*i0+i1]))
| | y[16*i0+i1, 1] = rsqrt(1 + x[16*i0+i1]*x[16*i0+i1])*tanh(x[16*i0+i1])/(2 + erf(-x[16*i0+i1]))
| | y[16*i0+i1, 2] = max(log(x[16*i0+i1]), 0) + min(x[16*i0+i1], 1)
| | y[16*i0+i1, 3] = max_number(log(x[16*i0+i1]), 0) + min_number(1, x[16*i0+i1])
| | y[16*i0+i1, 4] = fma(x[16*i0+i1], 3, 0.1) - x[16*i0+i1]*0.1
)")

PERFDOJO_EXECUTOR_LAW(functions_of_f64, R"(perfdojo 1
size M
argument y f64 [M, 5]
argument x f64 [M]
i0 M/16
| i1 16 bound M - 16*i0 vector
| | y[16*i0+i1, 0] = exp(x[16*i0+i1]) - log(abs(x[16*i0+i1]) + 1) + sqrt(abs(x[16*i0+i1]))
| | y[16*i0+i1, 1] = rsqrt(1 + x[16*i0+i1]*x[16*i0+i1])*tanh(x[16*i0+i1])/(2 + erf(-x[16*i0+i1]))
| | y[16*i0+i1, 2] = max(0.5, log(x[16*i0+i1])) + min(1, x[16*i0+i1])
| | y[16*i0+i1, 3] = max(x[16*i0+i1], x[16*i0+i1]/0)
| | y[16*i0+i1, 4] = 1 - x[16*i0+i1]*0.1
)")

PERFDOJO_EXECUTOR_LAW(integer_arithmetic, R"(perfdojo 1
size M
argument y i32 [M, 4]
argument z i64 [M]
argument x i32 [M]
argument w i64 [M]
i0 M/16
| i1 16 bound M - 16*i0 vector
| | y[16*i0+i1, 0] = x[16*i0+i1]*2147483647 + 2147483647
| | y[16*i0+i1, 1] = -x[16*i0+i1] - abs(x[16*i0+i1])
| | y[16*i0+i1, 2] = 17/x[16*i0+i1]
| | y[16*i0+i1, 3] = fma(x[16*i0+i1], x[16*i0+i1], 5)
i2 M/16
| i3 16 bound M - 16*i2 vector
| | z[16*i2+i3] = max(w[16*i2+i3], 1)*1000000007*1000000007*1000000007 + i64(7)/w[16*i2+i3]
)")

PERFDOJO_EXECUTOR_LAW(selects, R"(perfdojo 1
size M
argument y f32 [M, 4]
argument n i32 [M]
argument x f32 [M]
argument a f32 []
i0 M/16
| i1 16 bound M - 16*i0 vector
| | y[16*i0+i1, 0] = select(x[16*i0+i1] > 0, x[16*i0+i1], -2*x[16*i0+i1])
| | y[16*i0+i1, 1] = select(a[] > 0, x[16*i0+i1], select(x[16*i0+i1] != 1, 0, 9))
| | y[16*i0+i1, 2] = select(n[16*i0+i1] >= 1, select(a[] == 0, 5, x[16*i0+i1]), a[])
| | y[16*i0+i1, 3] = select(a[] < 1, 1, 2) + select(a[] < 1, x[16*i0+i1], 3)
| | n[16*i0+i1] = select(x[16*i0+i1] < a[], n[16*i0+i1], 7)
)")

PERFDOJO_EXECUTOR_LAW(selects_of_mixed_widths, R"(perfdojo 1
size M
argument y f64 [M]
argument x f32 [M]
argument z f64 [M]
i0 M/8
| i1 8 bound M - 8*i0 vector
| | y[8*i0+i1] = select(x[8*i0+i1] > 0, z[8*i0+i1], 1)
)")

PERFDOJO_EXECUTOR_LAW(select_that_guards_a_load, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
i0 M/16
| i1 16 bound M - 16*i0 vector
| | y[16*i0+i1] = select(index(16*i0+i1) > 0, x[16*i0+i1-1], 0)
)")
