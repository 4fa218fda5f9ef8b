// SPDX-License-Identifier: Apache-2.0
#include "tuner/seeds.hpp"

#include <algorithm>

#include <perfdojo/kernels/elementwise_kernels.hpp>
#include <perfdojo/kernels/gemm_kernel.hpp>
#include <perfdojo/kernels/softmax_kernel.hpp>

#include <doctest/doctest.h>

using namespace perfdojo::tuner;
namespace pd = perfdojo;

namespace {

struct counted {
  int legal = 0, streamed = 0;
};

template <class Kernel>
counted count_seeds(const char* built_in) {
  const pd::ir::program start = pd::lang::program_of<Kernel>::value;
  counted c;
  for (const steps& s : seeds_from(start, read_schedule(built_in))) {
    const auto made = replay(start, s);
    if (!made) continue;
    ++c.legal;
    c.streamed +=
        std::any_of(made->nodes.begin(), made->nodes.end(), [](const pd::ir::node& n) { return n.streamed; });
  }
  return c;
}

}  // namespace

TEST_CASE("seeds: passes over memory come with and without streamed results") {
  const counted softmax = count_seeds<pd::softmax_kernel<float>>("schedule<softmax_rows<16, 4, 1>>");
  CHECK(softmax.streamed >= 8);
  CHECK(softmax.legal == 2 * softmax.streamed);
  const counted relu = count_seeds<pd::scale_shift_relu_kernel<float>>("schedule<vector_pass<16, 4, 65536>>");
  CHECK(relu.streamed >= 8);
  CHECK(relu.legal == 2 * relu.streamed);
}

TEST_CASE("seeds: a built-in schedule that streams is among the relatives of the plain one") {
  const pd::ir::program start = pd::lang::program_of<pd::scale_shift_relu_kernel<float>>::value;
  const auto all = seeds_from(start, read_schedule("schedule<vector_pass<16, 4, 65536>>"));
  const steps wanted = read_schedule("schedule<vector_pass<16, 4, 65536>, stream<\"y\", \"i0\">>");
  CHECK(std::find(all.begin(), all.end(), wanted) != all.end());
}

TEST_CASE("seeds: a schedule of moves stands alone") {
  const pd::ir::program start = pd::lang::program_of<pd::scale_shift_relu_kernel<float>>::value;
  const steps by_hand = read_schedule("schedule<split<\"i\", 16, tail::guard>, vectorize<\"i1\">>");
  CHECK(seeds_from(start, by_hand) == std::vector<steps>{by_hand});
}
