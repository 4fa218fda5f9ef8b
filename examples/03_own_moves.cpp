// SPDX-License-Identifier: Apache-2.0
// A transformation (my_moves.hpp) and a composed step (my_steps.hpp) of one's own, in schedules beside those of the library.
#include "my_kernel.hpp"
#include "my_moves.hpp"
#include "my_steps.hpp"

#include <perfdojo/exec/explain.hpp>
#include <perfdojo/exec/run.hpp>
#include <perfdojo/schedule/strict.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace pd = perfdojo;

/// y[i] = the sum of 64 products each.
struct short_rows {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j", 64> j{};
  static constexpr lang::tensor<"A", float, "M", 64> A{};
  static constexpr lang::tensor<"x", float, 64> x{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr auto math = (y(i) = sum(j, A(i, j) * x(j)));
};

using backwards = pd::schedule<run_backwards<"j">, pd::split<"j", 16>, pd::vectorize<"j1">>;
static_assert(pd::is_legal<short_rows, backwards>);
// The order of a sum changes: under policy strict that is refused, as for the library's own moves.
static_assert(!pd::is_legal<short_rows, pd::strict<pd::schedule<run_backwards<"j">>>>);
using in_rows = pd::schedule<vector_rows<"i", "j", 16>>;
static_assert(pd::is_legal<my_kernel, in_rows>);

// Below i stands the scope j, so that i is no vector: the message names the step and the move.
using too_bold = pd::schedule<vector_rows<"j", "i", 16>>;
static_assert(!pd::is_legal<my_kernel, too_bold>);
// The extent of i is known at run time only.
using unknown_end = pd::schedule<run_backwards<"i">>;
static_assert(!pd::is_legal<short_rows, unknown_end>);

int main() {
  const int rows = 37, columns = 64;
  std::vector<float> a(std::size_t(rows) * columns), x(columns), y(rows), z(rows);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(static_cast<int>(i * 7 % 31) - 15);
  for (std::size_t j = 0; j < x.size(); ++j) x[j] = static_cast<float>(static_cast<int>(j * 5 % 17) - 8);
  const auto A = pd::row_major(a.data(), rows, columns);
  pd::run<short_rows, backwards>(pd::vector(y.data(), rows), A, pd::vector(x.data(), columns));
  pd::run<my_kernel, in_rows>(pd::vector(z.data(), rows), A, pd::vector(x.data(), columns));

  int wrong = 0;
  for (int i = 0; i < rows; ++i) {
    float products = 0, positive = 0;  // whole numbers: exact in every order
    for (int j = 0; j < columns; ++j) {
      const float product = a[std::size_t(i) * columns + std::size_t(j)] * x[std::size_t(j)];
      products += product;
      positive += product > 0 ? product : 0;
    }
    wrong += y[std::size_t(i)] != products || z[std::size_t(i)] != positive ? 1 : 0;
  }
  std::printf("own moves, %d x %d: %s\n\n", rows, columns, wrong == 0 ? "right" : "WRONG");

  std::fflush(stdout);
  pd::explain<my_kernel, too_bold>();
  std::fputs("\n", stderr);
  pd::explain<short_rows, unknown_end>();
  return wrong == 0 ? 0 : 1;
}
