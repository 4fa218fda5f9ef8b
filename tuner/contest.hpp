// SPDX-License-Identifier: Apache-2.0
// Who wins when several candidates are measured under several conditions: the sizes that share an entry.
#pragma once

#include <cstddef>
#include <vector>

#include "measure.hpp"

namespace perfdojo::tuner {

class contest {
public:
  explicit contest(std::size_t candidates) : candidates_(candidates), excluded_(candidates) {}

  /// One condition: a summary per candidate, without samples for one that failed there.
  void add(std::vector<summary> sums);
  /// From now on this candidate is better than none.
  void exclude(std::size_t candidate) { excluded_[candidate] = true; }

  const summary& at(std::size_t condition, std::size_t candidate) const {
    return conditions_[condition][candidate];
  }

  /// Is a faster than b beyond the noise somewhere, and nowhere slower beyond it?
  bool better(std::size_t a, std::size_t b) const;
  /// Candidate 0, the default, unless another is better; candidate 1, the winner of an earlier time, goes first and stays unless
  /// another is better than it. The others try in order of their speed.
  std::size_t winner() const;

private:
  std::size_t candidates_;
  std::vector<bool> excluded_;
  std::vector<std::vector<summary>> conditions_;
};

}  // namespace perfdojo::tuner
