// SPDX-License-Identifier: Apache-2.0
#include "contest.hpp"

#include <algorithm>
#include <cmath>

namespace perfdojo::tuner {

void contest::add(std::vector<summary> sums) { conditions_.push_back(std::move(sums)); }

bool contest::better(std::size_t a, std::size_t b) const {
  const auto loses = [&](const std::vector<summary>& c) { return c[a].samples == 0 || beats(c[b], c[a]); };
  const auto wins = [&](const std::vector<summary>& c) { return beats(c[a], c[b]); };
  return !excluded_[a] && std::none_of(conditions_.begin(), conditions_.end(), loses) &&
         std::any_of(conditions_.begin(), conditions_.end(), wins);
}

std::size_t contest::winner() const {
  // Mean logarithm of the time: halving it at one size weighs as much as halving it at another.
  std::vector<double> scores(candidates_, 0);
  for (const auto& c : conditions_)
    for (std::size_t i = 0; i < candidates_; ++i)
      scores[i] += c[i].samples > 0 ? std::log(c[i].p10) : HUGE_VAL;
  std::vector<std::size_t> order;
  for (std::size_t i = 1; i < candidates_; ++i) order.push_back(i);
  if (order.size() > 1)
    std::stable_sort(order.begin() + 1, order.end(),
                     [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
  std::size_t best = 0;
  for (const std::size_t i : order)
    if (better(i, best)) best = i;
  return best;
}

}  // namespace perfdojo::tuner
