// SPDX-License-Identifier: Apache-2.0
// random_move: a move with random parameters, without a list of all of them.
#pragma once

#include <perfdojo/schedule/legal_moves.hpp>

#include "support/same_result.hpp"

#include <optional>

namespace support {

/// A move of this kind, legal or not; nothing if the program has no value for one of its parameters.
inline std::optional<perfdojo::move_record> random_move(int kind,
                                                        const perfdojo::detail::parameter_values& values,
                                                        dice& d) {
  perfdojo::move_record m{kind, {}};
  for (const perfdojo::domain what : perfdojo::move_kinds[static_cast<std::size_t>(kind)].domains) {
    // A scope to stand around: any, not only the choice of the move.
    const auto& all = values.of(what == perfdojo::domain::around ? perfdojo::domain::scope_or_top : what);
    if (all.empty()) return {};
    m.values.push(all[static_cast<std::size_t>(d.below(static_cast<index_t>(all.size())))]);
  }
  return m;
}

}  // namespace support
