// SPDX-License-Identifier: Apache-2.0
// repeat: may the last iterations of a scope run twice?
#pragma once

#include <perfdojo/ir/walk.hpp>

namespace perfdojo::analysis {

/// The buffer whose elements might be others if the last iterations of scope n ran again, in order, after all of them; -1 if there is none.
/// Each iteration has instances of its own of the buffers that live in the scope. Others must be assigned and not be read there: then a
/// second run computes the same values, and the last one who writes an element is the same.
constexpr int changed_by_repetition(const ir::program& p, ir::node_id n) {
  bool is_written[ir::program::max_buffers]{}, is_read[ir::program::max_buffers]{};
  ir::for_each_in(p, n, [&](ir::node_id i) {
    ir::for_each_access(p, i, [&](std::int16_t a, bool is_write) {
      (is_write ? is_written : is_read)[p.accesses[a].buffer] = true;
    });
  });
  for (int b = 0; b < p.buffers.size(); ++b)
    if (is_written[b] && is_read[b] && !ir::lives_in(p, p.buffers[b], n)) return b;
  return -1;
}

}  // namespace perfdojo::analysis
