// SPDX-License-Identifier: Apache-2.0
// What a list of timed samples says: minimum, percentiles, spread. Never the mean: noise only adds time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace perfdojo::measure {

/// Samples of one subject, in the order in which they were taken.
struct series {
  std::vector<double> seconds;        // per call
  std::int64_t calls_per_sample = 0;  // calls that one sample averages over
};

/// Seconds per call, and how far the samples lie apart.
struct summary {
  double minimum = 0;
  double p10 = 0;
  double median = 0;
  double p90 = 0;
  double spread = 0;  // (p90 - p10) / median
  std::size_t samples = 0;
};

/// The value below which a share q of the samples lies, linear between neighbours. q in [0, 1].
/// An empty list gives 0.
// law: quantile(s, 0) == min(s), quantile(s, 1) == max(s), and it never falls as q rises.
inline double quantile(std::vector<double> samples, double q) {
  if (samples.empty()) return 0;
  std::sort(samples.begin(), samples.end());
  const double place = q * static_cast<double>(samples.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= samples.size()) return samples.back();
  const double share = place - static_cast<double>(below);
  return samples[below] + share * (samples[below + 1] - samples[below]);
}

inline summary summarize(const std::vector<double>& samples) {
  summary s;
  s.samples = samples.size();
  s.minimum = quantile(samples, 0);
  s.p10 = quantile(samples, 0.1);
  s.median = quantile(samples, 0.5);
  s.p90 = quantile(samples, 0.9);
  s.spread = s.median > 0 ? (s.p90 - s.p10) / s.median : 0;
  return s;
}

inline summary summarize(const series& s) { return summarize(s.seconds); }

/// True if `candidate` is faster than `baseline` by more than the noise: the 10th percentiles differ by at least
/// `margin` and the candidate's median lies below the baseline's as well.
///
/// The default margin: on shared machines the same kernel repeats to 2-3 %, so less is a tie.
inline bool wins(const summary& candidate, const summary& baseline, double margin = 0.03) {
  if (candidate.samples == 0 || baseline.samples == 0) return false;
  return candidate.p10 < baseline.p10 * (1 - margin) && candidate.median < baseline.median;
}

}  // namespace perfdojo::measure
