// SPDX-License-Identifier: Apache-2.0
// How a tuning spends its time: shares of several kernels, sizes of batches, and where the seconds went.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace perfdojo::tuner {

/// Divides seconds among several, one after the other. What one leaves, or takes too much, is shared by the rest.
class budget_split {
public:
  budget_split(double seconds, std::vector<double> shares);
  /// Seconds for the next one, when `spent` seconds of all are gone. Never negative.
  double next(double spent);

private:
  double seconds_;
  std::vector<double> shares_;
  std::size_t at_ = 0;
};

/// Candidates per batch, from what earlier batches took: a start, and the same for each candidate.
class pace {
public:
  pace(std::size_t cores, std::size_t most) : cores_(cores), most_(most) {}

  void note(std::size_t candidates, double seconds);
  double predicted(std::size_t candidates) const;
  /// Candidates that take about a third of the seconds left: whatever the prediction misses by, there is time to learn from it. The
  /// last seconds are one batch. At least one per core, at most `most`, and 0 when not even one per core would end in time.
  std::size_t batch(double seconds_left) const;

private:
  std::size_t cores_, most_;
  double start_ = 0, each_ = 0;  // seconds
};

/// What a tuning does at a moment.
enum class activity { preparing, proposing, compiling, checking, measuring, confirming };
const char* to_text(activity a);

/// Seconds of each activity.
class time_sheet {
public:
  void begin(activity what, double now);
  void end(double now);
  activity current() const { return current_; }
  double seconds(activity what) const { return spent_[static_cast<std::size_t>(what)]; }
  /// "compiling 12.1 s, measuring 3.0 s"; what took less than a tenth of a second is left out.
  std::string text() const;

private:
  std::array<double, 6> spent_{};
  activity current_ = activity::preparing;
  double since_ = -1;
};

}  // namespace perfdojo::tuner
