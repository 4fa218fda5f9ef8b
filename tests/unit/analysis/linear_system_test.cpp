// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/analysis/linear_system.hpp>

#include "support/check_both.hpp"

namespace analysis = perfdojo::analysis;
using analysis::infinite;
using analysis::interval;
using analysis::linear_system;
using perfdojo::index_t;

namespace {

struct unknown {
  interval range;
  index_t factor;
};
// sum of factor * unknown + constant == 0
template <int N>
constexpr bool may_have_solution(const unknown (&unknowns)[N], index_t constant) {
  linear_system system;
  system.equations = 1;
  system.constant[0] = constant;
  for (const unknown& u : unknowns) system.add(u.range, {u.factor, 0, 0, 0});
  return system.may_have_solution();
}
// The truth, by trying all values.
template <int N>
bool has_solution(const unknown (&unknowns)[N], index_t sum, int at = 0) {
  if (at == N) return sum == 0;
  for (index_t v = unknowns[at].range.low; v <= unknowns[at].range.high; ++v)
    if (has_solution(unknowns, sum + unknowns[at].factor * v, at + 1)) return true;
  return false;
}

}  // namespace

TEST_CASE("linear_system: bounds and gcd exclude solutions") {
  CHECK_BOTH(!may_have_solution({{{1, 10}, 1}}, 0));
  CHECK_BOTH(may_have_solution({{{0, 10}, 1}}, 0));
  CHECK_BOTH(!may_have_solution({{{0, 100}, 2}, {{0, 100}, -4}}, 1));
  CHECK_BOTH(may_have_solution({{{0, 100}, 2}, {{0, 100}, -3}}, 1));
}

TEST_CASE("linear_system: mixed radix forms come out exact") {
  // 6*a + b with b a difference of indices below 6: only both 0.
  CHECK_BOTH(!may_have_solution({{{1, 100}, 6}, {{-5, 5}, 1}}, 0));
  CHECK_BOTH(!may_have_solution({{{-100, 100}, 6}, {{1, 5}, 1}}, 0));
  CHECK_BOTH(may_have_solution({{{-100, 100}, 6}, {{-5, 5}, 1}}, 0));
  // Three levels: 12*a + 4*b + c.
  CHECK_BOTH(!may_have_solution({{{-9, 9}, 12}, {{1, 2}, 4}, {{-3, 3}, 1}}, 0));
  CHECK_BOTH(!may_have_solution({{{-infinite, infinite}, 12}, {{-2, 2}, 4}, {{1, 3}, 1}}, 0));
}

TEST_CASE("linear_system: an unknown that one equation fixes is fixed in the others") {
  linear_system system;
  system.equations = 2;
  system.constant[1] = -3;
  system.add({-10, 10}, {6, 1, 0, 0});  // 6*a + b == 0, a + c == 3
  system.add({-5, 5}, {1, 0, 0, 0});
  system.add({4, 9}, {0, 1, 0, 0});
  CHECK(!system.may_have_solution());
}

TEST_CASE("linear_system: two equations in the same unknowns are combined") {
  // 3*a == b and 2*a == b: only both 0, and a is at least 1.
  linear_system system;
  system.equations = 2;
  system.add({1, infinite}, {3, 2, 0, 0});
  system.add({0, infinite}, {-1, -1, 0, 0});
  CHECK(!system.may_have_solution());
  // 2*a + b == 0 and b + 2*c == 1: 2*a - 2*c == -1.
  linear_system parity;
  parity.equations = 2;
  parity.constant[1] = -1;
  parity.add({-infinite, infinite}, {2, 0, 0, 0});
  parity.add({-infinite, infinite}, {1, 1, 0, 0});
  parity.add({-infinite, infinite}, {0, 2, 0, 0});
  CHECK(!parity.may_have_solution());
  // 2*b == a + 1 and c == 3*a + 2*b + 1, so c == 4*a + 2: with c < 6 a is 0, and 2*b is 1.
  linear_system narrowed;
  narrowed.equations = 2;
  narrowed.constant[0] = -1;
  narrowed.constant[1] = 1;
  narrowed.add({0, 100}, {-1, 3, 0, 0});
  narrowed.add({0, 5}, {2, 2, 0, 0});
  narrowed.add({0, 5}, {0, -1, 0, 0});
  CHECK(!narrowed.may_have_solution());
}

TEST_CASE("linear_system: too many unknowns say nothing") {
  linear_system system;
  system.equations = 1;
  system.constant[0] = 1;
  for (int u = 0; u <= linear_system::max_unknowns; ++u) system.add({0, 1}, {2, 0, 0, 0});
  CHECK(system.may_have_solution());
}

TEST_CASE("linear_system: the answer no is never wrong, and yes seldom") {
  std::uint64_t seed = 1;
  const auto below = [&](int bound) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<index_t>((seed >> 33) % static_cast<std::uint64_t>(bound));
  };
  int wrong_yes = 0, no = 0;
  for (int i = 0; i < 20000; ++i) {
    unknown u[3];
    for (unknown& x : u) {
      x.range.low = below(9) - 4;
      x.range.high = x.range.low + below(6);
      x.factor = below(15) - 7;
    }
    const index_t constant = below(41) - 20;
    const bool truth = has_solution(u, constant), answer = may_have_solution(u, constant);
    CHECK((answer || !truth));
    wrong_yes += answer && !truth;
    no += !answer;
  }
  CHECK(no > 5000);
  CHECK(wrong_yes < 1000);  // small coefficients with gaps, such as 5*a + 7*b == 1
}
