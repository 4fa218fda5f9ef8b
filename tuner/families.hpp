// SPDX-License-Identifier: Apache-2.0
// Composed steps by name: blocked_gemm<14, 2, 16, ...> as a value, so that a search can change its parameters.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <perfdojo/schedule/composed/move_list.hpp>

namespace perfdojo::tuner {

inline constexpr index_t no_default = -1;

/// A composed step of the library: its template's name and how many integers it takes.
struct family {
  std::string_view name;
  int parameters;
  index_t last;  ///< the template's default for the last one; no_default: it has none
  move_list (*moves)(std::span<const index_t> values);
};

/// All of them.
std::span<const family> families();
/// Position in families(), or -1.
int find_family(std::string_view name);

}  // namespace perfdojo::tuner
