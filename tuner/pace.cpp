// SPDX-License-Identifier: Apache-2.0
#include "pace.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "text.hpp"

namespace perfdojo::tuner {
namespace {

// Batches differ; one that takes a quarter longer than the last ones is usual.
constexpr double caution = 1.25;
// Seconds below which the rest is not divided any more: small batches are mostly starts.
constexpr double least_slice = 3;
// The part of the first batch that another one of any size would take as well: a guess, corrected by the batches that follow.
constexpr double first_start = 0.4;

}  // namespace

budget_split::budget_split(double seconds, std::vector<double> shares)
    : seconds_(seconds), shares_(std::move(shares)) {}

double budget_split::next(double spent) {
  const double left = (std::max)(0., seconds_ - spent);
  const double open = std::accumulate(shares_.begin() + static_cast<std::ptrdiff_t>(at_), shares_.end(), 0.);
  return left * shares_.at(at_++) / open;
}

void pace::note(std::size_t candidates, double seconds) {
  if (candidates == 0) return;
  const double n = static_cast<double>(candidates);
  if (each_ == 0) {
    start_ = first_start * seconds;
    each_ = (seconds - start_) / n;
    return;
  }
  // Small steps towards the line through this batch; which of the two it was cannot be told from one.
  const double off = seconds - (start_ + each_ * n);
  start_ = (std::max)(0., start_ + 0.5 * off * start_ / (start_ + each_ * n));
  each_ = (std::max)(1e-3 * each_, each_ + 0.5 * off * each_ / (start_ + each_ * n));
}

double pace::predicted(std::size_t candidates) const {
  return caution * (start_ + each_ * static_cast<double>(candidates));
}

std::size_t pace::batch(double seconds_left) const {
  if (seconds_left <= 0 || predicted(cores_) > seconds_left) return 0;
  if (each_ == 0) return cores_;
  const double slice = (std::max)(seconds_left / 3, (std::min)(seconds_left, least_slice));
  const double wanted = (slice / caution - start_) / each_;
  return std::clamp(static_cast<std::size_t>(std::clamp(wanted, 0., 1e6)), cores_, (std::max)(cores_, most_));
}

const char* to_text(activity a) {
  constexpr std::array names{"preparing", "proposing", "compiling", "checking", "measuring", "confirming"};
  return names[static_cast<std::size_t>(a)];
}

void time_sheet::begin(activity what, double now) {
  end(now);
  current_ = what;
  since_ = now;
}

void time_sheet::end(double now) {
  if (since_ >= 0) spent_[static_cast<std::size_t>(current_)] += now - since_;
  since_ = -1;
}

std::string time_sheet::text() const {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < spent_.size(); ++i)
    if (spent_[i] >= 0.1)
      parts.push_back(std::string(to_text(static_cast<activity>(i))) + " " + decimal(spent_[i], 1) + " s");
  return join_text(parts, ", ");
}

}  // namespace perfdojo::tuner
