// SPDX-License-Identifier: Apache-2.0
// Time is simulated: a subject moves the clock by what it would take.
#include "../bench/measure/sampler.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

namespace measure = perfdojo::measure;
using subjects = std::vector<std::function<void()>>;

namespace {

struct simulated_time {
  double seconds = 0;
  std::function<void()> takes(double s) {
    return [this, s] { seconds += s; };
  }
  measure::options options() {
    measure::options o;
    o.clock = [this] { return seconds; };
    return o;
  }
};

}  // namespace

TEST_CASE("interleave: seconds per call come out whatever the calls per sample") {
  simulated_time time;
  const subjects all = {time.takes(1e-6), time.takes(30e-6), time.takes(7e-3)};
  const auto series = measure::interleave(all, time.options());
  REQUIRE(series.size() == 3);
  CHECK(measure::summarize(series[0]).median == doctest::Approx(1e-6));
  CHECK(measure::summarize(series[1]).median == doctest::Approx(30e-6));
  CHECK(measure::summarize(series[2]).median == doctest::Approx(7e-3));
}

TEST_CASE("interleave: calls are calibrated so that a sample takes 20 to 200 microseconds") {
  simulated_time time;
  const subjects all = {time.takes(1e-8), time.takes(3e-6), time.takes(90e-6), time.takes(1)};
  const auto series = measure::interleave(all, time.options());
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(i);
    const double sample = static_cast<double>(series[i].calls_per_sample) * series[i].seconds.front();
    CHECK(sample >= 20e-6);
    CHECK(sample <= 200e-6);
  }
  CHECK(series[3].calls_per_sample == 1);
}

TEST_CASE("interleave: a subject beyond its share of time still gets the least number of samples") {
  simulated_time time;
  const subjects all = {time.takes(10), time.takes(1e-3)};
  measure::options o = time.options();
  o.seconds = 0.2;
  o.min_samples = 3;
  const auto series = measure::interleave(all, o);
  CHECK(series[0].seconds.size() == 3);
  CHECK(series[1].seconds.size() > 50);
  CHECK(series[1].seconds.size() <= 101);  // its share is 0.1 s
}

TEST_CASE("interleave: samples of different subjects alternate") {
  simulated_time time;
  std::vector<int> log;
  const subjects all = {[&] { log.push_back(0), time.seconds += 0.01; },
                        [&] { log.push_back(1), time.seconds += 0.01; }};
  measure::options o = time.options();
  o.max_samples = 8;
  const auto series = measure::interleave(all, o);
  REQUIRE(series[0].seconds.size() == 8);
  const std::vector<int> samples(log.end() - 16, log.end());  // at 10 ms a call, one call is one sample
  for (std::size_t round = 0; round < 8; ++round) CHECK(samples[2 * round] != samples[2 * round + 1]);
}

TEST_CASE("interleave: ends after the round in which it is told to") {
  simulated_time time;
  int rounds = 0;
  measure::options o = time.options();
  o.should_end = [&] { return ++rounds == 4; };
  const auto series = measure::interleave(subjects{time.takes(1e-4), time.takes(1e-4)}, o);
  CHECK(series[0].seconds.size() == 4);
  CHECK(series[1].seconds.size() == 4);
}

TEST_CASE("interleave: nothing to time, and a subject that takes no time, both end") {
  simulated_time time;
  CHECK(measure::interleave(subjects{}, time.options()).empty());
  measure::options o = time.options();
  o.max_samples = 2;
  o.clock = [&time] { return time.seconds += 1e-3; };  // only asking moves this clock
  const auto series = measure::interleave(subjects{[] {}}, o);
  CHECK(series[0].seconds.size() == 2);
}

TEST_CASE("order_of_round: a permutation, each subject everywhere, the same for the same round") {
  std::vector<int> first(5, 0);
  std::set<std::vector<std::size_t>> different;
  for (std::uint64_t round = 0; round < 500; ++round) {
    auto order = measure::order_of_round(5, round);
    CHECK(order == measure::order_of_round(5, round));
    different.insert(order);
    ++first[order[0]];
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < 5; ++i) CHECK(order[i] == i);
  }
  CHECK(different.size() > 60);                     // of 120
  for (const int count : first) CHECK(count > 50);  // 100 each if all were alike
  CHECK(measure::order_of_round(0, 1).empty());
}
