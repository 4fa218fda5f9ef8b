// SPDX-License-Identifier: Apache-2.0
// Many short interleaved samples, successive halving, and what counts as a win.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace perfdojo::tuner {

/// Runs a candidate `calls` times and returns the seconds that all of them took together.
using sampler = std::function<double(int candidate, int calls)>;

struct measure_options {
  double sample_seconds =
      50e-6;               ///< within the 20-200 us at which spread is smallest (performance.md, section 1)
  int first_rounds = 5;    ///< samples of every candidate
  int second_rounds = 25;  ///< samples of the better third
  int final_rounds = 60;   ///< samples of the finalists
  int finalists = 4;
  double hopeless =
      1.1;  ///< given up after 3 samples when the minimum exceeds this times the best, and the noise
  double budget_seconds = 20;  ///< for all rounds together; slow kernels get fewer samples
  int least_rounds = 3;        ///< that take place whatever they take
  std::uint64_t seed = 1;
  bool cold = false;  ///< operands are in no cache when a call begins
};

/// Seconds per call of one candidate, every sample.
struct series {
  std::vector<double> seconds;
  int calls = 1;  ///< per sample
};

struct summary {
  double minimum = 0, p10 = 0, median = 0, p90 = 0;
  int samples = 0;
  double spread() const { return median > 0 ? (p90 - p10) / median : 0; }
};
summary summarize(std::span<const double> seconds);

/// Calls that make one sample last `seconds`; `per_call` gets the seconds of one call as last seen.
int calibrate(const sampler& run, int candidate, double seconds, double* per_call = nullptr);

/// `rounds` samples of each candidate. Every round visits them in another random order, so that no place in the list
/// is warmer than another; `all` is appended to.
void measure_interleaved(const sampler& run, std::span<const int> candidates, int rounds,
                         std::vector<series>& all, const measure_options& options);

/// Measures `count` candidates; those in `kept` stay until the end whatever they score. One series per candidate.
std::vector<series> measure_all(const sampler& run, int count, std::span<const int> kept,
                                const measure_options& options);

/// The least relative gain that is called a win: 2 %, or more where the samples themselves scatter more.
double noise_of(const summary& a, const summary& b);
/// True if a is faster than b by more than the noise.
bool beats(const summary& a, const summary& b);

/// Order of candidates, fastest first. Ties, within noise, keep their order in the list.
std::vector<int> ranking(std::span<const series> all);

}  // namespace perfdojo::tuner
