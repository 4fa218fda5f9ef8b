// SPDX-License-Identifier: Apache-2.0
// strides: how far apart in memory an access is from one iteration of a scope to the next, where a program alone tells.
#pragma once

#include <perfdojo/ir/program.hpp>

#include <optional>

namespace perfdojo::analysis {

/// The distance in elements between neighbours along dimension r: of a private buffer, which is dense, unless an extent further in is
/// known at run time only; of an argument in its last dimension, if `unit`: that this one is 1 is taken for granted.
constexpr std::optional<index_t> stride_of_dimension(const ir::program& p, const ir::buffer& b, int r,
                                                     bool unit = true) {
  if (b.dimensions[r].reused) return 0;
  if (r == b.rank() - 1 && (unit || b.is_private())) return 1;
  if (!b.is_private()) return {};
  index_t stride = 1;
  for (int d = r + 1; d < b.rank(); ++d) {
    const ir::dimension& x = b.dimensions[d];
    if (x.reused) continue;
    const index_t size = x.symbol < 0 ? -1 : p.symbols[x.symbol].value;
    if (x.symbol >= 0 && size < 0) return {};
    stride *= x.unit * (x.symbol < 0 ? x.cap : smaller(x.cap, ceil_div(size, x.step)));
  }
  return stride;
}

/// The distance in elements between the accesses of two neighbouring iterations of scope s.
constexpr std::optional<index_t> stride_along(const ir::program& p, const ir::access& a, ir::node_id s,
                                              bool unit = true) {
  index_t total = 0;
  for (int r = 0; r < a.index.size(); ++r) {
    const index_t c = a.index[r].coefficient(s);
    if (c == 0) continue;
    const std::optional<index_t> one = stride_of_dimension(p, p.buffers[a.buffer], r, unit);
    if (!one) return {};
    total += c * *one;
  }
  return total;
}

}  // namespace perfdojo::analysis
