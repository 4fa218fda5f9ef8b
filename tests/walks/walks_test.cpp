// SPDX-License-Identifier: Apache-2.0
// 100,000 pairs of a random program and a random legal schedule under the laws of support/schedule_laws.hpp. In a folder of its own: too
// slow under sanitizers, which run tests/laws.
#include "support/random_starts.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

#include <doctest/doctest.h>

TEST_CASE("law: 100,000 random schedules of random programs keep the meaning") {
  constexpr std::uint64_t walks = 5000;
  std::atomic<std::uint64_t> next{0}, pairs{0};
  std::atomic<bool> stop{false};
  std::mutex guard;
  std::string report;
  const auto walk = [&] {
    for (std::uint64_t seed; !stop && (seed = next++) < walks;) {
      const support::walk_result r = support::walk_random_schedule(support::random_start(seed), seed);
      pairs += static_cast<std::uint64_t>(r.moves);
      if (r.report.empty()) continue;
      const std::lock_guard lock(guard);
      report = r.report;
      stop = true;  // the first fault is enough to read
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = (std::max)(1u, std::thread::hardware_concurrency()); t > 0; --t)
    threads.emplace_back(walk);
  for (std::thread& t : threads) t.join();
  std::printf("%llu pairs\n", static_cast<unsigned long long>(pairs.load()));
  if (!report.empty()) MESSAGE(report);
  CHECK(report.empty());
  CHECK(pairs >= 100'000);
}
