// SPDX-License-Identifier: Apache-2.0
// How often the scopes of a program run, on the average, for the cost model.
#pragma once

#include <vector>

#include <perfdojo/ir/program.hpp>

namespace perfdojo::tuner {

/// Is the body of scope n code without a loop, once per position?
inline bool is_straight(const ir::program& p, ir::node_id n) {
  const ir::scope_kind kind = p.nodes[n].kind;
  return kind == ir::scope_kind::unrolled || ir::holds_operations_only(kind);
}

/// Iterations of each scope of a program with these sizes, one per symbol.
class iteration_counts {
public:
  iteration_counts(const ir::program& p, const std::vector<index_t>& sizes);

  /// Average iterations of scope n; 1 for an operation.
  double trips(ir::node_id n) const { return trips_[static_cast<std::size_t>(n)]; }
  /// The positions that run or that code is made for: of a straight scope all, whatever its bound.
  double positions(ir::node_id n) const { return positions_[static_cast<std::size_t>(n)]; }

private:
  std::vector<double> trips_, positions_;
};

}  // namespace perfdojo::tuner
