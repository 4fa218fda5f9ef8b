// SPDX-License-Identifier: Apache-2.0
// The bound of a workload as subjects to be timed beside it: multiply-adds for gemm, a copy of its operand else.
#pragma once

#include "workload.hpp"

#include <functional>
#include <string>
#include <vector>

namespace perfdojo::bench {

struct hardware_limit {
  std::string kind;  // fma_peak, copy_bandwidth
  struct subject {
    std::string name;  // fma_burst, copy_loop, copy_streaming
    std::function<void()> run;
  };
  std::vector<subject> subjects;  // the fastest counts
  double work = 0;                // of one call of any subject, in the unit of the workload
};

/// The subjects keep references to the operands of `w`. Each of `threads` threads does an equal part of the work.
hardware_limit limit_of(const workload& w, int threads);

}  // namespace perfdojo::bench
