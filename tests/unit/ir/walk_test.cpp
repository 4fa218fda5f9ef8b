// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/ir/walk.hpp>

#include "support/check_both.hpp"
#include "support/sample_programs.hpp"

namespace ir = perfdojo::ir;

namespace {

// i0 { i1 { C = 0; k { C += } } }, then a second nest: nodes 0 1 2 3 4 and 5 6.
constexpr ir::program p = ir::parse(R"(perfdojo 1 walk
size M
argument C f32 [M, M]
argument A f32 [M]
i M
| j M
| | C[i, j] = 0
| | k M
| | | C[i, j] += A[k]*A[j]
i_b M
| A[i_b] = C[i_b, i_b]
)")
                              .value;

constexpr int reads_below(ir::node_id n, int buffer) {
  int count = 0;
  ir::for_each_in(p, n, [&](ir::node_id m) {
    ir::for_each_access(
        p, m, [&](std::int16_t a, bool is_write) { count += !is_write && p.accesses[a].buffer == buffer; });
  });
  return count;
}

}  // namespace

TEST_CASE("walk: ancestors and depth") {
  CHECK_BOTH(ir::depth(p, 0) == 0);
  CHECK_BOTH(ir::depth(p, 4) == 3);
  CHECK_BOTH(ir::ancestors(p, 4).scopes.size() == 3);
  CHECK_BOTH(ir::ancestors(p, 4).scopes[0] == 0);
  CHECK_BOTH(ir::is_within(p, 4, 1));
  CHECK_BOTH(!ir::is_within(p, 6, 0));
  CHECK_BOTH(ir::is_within(p, 6, ir::none));
}

TEST_CASE("walk: common ancestors and order") {
  CHECK_BOTH(ir::common_ancestor(p, 2, 4) == 1);
  CHECK_BOTH(ir::common_ancestor(p, 2, 6) == ir::none);
  CHECK_BOTH(ir::child_towards(p, 4, 1) == 3);
  CHECK_BOTH(ir::stands_before(p, 2, 4));
  CHECK_BOTH(!ir::stands_before(p, 4, 2));
  CHECK_BOTH(ir::stands_before(p, 4, 6));
}

TEST_CASE("walk: an update reads its destination; loads are reads") {
  CHECK_BOTH(ir::child_count(p, 1) == 2);
  CHECK_BOTH(reads_below(4, 0) == 1);
  CHECK_BOTH(reads_below(0, 1) == 2);
  CHECK_BOTH(reads_below(2, 0) == 0);
}
