// SPDX-License-Identifier: Apache-2.0
// softmax_row_blocks: softmax of several rows at once, for every small number of rows and columns, between forbidden pages.
#include <perfdojo/exec/run.hpp>
#include <perfdojo/kernels/softmax_kernel.hpp>

#include "support/guard_pages.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace pd = perfdojo;
using pd::index_t;

namespace {

template <class Step>
void check_blocks(index_t most_rows, index_t most_columns) {
  const support::guarded_memory in(65536), out(65536);
  for (index_t rows = 0; rows <= most_rows; ++rows)
    for (index_t n = 0; n <= most_columns; ++n) {
      float* const x = reinterpret_cast<float*>(in.end()) - rows * n;
      float* const y = reinterpret_cast<float*>(out.end()) - rows * n;
      for (index_t i = 0; i < rows * n; ++i) {
        x[i] = static_cast<float>(i * 7 % 41) - 20.f;
        y[i] = -1;
      }
      pd::run<pd::softmax_kernel<float>, pd::schedule<Step>>(pd::row_major(x, rows, n),
                                                             pd::row_major(y, rows, n));
      index_t wrong = 0;
      for (index_t r = 0; r < rows; ++r) {
        double sum = 0;
        for (index_t j = 0; j < n; ++j) sum += std::exp(static_cast<double>(x[r * n + j]));
        for (index_t j = 0; j < n; ++j) {
          const double expected = std::exp(static_cast<double>(x[r * n + j])) / sum;
          wrong += !(std::fabs(y[r * n + j] - expected) <= 2e-6 * expected);
        }
      }
      CAPTURE(rows);
      CAPTURE(n);
      REQUIRE(wrong == 0);
    }
}

}  // namespace

TEST_CASE("softmax_row_blocks: blocks of two and of three rows, the last ones not full") {
  check_blocks<pd::softmax_row_blocks<16, 2, 2>>(5, 70);
  check_blocks<pd::softmax_row_blocks<8, 1, 3, 2>>(7, 40);
}

TEST_CASE(
    "softmax_row_blocks: accumulators are in registers, the exponentials of a block in one row buffer each") {
  const pd::ir::program& p = pd::scheduled<pd::lang::program_of<pd::softmax_kernel<float>>,
                                           pd::schedule<pd::softmax_row_blocks<16, 2, 2>>>::value;
  for (const pd::ir::buffer& b : p.buffers) {
    if (!b.is_private()) continue;
    CAPTURE(pd::name_text(b.label).view());
    CHECK((b.where == pd::ir::place::registers) == !(b.label == pd::name("e")));
    CHECK(b.dimensions[0].cap == 2);
  }
}
