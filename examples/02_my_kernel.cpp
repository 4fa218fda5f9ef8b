// SPDX-License-Identifier: Apache-2.0
// A kernel of one's own (my_kernel.hpp) with a schedule written by hand, and what a wrong schedule says.
#include "my_kernel.hpp"

#include <perfdojo/exec/explain.hpp>
#include <perfdojo/exec/run.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace pd = perfdojo;

// Sixteen columns at once; rows in parallel where an executor with threads is given. N may have any value: guard.
using by_hand = pd::schedule<pd::split<"j", 16, pd::tail::guard>, pd::vectorize<"j1">, pd::parallelize<"i">>;
static_assert(pd::is_legal<my_kernel, by_hand>);

// The sum over j stays in one element of y, so that j cannot be shared among threads. run<my_kernel, too_bold>(...) would be
// a compile error that says so; explain() says it at length.
using too_bold = pd::schedule<pd::parallelize<"j">>;
static_assert(!pd::is_legal<my_kernel, too_bold>);

int main() {
  const int rows = 203, columns = 317;
  std::vector<float> a(std::size_t(rows) * columns), x(columns), y(rows);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = 0.125f * static_cast<float>(static_cast<int>(i * 7 % 31) - 15);
  for (std::size_t j = 0; j < x.size(); ++j)
    x[j] = 0.25f * static_cast<float>(static_cast<int>(j * 5 % 17) - 8);

  // Arguments in the order in which the mathematics names them.
  pd::run<my_kernel, by_hand>(pd::vector(y.data(), rows), pd::row_major(a.data(), rows, columns),
                              pd::vector(x.data(), columns));

  int wrong = 0;
  for (int i = 0; i < rows; ++i) {
    double want = 0, terms = 0;
    for (int j = 0; j < columns; ++j) {
      const double product = double(a[std::size_t(i) * columns + std::size_t(j)]) * double(x[std::size_t(j)]);
      want += product > 0 ? product : 0;
      terms += std::abs(product);
    }
    if (!(std::abs(double(y[std::size_t(i)]) - want) <= 1e-6 * terms)) ++wrong;
  }
  std::printf("my_kernel, %d x %d: %s\n\n", rows, columns, wrong == 0 ? "right" : "WRONG");

  std::fflush(stdout);
  pd::explain<my_kernel, by_hand>();
  std::fputs("\n", stderr);
  pd::explain<my_kernel, too_bold>();
  return wrong == 0 ? 0 : 1;
}
