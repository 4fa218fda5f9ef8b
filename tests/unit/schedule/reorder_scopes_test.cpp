// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/composed/reorder_scopes.hpp>

#include <perfdojo/schedule/explain.hpp>

#include "support/check_both.hpp"
#include "support/scheduled.hpp"
#include "support/move_pictures.hpp"

#include <string>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;
using support::nests_after;

namespace {

PERFDOJO_TEST_PROGRAM(product, R"(perfdojo 1
argument C f32 [12, 6]
argument A f32 [12, 5]
argument B f32 [5, 6]
i 12
| j 6
| | k 5
| | | C[i, j] += A[i, k]*B[k, j]
)");
PERFDOJO_TEST_PROGRAM(triangle, R"(perfdojo 1
size M
argument y f32 [M, 8, 3]
i M
| j 8 bound M - 2*i
| | k 3
| | | y[i, j, k] = i
)");

// Does a schedule that permutes i, j, k with these moves keep the program's dependences, by the library?
bool is_legal(ir::program p, pd::index_t order) {
  for (const pd::move_record& m :
       pd::reorder_scopes_moves(order, pd::name("i"), pd::name("j"), pd::name("k"))) {
    if (!pd::check(m, p).ok()) return false;
    p = pd::apply(m, p);
  }
  return true;
}

}  // namespace

TEST_CASE("reorder_scopes: any order of a nest in one step") {
  CHECK(nests_after<product, pd::schedule<pd::reorder_scopes<201, "i", "j", "k">>>() ==
        "k 5\n| i 12\n| | j 6\n| | | C[i, j] += A[i, k]*B[k, j]\n");
  CHECK(nests_after<product, pd::schedule<pd::reorder_scopes<210, "i", "j", "k">>>() ==
        "k 5\n| j 6\n| | i 12\n| | | C[i, j] += A[i, k]*B[k, j]\n");
  // 021: the first place stays.
  CHECK(nests_after<product, pd::schedule<pd::reorder_scopes<21, "i", "j", "k">>>() ==
        "i 12\n| k 5\n| | j 6\n| | | C[i, j] += A[i, k]*B[k, j]\n");
  CHECK(nests_after<product, pd::schedule<pd::split<"i", 4>, pd::split<"j", 3>,
                                          pd::reorder_scopes<24013, "i0", "i1", "j0", "j1", "k">>>() ==
        "j0 2\n| k 5\n| | i0 3\n| | | i1 4\n| | | | j1 3\n"
        "| | | | | C[4*i0+i1, 3*j0+j1] += A[4*i0+i1, k]*B[k, 3*j0+j1]\n");
}

TEST_CASE("reorder_scopes: no moves where the order stays, and no digits that are no order") {
  CHECK_BOTH(pd::reorder_scopes<1, "i", "j">::moves.empty());
  CHECK_BOTH(pd::reorder_scopes<3210, "a", "b", "c", "d">::moves.size() == 6);
  CHECK_BOTH(pd::detail::is_order(120, 3));
  CHECK_BOTH(!pd::detail::is_order(120, 4));
  CHECK_BOTH(!pd::detail::is_order(1203, 3));
  CHECK_BOTH(!pd::detail::is_order(110, 3));
  CHECK_BOTH(!pd::detail::is_order(301, 3));
}

TEST_CASE("reorder_scopes: legal exactly where the final order keeps the dependences") {
  // One dependence from iteration (i, j, k) to (i, j, k) + distance, of an array with a border.
  int legal = 0;
  for (int di = 0; di <= 1; ++di)
    for (int dj = -1; dj <= 1; ++dj)
      for (int dk = -1; dk <= 1; ++dk) {
        const int distance[] = {di, dj, dk};
        const auto runs_forwards = [&](const int* order) {
          for (int d = 0; d < 3; ++d)
            if (distance[order[d]] != 0) return distance[order[d]] > 0;
          return true;
        };
        constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        if (!runs_forwards(orders[0])) continue;
        const auto at = [](const char* index, int offset) {
          return std::string(index) + "+" + std::to_string(1 + offset);
        };
        const ir::program p = support::parsed(
            "perfdojo 1\nargument y f32 [6, 6, 6]\ni 4\n| j 4\n| | k 4\n| | | y[i+1, j+1, k+1] = y[" +
            at("i", -di) + ", " + at("j", -dj) + ", " + at("k", -dk) + "] + 1\n");
        for (const auto& order : orders) {
          CAPTURE(di);
          CAPTURE(dj);
          CAPTURE(dk);
          const int digits = 100 * order[0] + 10 * order[1] + order[2];
          CAPTURE(digits);
          CHECK(is_legal(p, digits) == runs_forwards(order));
          legal += runs_forwards(order) ? 1 : 0;
        }
      }
  CHECK(legal > 40);
}

TEST_CASE("reorder_scopes: errors name the step and the interchange") {
  const std::string bound =
      pd::explain_schedule<triangle, pd::schedule<pd::reorder_scopes<210, "i", "j", "k">>>();
  CAPTURE(bound);
  CHECK(bound.starts_with("step 1: reorder_scopes<"));
  CHECK(bound.find("-> interchange<\"i\", \"j\">\n") != std::string::npos);
  CHECK(bound.find("the bound of a scope further in depends on scope i") != std::string::npos);
  const std::string imperfect =
      pd::explain_schedule<product, pd::schedule<pd::unroll<"k">, pd::reorder_scopes<201, "i", "k", "j">>>();
  CAPTURE(imperfect);
  CHECK(imperfect.starts_with("step 2: reorder_scopes<"));
  CHECK(imperfect.find("-> interchange<\"k\", \"j\">\n  scope j is not directly inside") !=
        std::string::npos);
}
