// SPDX-License-Identifier: Apache-2.0
// move_list: what a composed step is made of.
#pragma once

#include <perfdojo/schedule/move_record.hpp>

namespace perfdojo {

/// Moves in order. A composed step has one as `moves`; the tuner calls the function that makes it.
inline constexpr int max_composed_moves = 80;
using move_list = fixed_vector<move_record, max_composed_moves>;

namespace detail {
/// name + characters, as moves make them: part("j", "10") is "j10".
constexpr name part(name base, std::string_view suffix) {
  for (const char c : suffix) base = ir::suffixed(base, c);
  return base;
}

}  // namespace detail

}  // namespace perfdojo
