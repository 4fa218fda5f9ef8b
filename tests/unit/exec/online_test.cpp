// SPDX-License-Identifier: Apache-2.0
// Softmax and attention in one pass over the keys, made by `online`: the reference interpreter and the CPU executor give what the two
// passes give, for numbers, -inf, +inf and NaN.
#include <perfdojo/exec/run.hpp>

#include "support/same_result.hpp"

#include <algorithm>
#include <doctest/doctest.h>

namespace pd = perfdojo;
namespace lang = perfdojo::lang;
using pd::tail;
using pd::ir::place;

namespace {

constexpr float inf = INFINITY;

struct softmax {
  static constexpr lang::index<"r"> r{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::tensor<"X", float, "R", "N"> X{};
  static constexpr lang::tensor<"Y", float, "R", "N"> Y{};
  static constexpr lang::temporary<"m", float, "R"> m{};
  static constexpr lang::temporary<"s", float, "R"> s{};
  static constexpr auto math =
      lang::statements(m(r) = lang::max(j, X(r, j)), s(r) = lang::sum(j, lang::exp(X(r, j) - m(r))),
                       Y(r, j) = lang::exp(X(r, j) - m(r)) / s(r));
};

struct attention {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::index<"c"> c{};
  static constexpr lang::index<"d"> d{};
  static constexpr lang::tensor<"Q", float, "M", "C"> Q{};
  static constexpr lang::tensor<"K", float, "N", "C"> K{};
  static constexpr lang::tensor<"V", float, "N", "D"> V{};
  static constexpr lang::tensor<"Y", float, "M", "D"> Y{};
  static constexpr lang::temporary<"S", float, "M", "N"> S{};
  static constexpr lang::temporary<"m", float, "M"> m{};
  static constexpr lang::temporary<"s", float, "M"> s{};
  static constexpr lang::temporary<"O", float, "M", "D"> O{};
  static constexpr auto math =
      lang::statements(S(i, j) = lang::sum(c, Q(i, c) * K(j, c)), m(i) = lang::max(j, S(i, j)),
                       s(i) = lang::sum(j, lang::exp(S(i, j) - m(i))),
                       O(i, d) = lang::sum(j, lang::exp(S(i, j) - m(i)) * V(j, d)), Y(i, d) = O(i, d) / s(i));
};

using pd::join;
using pd::reorder;
template <pd::index_t Width, pd::fixed_string J>
using blocks = pd::split<J, Width, tail::guard>;

using one_pass = pd::schedule<join<"r", "r_b">, join<"r", "r_c">, reorder<"r", 1>, pd::online<"j", "j_b">>;
using one_pass_of_blocks = pd::schedule<join<"r", "r_b">, join<"r", "r_c">, reorder<"r", 1>, blocks<4, "j">,
                                        blocks<4, "j_b">, pd::online<"j0", "j_b0">,
                                        pd::place<"mo", place::registers>, pd::place<"mc", place::registers>>;
using one_pass_of_vectors =
    pd::schedule<join<"r", "r_b">, join<"r", "r_c">, reorder<"r", 1>, blocks<8, "j">, blocks<8, "j_b">,
                 pd::online<"j0", "j_b0">, pd::rfactor<"j1", "j1", "t">, pd::rfactor<"j_b1", "j_b1", "u">,
                 pd::vectorize<"j1">, pd::vectorize<"j1_b">, pd::vectorize<"j1_c">, pd::vectorize<"j_b1">,
                 pd::vectorize<"j_b1_b">, pd::vectorize<"j_b1_c">, pd::place<"t", place::registers>,
                 pd::place<"u", place::registers>, pd::parallelize<"r">>;

template <class Schedule>
std::vector<float> softmax_of(const std::vector<float>& x, int rows, int n) {
  std::vector<float> y(x.size(), -7);
  pd::run<softmax, Schedule>(pd::row_major(x.data(), rows, n), pd::row_major(y.data(), rows, n));
  return y;
}
bool near(float a, float b) {
  return a == b || std::fabs(a - b) <= 2e-6f || (std::isnan(a) && std::isnan(b));
}
bool near(const std::vector<float>& a, const std::vector<float>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float x, float y) { return near(x, y); });
}

