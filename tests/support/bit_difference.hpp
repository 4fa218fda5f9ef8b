// SPDX-License-Identifier: Apache-2.0
// bit_difference: do two programs give the same bits in whatever order unrolled, vector and parallel scopes run?
#pragma once

#include "support/same_result.hpp"

namespace support {

/// Empty if both programs give the same bits of arguments on which the order of a sum shows, forwards and backwards.
inline std::string bit_difference(const ir::program& before, const ir::program& after, std::uint64_t seed) {
  return known_results(before, seed, 2, true).compare(after, 0, 0).difference;
}

}  // namespace support
