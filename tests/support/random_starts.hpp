// SPDX-License-Identifier: Apache-2.0
// random_start: a program from one of the generators, or a sample, by the seed.
#pragma once

#include "support/random_pipelines.hpp"
#include "support/random_rows.hpp"
#include "support/random_schedules.hpp"
#include "support/sample_programs.hpp"

namespace support {

inline ir::program random_start(std::uint64_t seed) {
  if (seed % 10 == 9) return random_rows(seed);
  if (seed % 3 == 0) return random_pipeline(seed);
  if (seed % 3 == 1) return random_program(seed);
  return samples::all[seed / 3 % std::size(samples::all)].program;
}

}  // namespace support
