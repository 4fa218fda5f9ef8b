// SPDX-License-Identifier: Apache-2.0
// The inside of the child process. It is pd-tuner started again, so it shares nothing with the search but these words.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace perfdojo::tuner {

/// Mapped by parent and child, so that the parent knows what was at work when the child died or hung.
struct worker_status {
  std::atomic<std::int64_t> began_ns;       ///< monotonic; 0: no candidate at work
  std::atomic<std::int32_t> candidate;      ///< position in the request
  std::atomic<std::int32_t> fault_operand;  ///< whose guard page was hit, or -1
  std::atomic<std::int32_t> fault_before;   ///< 1: in front of the operand
  std::atomic<std::int32_t> at_timing;      ///< 1: while timing, 0: while checking
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "written in a signal handler");

/// First argument of the child's command line.
inline constexpr const char* worker_option = "--worker";

/// pd-tuner --worker PROBLEM STATUS PARENT [CORE...]: answers requests on descriptor 3 until it closes.
int run_worker(int argc, char** argv);

}  // namespace perfdojo::tuner
