// SPDX-License-Identifier: Apache-2.0
// Which buffers never hold NaN while a reduction that ignores NaN runs.
#pragma once

#include <perfdojo/ir/walk.hpp>

namespace perfdojo::analysis {

/// Is everything that is ever stored to a private buffer a number, but for what this kind of update adds? Then max_number and min_number
/// keep NaN out of it: infinity is neutral, and one instruction does.
constexpr bool starts_as_number(const ir::program& p, int buffer, ir::update how) {
  if (!p.buffers[buffer].is_private()) return false;
  for (const ir::node& n : p.nodes) {
    if (n.is_scope || n.how == ir::update::prefetch || n.how == how ||
        p.accesses[n.destination].buffer != buffer)
      continue;
    if (n.how != ir::update::assign) return false;
    const ir::expression& value = p.expressions[n.value];
    if (value.what != ir::function::constant || value.number != value.number) return false;
  }
  return true;
}

}  // namespace perfdojo::analysis