template <class Schedule>
void check_softmax() {
  for (const int n : {0, 1, 3, 4, 7, 8, 9, 16, 33, 100}) {
    support::dice d(static_cast<std::uint64_t>(n));
    std::vector<float> x(static_cast<std::size_t>(5 * n));
    for (float& v : x) v = static_cast<float>(d.between(-400, 400)) / 8;
    CAPTURE(n);
    CHECK(near(softmax_of<Schedule>(x, 5, n), softmax_of<pd::schedule<>>(x, 5, n)));
  }
  // Every row of five of these, so that each stands before and behind each other one.
  const float special[] = {0, -inf, inf, NAN, 3, -3.4e38f, 3.4e38f};
  std::vector<float> x;
  for (int row = 0; row < 7 * 7 * 7 * 7 * 7; ++row)
    for (int at = 0, rest = row; at < 5; ++at, rest /= 7) x.push_back(special[rest % 7]);
  const int rows = static_cast<int>(x.size() / 5);
  CHECK(near(softmax_of<Schedule>(x, rows, 5), softmax_of<pd::schedule<>>(x, rows, 5)));
  // H01 of the known faults of others.
  CHECK(softmax_of<Schedule>({0, 0, -inf, -inf}, 1, 4) == std::vector<float>{0.5f, 0.5f, 0, 0});
  CHECK(softmax_of<Schedule>({-inf, -inf, 0, 0}, 1, 4) == std::vector<float>{0, 0, 0.5f, 0.5f});
  CHECK(support::same_result(lang::program_of<softmax>::value,
                             pd::scheduled<lang::program_of<softmax>, Schedule>::value, 1e-5));
}

// Queries, keys and values of blocks of four, in one pass that computes the scores of a block as it needs them.
using one_pass_attention =
    pd::schedule<join<"i", "i_b">, join<"i", "i_c">, join<"i", "i_d">, join<"i", "i_e">, pd::fission<"d", 1>,
                 pd::interchange<"d_c", "j_d">, reorder<"i", 4>, reorder<"i", 2>, reorder<"i", 3>,
                 reorder<"i", 0>, reorder<"i", 1>, reorder<"i", 2>, blocks<4, "j">, blocks<4, "j_b">,
                 blocks<4, "j_c">, blocks<4, "j_d">, join<"j0", "j_b0">, join<"j_c0", "j_d0">,
                 pd::online<"j0", "j_c0">>;

template <class Schedule>
std::vector<float> attention_of(std::vector<float>& q, std::vector<float>& k, std::vector<float>& v, int m,
                                int n) {
  std::vector<float> y(static_cast<std::size_t>(m * 3), -7);
  pd::run<attention, Schedule>(pd::row_major(q.data(), m, 2), pd::row_major(k.data(), n, 2),
                               pd::row_major(v.data(), n, 3), pd::row_major(y.data(), m, 3));
  return y;
}

}  // namespace

TEST_CASE("online: softmax in one pass") { check_softmax<one_pass>(); }
TEST_CASE("online: softmax in one pass over blocks") { check_softmax<one_pass_of_blocks>(); }
TEST_CASE("online: softmax in one pass over blocks of vectors") { check_softmax<one_pass_of_vectors>(); }

TEST_CASE("online: attention in one pass, with maximum, sum and weighted sum") {
  for (const int n : {0, 1, 3, 4, 5, 8, 19, 64}) {
    support::dice d(static_cast<std::uint64_t>(n));
    const auto numbers = [&](int count) {
      std::vector<float> all(static_cast<std::size_t>(count));
      for (float& x : all) x = static_cast<float>(d.between(-40, 40)) / 8;
      return all;
    };
    std::vector<float> q = numbers(6 * 2), k = numbers(n * 2), v = numbers(n * 3);
    CAPTURE(n);
    CHECK(near(attention_of<one_pass_attention>(q, k, v, 6, n), attention_of<pd::schedule<>>(q, k, v, 6, n)));
    // Keys that no query may see, first and in between (scores of -inf), and a query that sees none.
    if (n < 5) continue;
    q[1] = q[3] = 1;
    k[0 * 2 + 1] = k[1 * 2 + 1] = k[4 * 2 + 1] = -inf;
    for (std::size_t i = 0; i < 6; ++i) q[2 * i + 1] = 1;
    CHECK(near(attention_of<one_pass_attention>(q, k, v, 6, n), attention_of<pd::schedule<>>(q, k, v, 6, n)));
    q[2] = inf;
    CHECK(near(attention_of<one_pass_attention>(q, k, v, 6, n), attention_of<pd::schedule<>>(q, k, v, 6, n)));
    for (int j = 0; j < n; ++j) k[static_cast<std::size_t>(2 * j + 1)] = -inf;
    CHECK(near(attention_of<one_pass_attention>(q, k, v, 6, n), attention_of<pd::schedule<>>(q, k, v, 6, n)));
  }
  CHECK(support::same_result(lang::program_of<attention>::value,
                             pd::scheduled<lang::program_of<attention>, one_pass_attention>::value, 1e-5));
}
