// SPDX-License-Identifier: Apache-2.0
#include "../bench/measure/statistics.hpp"

#include <doctest/doctest.h>

namespace measure = perfdojo::measure;

TEST_CASE("quantile: ends are minimum and maximum, between neighbours it is linear") {
  const std::vector<double> samples = {4, 1, 3, 2, 5};
  CHECK(measure::quantile(samples, 0) == 1);
  CHECK(measure::quantile(samples, 1) == 5);
  CHECK(measure::quantile(samples, 0.5) == 3);
  CHECK(measure::quantile(samples, 0.125) == doctest::Approx(1.5));
  CHECK(measure::quantile({}, 0.5) == 0);
  CHECK(measure::quantile({7}, 0.9) == 7);
}

TEST_CASE("quantile: never falls as the share rises") {
  const std::vector<double> samples = {9, 2, 2, 8, 1, 5, 5, 3};
  double last = measure::quantile(samples, 0);
  for (int percent = 1; percent <= 100; ++percent) {
    const double value = measure::quantile(samples, percent / 100.0);
    CHECK(value >= last);
    last = value;
  }
}

TEST_CASE("summarize: one slow outlier moves neither minimum nor median") {
  std::vector<double> samples(21, 2.0);
  samples[3] = 1000;
  const measure::summary s = measure::summarize(samples);
  CHECK(s.minimum == 2);
  CHECK(s.median == 2);
  CHECK(s.spread == 0);
  CHECK(s.samples == 21);
}

TEST_CASE("summarize: spread is the distance of the 10th and the 90th percentile over the median") {
  std::vector<double> samples;
  for (int i = 0; i <= 100; ++i) samples.push_back(100 + i);
  const measure::summary s = measure::summarize(samples);
  CHECK(s.p10 == doctest::Approx(110));
  CHECK(s.p90 == doctest::Approx(190));
  CHECK(s.spread == doctest::Approx(80.0 / 150));
}

TEST_CASE("wins: less than the margin is a tie in both directions, and no samples never win") {
  const auto at = [](double seconds) { return measure::summarize(std::vector<double>(9, seconds)); };
  CHECK(measure::wins(at(0.96), at(1)));
  CHECK_FALSE(measure::wins(at(0.98), at(1)));
  CHECK_FALSE(measure::wins(at(1), at(0.98)));
  CHECK_FALSE(measure::wins(at(1), at(0.5)));
  CHECK_FALSE(measure::wins(measure::summary{}, at(1)));
  CHECK_FALSE(measure::wins(at(1), measure::summary{}));
}

TEST_CASE("wins: a lucky tenth of the samples does not beat a lower median") {
  std::vector<double> lucky(10, 1.2);
  lucky[0] = lucky[1] = 0.5;
  CHECK_FALSE(measure::wins(measure::summarize(lucky), measure::summarize(std::vector<double>(10, 1.0))));
}
