// SPDX-License-Identifier: Apache-2.0
#include "oracle.hpp"

#include <optional>

#include "library.hpp"

namespace perfdojo::tuner {

struct oracle::interpreter {
  std::optional<library> compiled;
};

outputs outputs_of(const problem& p, const operand_set& operands) {
  outputs all(p.operands.size());
  for (std::size_t o = 0; o < p.operands.size(); ++o)
    if (p.operands[o].use != role::in) all[o] = operands.elements(o);
  return all;
}

oracle::oracle(const problem& p) : problem_(p), interpreter_(std::make_unique<interpreter>()) {
  interpreter_->compiled.emplace(p.reference);
}
oracle::~oracle() = default;

const outputs& oracle::expected(const shape& s) {
  const auto found = known_.find(s);
  if (found != known_.end()) return found->second;
  const operand_set operands(problem_, s, layout::timing);
  interpreter_->compiled->entry("perfdojo_reference")(operands.views().data(), 1);
  return known_.emplace(s, outputs_of(problem_, operands)).first->second;
}

}  // namespace perfdojo::tuner
