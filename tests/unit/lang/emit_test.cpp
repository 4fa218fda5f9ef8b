// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/lang/emit.hpp>

#include "unit/lang/operands.hpp"

namespace {

struct emission : operands {
  static constexpr lang::temporary<"m", float, "R"> m{};
  static constexpr lang::temporary<"e", float, "R", "N"> e{};
  static constexpr lang::temporary<"q", float, "R"> q{};
  static constexpr auto softmax = (m(r) = max_number(j, X(r, j)), e(r, j) = exp(X(r, j) - m(r)),
                                   q(r) = sum(j, e(r, j)), Y(r, j) = e(r, j) / q(r));
  static constexpr auto scaled = (C(i, j) = alpha * sum(k, A(i, k) * B(k, j)) + beta * C(i, j));
  static constexpr auto normalized = (Y(r, j) = X(r, j) / sum(k, X(r, k)));
  static constexpr auto of_columns = (Y(r, j) = X(r, j) / sum(k, X(k, j)));
  static constexpr auto outer = (C(i, j) = sum(k, A(i, k)) * sum(k, B(k, j)));
  static constexpr auto softmax_at_once =
      (Y(r, j) = exp(X(r, j) - max(k, X(r, k))) / sum(k, exp(X(r, k) - max(i, X(r, i)))));
  static constexpr auto inside_one_of_two = (s() = sum(i, j, prod(k, A(i, k)) * C(i, j)));
  static constexpr auto reads_itself = (C(i, j) = C(i, j) + sum(k, A(i, k) * C(i, j)));
  static constexpr auto same_index_twice = (s() = sum(j, u(j)) / max(j, u(j)));
  static constexpr auto of_nothing = (C(i, j) = C(i, j) / sum(k, u(k)));
};

}  // namespace

TEST_CASE("emit: each statement gets a nest of its own, and indices used again a suffix") {
  CHECK_BOTH(nests_of(emission::softmax).view() == R"(r R
| m[r] = -inf
| j N
| | m[r] max_number= X[r, j]
r_b R
| j_b N
| | e[r_b, j_b] = exp(X[r_b, j_b] - m[r_b])
r_c R
| q[r_c] = 0
| j_c N
| | q[r_c] += e[r_c, j_c]
r_d R
| j_d N
| | Y[r_d, j_d] = e[r_d, j_d]/q[r_d]
)");
}

TEST_CASE("emit: a reduction inside an expression goes through a temporary") {
  CHECK_BOTH(nests_of(emission::scaled).view() == R"(i M
| j N
| | C_r[i, j] = 0
| | k K
| | | C_r[i, j] += A[i, k]*B[k, j]
| | C[i, j] = alpha[]*C_r[i, j] + beta[]*C[i, j]
)");
}

TEST_CASE(
    "emit: a temporary has the indices of the destination that it depends on, outside the other scopes") {
  CHECK_BOTH(nests_of(emission::normalized).view() == R"(r R
| Y_r[r] = 0
| k N
| | Y_r[r] += X[r, k]
| j N
| | Y[r, j] = X[r, j]/Y_r[r]
)");
}

TEST_CASE("emit: a temporary of an inner index only is computed once, in a nest of its own") {
  CHECK_BOTH(nests_of(emission::of_columns).view() == R"(j N
| Y_r[j] = 0
| k R
| | Y_r[j] += X[k, j]
r R
| j_b N
| | Y[r, j_b] = X[r, j_b]/Y_r[j_b]
)");
  CHECK_BOTH(nests_of(emission::outer).view() == R"(j N
| C_r[j] = 0
| k K
| | C_r[j] += B[k, j]
i M
| C_r_b[i] = 0
| k_b K
| | C_r_b[i] += A[i, k_b]
| j_b N
| | C[i, j_b] = C_r_b[i]*C_r[j_b]
)");
}

TEST_CASE("emit: a reduction within a reduction that does not depend on it comes before it") {
  CHECK_BOTH(nests_of(emission::softmax_at_once).view() == R"(r R
| Y_r[r] = -inf
| k N
| | Y_r[r] max= X[r, k]
| Y_r_b[r] = -inf
| i N
| | Y_r_b[r] max= X[r, i]
| Y_r_c[r] = 0
| k_b N
| | Y_r_c[r] += exp(X[r, k_b] - Y_r_b[r])
| j N
| | Y[r, j] = exp(X[r, j] - Y_r[r])/Y_r_c[r]
)");
}

TEST_CASE("emit: a reduction within a reduction stands outside the scopes that it does not depend on") {
  CHECK_BOTH(nests_of(emission::inside_one_of_two).view() == R"(s[] = 0
i M
| s_r[] = 1
| k K
| | s_r[] *= A[i, k]
| j N
| | s[] += s_r[]*C[i, j]
)");
}

TEST_CASE("emit: terms that read the destination are summed apart from it") {
  CHECK_BOTH(nests_of(emission::reads_itself).view() == R"(i M
| j N
| | C_r[i, j] = 0
| | k K
| | | C_r[i, j] += A[i, k]*C[i, j]
| | C[i, j] = C[i, j] + C_r[i, j]
)");
}

TEST_CASE("emit: two reductions of one statement may use one index") {
  CHECK_BOTH(nests_of(emission::same_index_twice).view() == R"(s_r[] = 0
j N
| s_r[] += u[j]
s_r_b[] = -inf
j_b N
| s_r_b[] max= u[j_b]
s[] = s_r[]/s_r_b[]
)");
}

TEST_CASE("emit: a reduction that depends on no index comes first") {
  CHECK_BOTH(nests_of(emission::of_nothing).view() == R"(C_r[] = 0
k N
| C_r[] += u[k]
i M
| j N
| | C[i, j] = C[i, j]/C_r[]
)");
}

TEST_CASE("emit: arguments and sizes come in order of appearance, temporaries after the arguments") {
  constexpr pd::ir::program p = lang::lower(emission::softmax, "softmax");
  CHECK_BOTH(p.label == pd::name("softmax"));
  CHECK_BOTH(p.symbols.size() == 2 && p.symbols[0].label == pd::name("R") &&
             p.symbols[1].label == pd::name("N"));
  CHECK_BOTH(p.buffers.size() == 5 && p.buffers[0].label == pd::name("X") &&
             p.buffers[1].label == pd::name("Y"));
  CHECK_BOTH(p.buffers[0].where == pd::ir::place::argument && p.buffers[2].where == pd::ir::place::heap);
  CHECK_BOTH(p.buffers[2].label == pd::name("m") && p.buffers[4].label == pd::name("q"));
  CHECK_BOTH(p.buffers[3].dimensions[1].symbol == 1 && p.buffers[3].dimensions[1].cap == pd::ir::unbounded);
}

TEST_CASE("emit: the destination comes first among the arguments, also if the call must give it values") {
  constexpr pd::ir::program p = lang::lower(operands::C(operands::i, operands::j) =
                                                operands::alpha * operands::C(operands::i, operands::j));
  CHECK_BOTH(p.buffers.size() == 2 && p.buffers[0].label == pd::name("C") && p.buffers[1].rank() == 0);
}

TEST_CASE("emit: the temporary of a destination with a long name has a name that fits") {
  constexpr lang::tensor<"a12345678901234", float> long_name{};
  constexpr pd::ir::program p = lang::lower(long_name() = exp(sum(operands::i, operands::u(operands::i))));
  CHECK_BOTH(p.buffers[2].label == pd::name("a123456789012_r"));
}
