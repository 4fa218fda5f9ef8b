// SPDX-License-Identifier: Apache-2.0
// dependence: must operations keep their order? Every check of legality that concerns order asks this. Whether values are
// overwritten before they are read is left to coverage.hpp.
#pragma once

#include <perfdojo/analysis/meeting.hpp>

namespace perfdojo::analysis {

/// The strongest dependence that was found, and the buffer that carries it (-1 if none).
struct finding {
  dependence kind = dependence::none;
  int buffer = -1;
  constexpr bool conflicts() const { return kind == dependence::conflict; }
};

/// The strongest dependence between instances of touches in `from` (x) and in `to` (y) that are related by r.
constexpr finding between(const ir::program& p, const touch_list& from, const touch_list& to,
                          const relation& r) {
  finding worst;
  for (const touch& x : from) {
    for (const touch& y : to) {
      if (x.buffer != y.buffer) continue;
      const dependence kind = strength(x, y);
      if (kind <= worst.kind || !may_meet(p, x, y, r)) continue;
      worst = {kind, x.buffer};
      if (worst.conflicts()) return worst;
    }
  }
  return worst;
}
/// As above, for all touches at and below node m (x) and node n (y).
constexpr finding between(const ir::program& p, ir::node_id m, ir::node_id n, const relation& r) {
  return between(p, touches_in(p, m), touches_in(p, n), r);
}

/// The strongest dependence between different iterations of scope s within one iteration of each scope above it.
constexpr finding carried_by(const ir::program& p, ir::node_id s) {
  const touch_list list = touches_in(p, s);
  finding worst;
  for (int i = 0; i < list.size(); ++i) {
    for (int j = i; j < list.size(); ++j) {
      if (list[i].buffer != list[j].buffer) continue;
      const dependence kind = strength(list[i], list[j]);
      if (kind <= worst.kind) continue;
      const order different = i == j ? order::less : order::different;
      if (!may_meet(p, list[i], list[j], {.scope = s, .at = different})) continue;
      worst = {kind, list[i].buffer};
      if (worst.conflicts()) return worst;
    }
  }
  return worst;
}

}  // namespace perfdojo::analysis
