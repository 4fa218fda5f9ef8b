// SPDX-License-Identifier: Apache-2.0
// What a kernel must compute: the outputs of the unscheduled program, run by the reference interpreter.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "operands.hpp"
#include "problem.hpp"

namespace perfdojo::tuner {

/// One vector per operand, row by row; empty for operands that are only read.
using outputs = std::vector<std::vector<double>>;

outputs outputs_of(const problem& p, const operand_set& operands);

class oracle {
public:
  /// Throws environment_error if the program does not parse or the reference cannot be loaded.
  explicit oracle(const problem& p);
  ~oracle();
  /// Computed once per shape and kind of values.
  const outputs& expected(const shape& s, values which);

private:
  struct interpreter;
  const problem& problem_;
  std::unique_ptr<interpreter> interpreter_;
  std::map<std::pair<shape, values>, outputs> known_;
};

}  // namespace perfdojo::tuner
