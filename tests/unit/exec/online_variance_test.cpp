// SPDX-License-Identifier: Apache-2.0
// Mean and variance of rows in one pass, made by `online_variance`: as exact as two passes where the mean is large.
#include <perfdojo/exec/run.hpp>

#include "support/executed.hpp"

#include <doctest/doctest.h>

namespace pd = perfdojo;
namespace lang = perfdojo::lang;
using pd::tail;

namespace {

/// y = (x - mean)/sqrt(variance + 1e-5), with r = 1/N.
struct normalised_rows {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::tensor<"X", float, "M", "N"> X{};
  static constexpr lang::tensor<"r", float> r{};
  static constexpr lang::tensor<"Y", float, "M", "N"> Y{};
  static constexpr lang::temporary<"t", float, "M"> t{};
  static constexpr lang::temporary<"u", float, "M"> u{};
  static constexpr lang::temporary<"v", float, "M"> v{};
  static constexpr auto math = lang::statements(t(i) = lang::sum(j, X(i, j)), u(i) = t(i) * r(),
                                                v(i) = lang::sum(j, (X(i, j) - u(i)) * (X(i, j) - u(i))),
                                                Y(i, j) = (X(i, j) - u(i)) / lang::sqrt(v(i) * r() + 1e-5f));
};

using joined = pd::schedule<pd::join<"i", "i_b">, pd::join<"i", "i_c">, pd::join<"i", "i_d">>;
template <class... Steps>
using one_row = pd::schedule<pd::join<"i", "i_b">, pd::join<"i", "i_c">, pd::join<"i", "i_d">, Steps...>;
using one_pass = one_row<pd::online_variance<"j", "j_b">>;
using one_pass_of_blocks = one_row<pd::split<"j", 4, tail::guard>, pd::split<"j_b", 4, tail::guard>,
                                   pd::online_variance<"j0", "j_b0">>;
using one_pass_in_lanes =
    one_row<pd::split<"j", 16, tail::guard>, pd::split<"j_b", 16, tail::guard>,
            pd::online_variance<"j0", "j_b0">, pd::vectorize<"j_b1">, pd::vectorize<"j_d">>;

template <class Schedule>
std::vector<float> normalised(const std::vector<float>& x) {
  const auto n = static_cast<pd::index_t>(x.size());
  std::vector<float> y(x.size());
  const float r = 1 / static_cast<float>(n);
  pd::run<normalised_rows, Schedule>(pd::row_major(x.data(), 1, n), pd::scalar(r),
                                     pd::row_major(y.data(), 1, n));
  return y;
}
std::vector<double> exactly(const std::vector<float>& x) {
  long double mean = 0, variance = 0;
  for (const float v : x) mean += static_cast<long double>(v) / static_cast<long double>(x.size());
  for (const float v : x) variance += (v - mean) * (v - mean) / static_cast<long double>(x.size());
  std::vector<double> y;
  for (const float v : x) y.push_back(static_cast<double>((v - mean) / std::sqrt(variance + 1e-5L)));
  return y;
}

template <class Schedule>
void check_rows() {
  // H02, H03 and H04 of the known faults of others, and an outlier in front.
  std::vector<std::vector<float>> rows{{1999, 2000, 2001, 2004}, {}, {5}, {1e6f, 1, 2, 3, 4}};
  for (const float v : {40000.f, 80000.f}) rows.push_back({v, v + 1, v + 2, v + 3});
  std::vector<float> close;
  for (int i = 0; i < 16; ++i) close.push_back(10000 + static_cast<float>(i) * 0.001f);
  rows.push_back(close);
  for (const int n : {2, 3, 4, 5, 7, 8, 9, 31, 200}) {
    support::dice d(static_cast<std::uint64_t>(n));
    rows.emplace_back();
    for (int i = 0; i < n; ++i) rows.back().push_back(static_cast<float>(d.between(-500, 500)) / 16 + 3000);
  }
  for (const std::vector<float>& x : rows) {
    const std::vector<float> y = normalised<Schedule>(x), two_passes = normalised<joined>(x);
    const std::vector<double> expected = exactly(x);
    CAPTURE(x.size());
    double worst = 0, worst_of_two = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      worst = std::fmax(worst, std::fabs(y[i] - expected[i]));
      worst_of_two = std::fmax(worst_of_two, std::fabs(two_passes[i] - expected[i]));
    }
    CAPTURE(worst);
    CAPTURE(worst_of_two);
    CHECK(worst <= worst_of_two * 1.5 + 2e-5);
  }
  CHECK(support::same_result(lang::program_of<normalised_rows>::value,
                             pd::scheduled<lang::program_of<normalised_rows>, Schedule>::value, 1e-5));
}

// An infinity or NaN anywhere in a row, in any block, makes all of it NaN, as two passes do.
template <class Schedule>
void check_special_rows() {
  for (const float special : {INFINITY, -INFINITY, NAN})
    for (std::size_t n = 1; n < 10; ++n)
      for (std::size_t at = 0; at < n; ++at) {
        std::vector<float> x(n, 2);
        x[at] = special;
        CAPTURE(special);
        CAPTURE(n);
        CAPTURE(at);
        bool all = true;
        for (const std::vector<float>& y : {normalised<joined>(x), normalised<Schedule>(x)})
          for (const float v : y) all = all && std::isnan(v);
        CHECK(all);
      }
}

template <class Schedule>
using program_of = pd::scheduled<lang::program_of<normalised_rows>, Schedule>;

}  // namespace

TEST_CASE("online_variance: normalised rows in one pass") { check_rows<one_pass>(); }
TEST_CASE("online_variance: normalised rows in one pass over blocks") { check_rows<one_pass_of_blocks>(); }
TEST_CASE("online_variance: infinities and NaN as in two passes") {
  check_special_rows<one_pass>();
  check_special_rows<one_pass_of_blocks>();
}
TEST_CASE("online_variance: the CPU executor does what the reference does") {
  CHECK(support::executed<program_of<one_pass>>());
  CHECK(support::executed<program_of<one_pass_of_blocks>>());
  CHECK(support::executed<program_of<one_pass_in_lanes>>());
}
