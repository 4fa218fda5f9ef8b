// SPDX-License-Identifier: Apache-2.0
// Measures everybody who can solve a problem, in one process and in turn, beside the limit of the hardware.
#pragma once

#include "../measure/statistics.hpp"
#include "../peers/peer.hpp"
#include "entry.hpp"
#include "shape.hpp"
#include "workload.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace perfdojo::bench {

/// One library at one shape.
struct measured {
  offer how;  // of equal names the fastest
  measure::summary time;
  double rate = 0;    // work / 10th percentile, in GF/s or GB/s
  std::string error;  // what is wrong with the result; empty if it is right
};

struct comparison {
  kernel what = kernel::gemm_f32;
  shape at;
  std::string unit;
  std::vector<measured> results;  // untuned, tuned, naive, peers
  double limit = 0;               // FMA peak or copy bandwidth at the footprint, of all threads together
  double limit_spread = 0;
  std::string limit_kind;
  std::vector<std::pair<std::string, double>>
      limit_rates;       // of every way that was tried; the highest is the limit
  double cpu_share = 1;  // of the time of the measurement; below 1 others took this CPU
  double frequency = 0;  // Hz, the higher of just before and just after

  const measured* find(const std::string& name) const;
  /// The fastest right result that is neither ours nor naive; null if there is none.
  const measured* best_peer() const;
  bool all_right() const;
};

/// This library with its built-in or its tuned schedules.
struct our_version {
  std::string name;  // untuned, tuned
  const our_entries* entries;
  void* pool;  // null for one thread
  std::string version;
  std::string core;  // where its schedules come from
};
offer our_offer(const our_version& ours, const problem& p);

struct compare_settings {
  double seconds = 2;  // of timing per shape
  int threads = 1;
  bool cpu_time = false;          // count CPU time, not wall time; one thread only
  std::vector<std::string> only;  // names; empty: all
  std::function<void(const std::string&)> progress = [](const std::string&) {};
};

/// Checks and measures at one shape. Throws std::bad_alloc if the operands do not fit into memory.
comparison compare(kernel what, const shape& at, const std::vector<our_version>& ours,
                   const loaded_peers& peers, const compare_settings& settings);

}  // namespace perfdojo::bench
