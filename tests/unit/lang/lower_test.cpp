// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/lang/lower.hpp>

#include "unit/lang/operands.hpp"

namespace {

// A test case with the names of the operands in scope; inside, ADL finds the functions of lang.
struct lowering : operands {
  static constexpr auto gemm =
      (C(i, j) = select(beta == 0.f, 0.f, beta* C(i, j)) + sum(k, alpha* A(i, k) * B(k, j)));
  static constexpr auto accumulation = (C(i, j) += sum(k, A(i, k) * B(k, j)));
  static constexpr auto sum_first = (C(i, j) = sum(k, A(i, k) * B(k, j)) + beta * C(i, j));
  static constexpr auto two_sums = (s() = sum(i, u(i)) + sum(j, v(j)));
  static constexpr auto product = (s() = prod(j, u(j)));
  static constexpr auto maximum = (s() = max(j, u(j)));
  static constexpr auto lowest_integer = (a() = max_number(j, l(j)));
  static constexpr auto highest_integer = (a() = min(j, l(j)));
  static constexpr auto over_two = (s() = sum(i, j, C(i, j)));
  static constexpr auto of_sum = (s() = sum(i, sum(j, C(i, j))));
  static constexpr auto of_maximum = (s() = max(i, min(j, C(i, j))));
  static constexpr auto copy = (u(i) = v(i));
  static constexpr auto itself = (C(i, j) = C(i, j));
  static constexpr auto constant = (u(i) = 1);
};

}  // namespace

TEST_CASE("lower: gemm sets C to its part with beta and then adds") {
  CHECK_BOTH(nests_of(lowering::gemm).view() == R"(i M
| j N
| | C[i, j] = select(beta[] == 0, 0, beta[]*C[i, j])
| | k K
| | | C[i, j] += alpha[]*A[i, k]*B[k, j]
)");
}

TEST_CASE("lower: += of a sum only accumulates") {
  CHECK_BOTH(nests_of(lowering::accumulation).view() == R"(i M
| j N
| | k K
| | | C[i, j] += A[i, k]*B[k, j]
)");
}

TEST_CASE("lower: a sum added to something comes second, wherever it stands") {
  CHECK_BOTH(nests_of(lowering::sum_first).view() == R"(i M
| j N
| | C[i, j] = beta[]*C[i, j]
| | k K
| | | C[i, j] += A[i, k]*B[k, j]
)");
}

TEST_CASE("lower: a sum of two sums needs no temporary") {
  CHECK_BOTH(nests_of(lowering::two_sums).view() == R"(s[] = 0
i N
| s[] += u[i]
j N
| s[] += v[j]
)");
}

TEST_CASE("lower: each reduction starts with the value that changes nothing") {
  CHECK_BOTH(nests_of(lowering::product).view() == "s[] = 1\nj N\n| s[] *= u[j]\n");
  CHECK_BOTH(nests_of(lowering::maximum).view() == "s[] = -inf\nj N\n| s[] max= u[j]\n");
}

TEST_CASE("lower: the lowest and the highest i64 are computed, since constants end at 2^53") {
  CHECK_BOTH(nests_of(lowering::lowest_integer).view() ==
             "a[] = -4294967296*2147483648\nj N\n| a[] max_number= l[j]\n");
  CHECK_BOTH(nests_of(lowering::highest_integer).view() ==
             "a[] = -1 - -4294967296*2147483648\nj N\n| a[] min= l[j]\n");
}

TEST_CASE("lower: a sum over two indices and a sum of a sum are the same nest") {
  CHECK_BOTH(nests_of(lowering::over_two).view() == "s[] = 0\ni M\n| j N\n| | s[] += C[i, j]\n");
  CHECK_BOTH(pd::ir::program(lang::lower(lowering::of_sum)) == lang::lower(lowering::over_two));
}

TEST_CASE("lower: a reduction of another kind inside a reduction goes through a temporary") {
  CHECK_BOTH(nests_of(lowering::of_maximum).view() == R"(s[] = -inf
i M
| s_r[] = inf
| j N
| | s_r[] min= C[i, j]
| s[] max= s_r[]
)");
}

TEST_CASE("lower: an assignment from an element is a statement, also from the same tensor") {
  CHECK_BOTH(nests_of(lowering::copy).view() == "i N\n| u[i] = v[i]\n");
  CHECK_BOTH(nests_of(lowering::itself).view() == "i M\n| j N\n| | C[i, j] = C[i, j]\n");
  CHECK_BOTH(nests_of(lowering::constant).view() == "i N\n| u[i] = 1\n");
}
