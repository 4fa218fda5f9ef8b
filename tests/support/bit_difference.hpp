// SPDX-License-Identifier: Apache-2.0
// bit_difference: do two programs give the same bits in whatever order unrolled, vector and parallel scopes run?
#pragma once

#include "support/same_result.hpp"

namespace support {

/// Empty if both programs give the same bits of arguments on which the order of a sum shows, forwards and backwards.
inline std::string bit_difference(const ir::program& before, const ir::program& after, std::uint64_t seed) {
  for (const sizes_of_program& sizes : size_choices(before, seed, 2)) {
    sizes_of_program more = sizes;
    for (int s = before.symbols.size(); s < after.symbols.size(); ++s) more.push(after.symbols[s].value);
    argument_set expected(before, sizes, seed);
    expected.roughen();
    if (!exec::reference(before, expected.view()).ok()) continue;
    for (const auto order : {exec::reference_order::forwards, exec::reference_order::reversed}) {
      argument_set found(after, more, seed);
      found.roughen();
      exec::reference(after, found.view(), order);
      if (const std::string trouble = expected.first_difference(found, 0); !trouble.empty()) return trouble;
    }
  }
  return {};
}

}  // namespace support
