// SPDX-License-Identifier: Apache-2.0
// Times several subjects in turn, in many short samples, so that drift of the machine hits all of them alike.
// Pinning and idle cores are the caller's business (affinity.hpp).
#pragma once

#include "statistics.hpp"

#include <time.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace perfdojo::measure {

/// Seconds on a clock that never goes back.
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// CPU seconds of all threads of this process. Of a sample in one thread it leaves out the time in which other
/// processes had the CPU, but not what they did to its caches. Costs some 0.2 us, so samples stay above 20 us.
inline double cpu_now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct options {
  double seconds = 1;              // for all subjects together; each gets an equal share
  double sample_seconds = 100e-6;  // 20-200 us: longer samples spread 1.4-5 % instead of 0.1-0.7 %
  std::size_t min_samples = 5;     // taken even where the share of time does not reach
  std::size_t max_samples = 400;
  double pause_seconds = 0;            // before each sample; lets thread pools of other subjects fall asleep
  std::function<double()> clock = {};  // empty: now()
  std::function<bool()> should_end = {};  // asked once per round; empty: never
};

/// One subject with the number of calls that fills a sample.
struct sampler {
  std::function<void()> subject;
  std::int64_t calls = 1;
  double seconds_per_call = 0;  // as calibrated

  /// Runs once to fault pages in and settle caches, then doubles the calls until a sample is long enough.
  void calibrate(const options& o) {
    subject();
    calls = 1;
    double taken = run(o, calls);
    while (taken < 0.25 * o.sample_seconds && calls < std::int64_t{1} << 20) {
      calls *= 2;
      taken = run(o, calls);
    }
    seconds_per_call = taken / static_cast<double>(calls);
    // A million calls unseen by the clock: it stands still, as it may in a test. Keep the calls.
    if (seconds_per_call > 0) {
      calls = static_cast<std::int64_t>(o.sample_seconds / seconds_per_call);
      if (calls < 1) calls = 1;
    }
  }

  /// Seconds per call of one sample.
  double sample(const options& o) const {
    if (o.pause_seconds > 0) std::this_thread::sleep_for(std::chrono::duration<double>(o.pause_seconds));
    // Untimed: brings code and operands back into the caches that the other subjects used. Beyond 1 ms the
    // operands do not fit them anyway.
    if (seconds_per_call < 1e-3) subject();
    return run(o, calls) / static_cast<double>(calls);
  }

private:
  double run(const options& o, std::int64_t count) const {
    const double begin = o.clock ? o.clock() : now();
    for (std::int64_t i = 0; i < count; ++i) subject();
    return (o.clock ? o.clock() : now()) - begin;
  }
};

/// Order of subjects in one round: a permutation that differs from round to round, so that no subject always
/// follows the same other one. Depends on nothing but its arguments.
inline std::vector<std::size_t> order_of_round(std::size_t subjects, std::uint64_t round) {
  std::vector<std::size_t> order(subjects);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint64_t state = round * 0x9e3779b97f4a7c15u + 1;
  for (std::size_t i = subjects; i > 1; --i) {
    state ^= state >> 12;  // xorshift64* (Vigna, 2014)
    state ^= state << 25;
    state ^= state >> 27;
    std::swap(order[i - 1], order[(state * 0x2545f4914f6cdd1du >> 33) % i]);
  }
  return order;
}

/// Samples every subject in turn (each round in another order) until its share of o.seconds is spent, with at
/// least min_samples and at most max_samples each. One series per subject, in the order given.
inline std::vector<series> interleave(std::span<const std::function<void()>> subjects,
                                      const options& o = {}) {
  std::vector<sampler> samplers;
  std::vector<series> result(subjects.size());
  std::vector<double> spent(subjects.size(), 0);
  for (const auto& subject : subjects) samplers.push_back(sampler{subject});
  for (std::size_t i = 0; i < samplers.size(); ++i) {
    samplers[i].calibrate(o);
    result[i].calls_per_sample = samplers[i].calls;
    result[i].seconds.reserve(o.max_samples);
  }
  const double share = subjects.empty() ? 0 : o.seconds / static_cast<double>(subjects.size());
  for (std::size_t round = 0; round < o.max_samples; ++round) {
    bool sampled = false;
    for (const std::size_t i : order_of_round(subjects.size(), round)) {
      if (spent[i] >= share && result[i].seconds.size() >= o.min_samples) continue;
      const double seconds = samplers[i].sample(o);
      result[i].seconds.push_back(seconds);
      spent[i] += seconds * static_cast<double>(samplers[i].calls);
      sampled = true;
    }
    if (!sampled || (o.should_end && o.should_end())) break;
  }
  return result;
}

}  // namespace perfdojo::measure
