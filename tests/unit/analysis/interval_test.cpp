// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/analysis/interval.hpp>
#include <perfdojo/ir/parse.hpp>

#include "support/check_both.hpp"

namespace pd = perfdojo;
namespace analysis = perfdojo::analysis;
using analysis::infinite;
using analysis::interval;

TEST_CASE("interval: sums and products of bounds") {
  CHECK_BOTH(3 * interval{-1, 4} == interval{-3, 12});
  CHECK_BOTH(-3 * interval{-1, 4} == interval{-12, 3});
  CHECK_BOTH(interval{-1, 4} + interval{10, 20} == interval{9, 24});
  CHECK_BOTH(intersect(interval{0, 5}, interval{3, 9}) == interval{3, 5});
  CHECK_BOTH(intersect(interval{0, 2}, interval{3, 9}).empty());
}

TEST_CASE("interval: large bounds saturate instead of wrapping") {
  CHECK_BOTH((pd::ir::unbounded << 10) * interval{-(pd::index_t(1) << 40), pd::index_t(1) << 40} ==
             interval{-infinite, infinite});
  CHECK_BOTH(interval{0, infinite} + interval{5, 5} == interval{5, infinite});
  CHECK_BOTH(interval{-infinite, 0} + interval{5, 5} == interval{-infinite, 5});
  CHECK_BOTH(analysis::floor_div(-7, 2) == -4);
  CHECK_BOTH(analysis::floor_div(7, 2) == 3);
  CHECK_BOTH(analysis::floor_div(-8, 2) == -4);
}

TEST_CASE("interval: indices stay below the cap, and below a constant size") {
  constexpr pd::ir::program q = pd::ir::parse(R"(perfdojo 1
size M
size N = 20
argument y f32 [100]
i 6 bound M
| j N/8
| | k 8 bound N - 8*j
| | | c 4 bound M cases
| | | | y[6*i-k+50] = 0
l M
| y[l] = 0
)")
                                    .value;
  CHECK_BOTH(analysis::index_range(q, q.find("i")) == interval{0, 5});
  CHECK_BOTH(analysis::index_range(q, q.find("j")) == interval{0, 2});
  CHECK_BOTH(analysis::index_range(q, q.find("k")) == interval{0, 7});
  CHECK_BOTH(analysis::index_range(q, q.find("c")) == interval{0, 0});
  CHECK_BOTH(analysis::index_range(q, q.find("l")) == interval{0, pd::ir::unbounded - 1});
  CHECK_BOTH(analysis::range_of(q, q.accesses[0].index[0]) == interval{43, 80});
}
