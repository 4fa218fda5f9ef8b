// SPDX-License-Identifier: Apache-2.0
#include "measure.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "process.hpp"

namespace perfdojo::tuner {
namespace {

constexpr int most_calls = 1 << 20;
constexpr double first_look = 3;    // what one cold sample may be wrong by; arbitrary
constexpr double least_win = 0.02;  // performance.md, section 1: a win is more than 2-3 %

double minimum_of(const series& s) {
  return s.seconds.empty() ? HUGE_VAL : *std::min_element(s.seconds.begin(), s.seconds.end());
}

// Distance of the median from the minimum, as a part of it.
double scatter_of(const series& s) {
  const summary sum = summarize(s.seconds);
  return sum.minimum > 0 ? (sum.median - sum.minimum) / sum.minimum : 0;
}

// The fastest `count` of `from`, and all of `kept`.
std::vector<int> survivors(std::span<const int> from, const std::vector<series>& all, std::size_t count,
                           std::span<const int> kept) {
  std::vector<int> order(from.begin(), from.end());
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return minimum_of(all[static_cast<std::size_t>(a)]) < minimum_of(all[static_cast<std::size_t>(b)]);
  });
  std::vector<int> result(order.begin(),
                          order.begin() + static_cast<std::ptrdiff_t>((std::min)(count, order.size())));
  for (const int k : kept)
    if (std::find(result.begin(), result.end(), k) == result.end()) result.push_back(k);
  return result;
}

}  // namespace

summary summarize(std::span<const double> seconds) {
  summary s;
  s.samples = static_cast<int>(seconds.size());
  if (seconds.empty()) return s;
  std::vector<double> sorted(seconds.begin(), seconds.end());
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](double q) {
    return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1) + 0.5)];
  };
  s.minimum = sorted.front();
  s.p10 = at(0.1);
  s.median = at(0.5);
  s.p90 = at(0.9);
  return s;
}

int calibrate(const sampler& run, int candidate, double seconds, double* per_call) {
  int calls = 1;
  for (;;) {
    const double taken = run(candidate, calls);
    if (per_call != nullptr) *per_call = taken / calls;
    if (taken >= seconds || calls >= most_calls) return calls;
    // At most tenfold at a time: the first, cold call says little.
    const double factor = taken > 0 ? seconds / taken * 1.1 : 10;
    calls = (std::min)(most_calls, (std::max)(calls + 1, static_cast<int>(calls * (std::min)(factor, 10.))));
  }
}

void measure_interleaved(const sampler& run, std::span<const int> candidates, int rounds,
                         std::vector<series>& all, const measure_options& options) {
  // Seeded by what is already measured as well, so that a second call does not repeat the orders of the first.
  std::size_t before = 0;
  for (const int c : candidates) before += all[static_cast<std::size_t>(c)].seconds.size();
  std::mt19937_64 random(options.seed + 977 * before);
  std::vector<int> order(candidates.begin(), candidates.end());
  const double until = monotonic_seconds() + options.budget_seconds;
  for (int round = 0; round < rounds; ++round) {
    if (interrupted() || (round >= options.least_rounds && monotonic_seconds() > until)) return;
    std::shuffle(order.begin(), order.end(), random);
    for (const int c : order) {
      series& s = all[static_cast<std::size_t>(c)];
      s.seconds.push_back(run(c, s.calls) / s.calls);
    }
  }
}

std::vector<series> measure_all(const sampler& run, int count, std::span<const int> kept,
                                const measure_options& options) {
  std::vector<series> all(static_cast<std::size_t>(count));
  std::vector<double> at_first(static_cast<std::size_t>(count));
  for (std::size_t c = 0; c < all.size(); ++c)
    all[c].calls = calibrate(run, static_cast<int>(c), options.sample_seconds, &at_first[c]);

  // Those within a factor of the best, and the kept ones.
  const auto within = [&](const auto& factor_of, const auto& seconds_of) {
    int best = 0;
    for (int c = 1; c < count; ++c)
      if (seconds_of(c) < seconds_of(best)) best = c;
    std::vector<int> some;
    for (int c = 0; c < count; ++c)
      if (seconds_of(c) <= factor_of(c, best) * seconds_of(best) ||
          std::find(kept.begin(), kept.end(), c) != kept.end())
        some.push_back(c);
    return some;
  };
  // One cold look can be wrong by far; every candidate keeps that one sample.
  std::vector<int> alive = within([](int, int) { return first_look; },
                                  [&](int c) { return at_first[static_cast<std::size_t>(c)]; });
  for (std::size_t c = 0; c < all.size(); ++c)
    if (std::find(alive.begin(), alive.end(), static_cast<int>(c)) == alive.end())
      all[c].seconds.push_back(at_first[c]);

  // What the first rounds leave of the time goes to the later ones; only the first three come whatever they take.
  const double until = monotonic_seconds() + options.budget_seconds;
  measure_options part = options;
  part.budget_seconds = options.budget_seconds / 3;
  const int looks = (std::min)(options.least_rounds, options.first_rounds);
  measure_interleaved(run, alive, looks, all, part);
  part.least_rounds = 0;
  // What its three samples scatter by, a candidate may be better than they say.
  const auto hope = [&](int c, int best) {
    return (std::max)(options.hopeless, 1 + scatter_of(all[static_cast<std::size_t>(c)]) +
                                            scatter_of(all[static_cast<std::size_t>(best)]));
  };
  const std::vector<int> hopeful =
      within(hope, [&](int c) { return minimum_of(all[static_cast<std::size_t>(c)]); });
  measure_interleaved(run, hopeful, options.first_rounds - looks, all, part);

  const auto third = (std::max)(static_cast<std::size_t>(options.finalists), (all.size() + 2) / 3);
  alive = survivors(hopeful, all, third, kept);
  part.budget_seconds = (until - monotonic_seconds()) / 2;
  measure_interleaved(run, alive, options.second_rounds, all, part);
  alive = survivors(alive, all, static_cast<std::size_t>(options.finalists), kept);
  part.budget_seconds = until - monotonic_seconds();
  measure_interleaved(run, alive, options.final_rounds, all, part);
  return all;
}

double noise_of(const summary& a, const summary& b) {
  // The lower tenth is compared, so its own distance from the minimum is what it may move by.
  const auto unsure = [](const summary& s) { return s.minimum > 0 ? (s.p10 - s.minimum) / s.minimum : 0; };
  return (std::max)(least_win, unsure(a) + unsure(b));
}

bool beats(const summary& a, const summary& b) {
  return a.samples > 0 && b.samples > 0 && a.p10 * (1 + noise_of(a, b)) < b.p10;
}

std::vector<int> ranking(std::span<const series> all) {
  std::vector<summary> sums;
  for (const series& s : all) sums.push_back(summarize(s.seconds));
  std::vector<int> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const summary &x = sums[static_cast<std::size_t>(a)], &y = sums[static_cast<std::size_t>(b)];
    if (x.samples == 0 || y.samples == 0) return x.samples > y.samples;
    return x.p10 < y.p10;
  });
  return order;
}

}  // namespace perfdojo::tuner
