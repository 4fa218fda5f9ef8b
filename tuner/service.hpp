// SPDX-License-Identifier: Apache-2.0
// What the child process does on request: check a candidate, time a set of them. Requests and answers are JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "abi.hpp"
#include "measure.hpp"
#include "operands.hpp"
#include "oracle.hpp"
#include "problem.hpp"
#include "worker.hpp"

namespace perfdojo::tuner {

class service {
public:
  service(problem p, worker_status& status);

  /// {"do": "check", "library", "symbol"} -> {"class", "detail"}
  /// {"do": "time", "shape", "candidates": [{"library", "symbol"}], "kept": [0], and the measure_options}
  ///   -> {"results": [{"class", "detail", "seconds": [...], "calls"}]}
  std::string answer(const std::string& request);

  /// Those that a candidate works on at this moment, or null.
  static const operand_set* operands_at_work();

private:
  std::string check(entry_point run);
  std::string compare(const outputs& want, const outputs& got, const shape& s) const;
  std::vector<std::string> disagreements(const std::vector<entry_point>& entries, operand_set& operands);
  double sample(entry_point entry, int index, int calls, operand_set& operands);
  double cold_sample(entry_point entry, int index, int calls, operand_set& operands);
  operand_set& timing_operands(const shape& s);

  problem problem_;
  worker_status& status_;
  oracle oracle_;
  std::optional<operand_set> timing_;
  std::vector<double> last_call_;  // seconds, per candidate of the request
  bool has_timed_values_ = false;
};

}  // namespace perfdojo::tuner
