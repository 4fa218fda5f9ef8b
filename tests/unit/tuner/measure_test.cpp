// SPDX-License-Identifier: Apache-2.0
#include "tuner/measure.hpp"

#include <cmath>
#include <map>
#include <random>

#include <doctest/doctest.h>

using namespace perfdojo::tuner;

namespace {

// A machine that is simulated, so that these tests do not depend on this one: it warms up, its clock drifts, samples
// scatter upwards, and now and then something else runs.
struct machine_model {
  std::vector<double> true_seconds;
  std::mt19937_64 random;
  double passed = 0;
  machine_model(std::vector<double> seconds, std::uint64_t seed)
      : true_seconds(std::move(seconds)), random(seed) {}
  double operator()(int candidate, int calls) {
    std::uniform_real_distribution<double> unit(0, 1);
    double seconds = true_seconds[static_cast<std::size_t>(candidate)] * calls;
    seconds *= 1 + 0.3 * std::exp(-passed / 2e-3);             // 30 % slower at first (triton#2306)
    seconds *= 1 + 0.02 * std::sin(passed * 40);               // clock
    seconds *= 1 + 0.01 * unit(random);                        // jitter
    if (unit(random) < 0.03) seconds *= 1 + 2 * unit(random);  // interrupt
    passed += seconds;
    return seconds;
  }
};

int winner(const std::vector<series>& all) { return ranking(all).front(); }

}  // namespace

TEST_CASE("measure: the lower tenth, the median and the spread of known samples") {
  std::vector<double> samples;
  for (int i = 100; i >= 0; --i) samples.push_back(i);
  const summary s = summarize(samples);
  CHECK(s.minimum == 0);
  CHECK(s.p10 == 10);
  CHECK(s.median == 50);
  CHECK(s.p90 == 90);
  CHECK(s.spread() == doctest::Approx(1.6));
  CHECK(summarize({}).samples == 0);
}

TEST_CASE("measure: calibration fills a sample of 20 to 200 us, however long a call takes") {
  for (const double call : {3e-9, 1e-7, 4e-6, 9e-5, 3e-2}) {
    machine_model machine({call}, 1);
    const int calls = calibrate(std::ref(machine), 0, 50e-6);
    CAPTURE(call);
    if (call < 1e-4) {
      CHECK(calls * call > 20e-6);
      CHECK(calls * call < 200e-6);
    } else {
      CHECK(calls == 1);
    }
  }
}

TEST_CASE("H57: the same kernel listed five times wins at every place, with times within 5 %") {
  std::map<int, int> wins;
  double least = HUGE_VAL, most = 0;
  constexpr int tunings = 200;
  for (int t = 0; t < tunings; ++t) {
    machine_model machine(std::vector<double>(5, 7e-6), static_cast<std::uint64_t>(t) + 10);
    measure_options how;
    how.seed = static_cast<std::uint64_t>(t);
    const auto all = measure_all(std::ref(machine), 5, {}, how);
    ++wins[winner(all)];
    for (const series& s : all)
      if (s.seconds.size() > 10) {
        least = (std::min)(least, summarize(s.seconds).p10);
        most = (std::max)(most, summarize(s.seconds).p10);
      }
  }
  for (int c = 0; c < 5; ++c) {
    CAPTURE(c);
    CHECK(wins[c] >= tunings / 10);
    CHECK(wins[c] <= tunings * 3 / 10);
  }
  CHECK(most < 1.05 * least);
}

TEST_CASE("measure: none of five equal candidates beats another beyond the noise") {
  for (int t = 0; t < 50; ++t) {
    machine_model machine(std::vector<double>(5, 7e-6), static_cast<std::uint64_t>(t));
    measure_options how;
    how.seed = static_cast<std::uint64_t>(t);
    const auto all = measure_all(std::ref(machine), 5, std::vector<int>{0}, how);
    CHECK_FALSE(
        beats(summarize(all[static_cast<std::size_t>(winner(all))].seconds), summarize(all[0].seconds)));
  }
}

TEST_CASE("measure: the fastest is found wherever it stands, and its win is a win") {
  for (int place = 0; place < 40; ++place) {
    std::vector<double> seconds(40);
    for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] = 8e-6 + 3e-7 * static_cast<double>(i % 11);
    seconds[static_cast<std::size_t>(place)] = 7e-6;
    machine_model machine(seconds, static_cast<std::uint64_t>(place));
    const int rival = place == 0 ? 1 : 0;
    const auto all = measure_all(std::ref(machine), 40, std::vector<int>{rival}, {});
    CHECK(winner(all) == place);
    CHECK(beats(summarize(all[static_cast<std::size_t>(place)].seconds),
                summarize(all[static_cast<std::size_t>(rival)].seconds)));
  }
}

TEST_CASE("measure: what is hopeless gets few samples, what is kept gets all") {
  machine_model machine({7e-6, 7.1e-6, 3e-5, 9e-6, 8e-5}, 3);
  const auto all = measure_all(std::ref(machine), 5, std::vector<int>{4}, {});
  CHECK(all[2].seconds.size() <= 3);
  CHECK(all[4].seconds.size() == all[0].seconds.size());
  CHECK(all[0].seconds.size() > 80);
}

TEST_CASE("measure: NaN or no samples never win") {
  const summary none{}, some = summarize(std::vector<double>{1, 1, 1});
  CHECK_FALSE(beats(none, some));
  CHECK_FALSE(beats(some, none));
  summary nan = some;
  nan.p10 = NAN;
  CHECK_FALSE(beats(nan, some));
  CHECK_FALSE(beats(some, nan));
}
