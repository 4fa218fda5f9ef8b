// SPDX-License-Identifier: Apache-2.0
// A comparison as one JSON object on one line, and as a table for people.
#pragma once

#include "comparison.hpp"

#include <optional>
#include <string>
#include <vector>

namespace perfdojo::bench {

/// What is the same for all shapes of a run.
struct run_facts {
  int threads = 1;
  std::string clock;  // wall, cpu
  std::string processor;
  std::string compiler;
  std::string flags;
  std::optional<std::string> tuned_header;  // none: `tuned` repeats `untuned`
  std::string tuned_error;                  // why the tuned header could not be used; empty if it could
  std::vector<std::string> absent;
};

std::string json_line(const comparison& c, const run_facts& facts);
std::string table(const comparison& c, const run_facts& facts);

/// Model name of the processor as the system gives it.
std::string processor_name();

}  // namespace perfdojo::bench
