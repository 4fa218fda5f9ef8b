// SPDX-License-Identifier: Apache-2.0
// The narrow door between a search and everything that compiles, checks and measures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store.hpp"

namespace perfdojo::tuner {

/// A schedule as C++ text, and the program it makes: two schedules with one program are measured once.
struct candidate {
  std::string schedule;
  std::uint64_t program_hash = 0;
};

/// What a search learns about a candidate at one of the problem's timed shapes.
struct candidate_result {
  outcome_class result = outcome_class::ok;
  double seconds = 0;          ///< per call; meaningful for ok only
  double default_seconds = 0;  ///< of the built-in schedule, measured in between
};

class search_strategy {
public:
  virtual ~search_strategy() = default;
  /// Up to `count` candidates for the timed shape at that position. Fewer, or none, when it has no more ideas.
  virtual std::vector<candidate> propose(std::size_t count, std::size_t shape_index) = 0;
  virtual void report(const candidate& c, std::size_t shape_index, const candidate_result& result) = 0;
};

}  // namespace perfdojo::tuner
