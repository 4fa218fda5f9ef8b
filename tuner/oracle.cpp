// SPDX-License-Identifier: Apache-2.0
#include "oracle.hpp"

#include <optional>

#include <perfdojo/exec/reference.hpp>

#include "game.hpp"
#include "library.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

void interpret(const ir::program& p, const shape& s, const operand_set& operands) {
  exec::reference_arguments given;
  for (const index_t size : s) given.sizes.push(size);
  for (const exec::argument& a : operands.views()) {
    exec::reference_argument x;
    x.data = a.data;
    for (int d = 0; d < a.rank; ++d) x.strides[d] = a.strides[d];
    given.arguments.push(x);
  }
  const auto result = exec::reference(p, given);
  if (!result.ok())
    throw environment_error("the program itself leaves buffer " +
                            std::string(name_text(result.buffer).view()) + " at index " +
                            decimal(result.index));
}

}  // namespace

struct oracle::interpreter {
  std::optional<library> compiled;
  ir::program program;
};

outputs outputs_of(const problem& p, const operand_set& operands) {
  outputs all(p.operands.size());
  for (std::size_t o = 0; o < p.operands.size(); ++o)
    if (p.operands[o].use != role::in) all[o] = operands.elements(o);
  return all;
}

oracle::oracle(const problem& p) : problem_(p), interpreter_(std::make_unique<interpreter>()) {
  if (p.reference.empty())
    interpreter_->program = read_program(p.program);
  else
    interpreter_->compiled.emplace(p.reference);
}
oracle::~oracle() = default;

const outputs& oracle::expected(const shape& s, values which) {
  const auto found = known_.find({s, which});
  if (found != known_.end()) return found->second;
  const operand_set operands(problem_, s, layout::timing, which);
  if (interpreter_->compiled)
    interpreter_->compiled->entry("perfdojo_reference")(operands.views().data(), 1);
  else
    interpret(interpreter_->program, s, operands);
  return known_.emplace(std::pair(s, which), outputs_of(problem_, operands)).first->second;
}

}  // namespace perfdojo::tuner
