// SPDX-License-Identifier: Apache-2.0
// The child process that runs candidates: pinned, time-limited, replaced when a candidate kills it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "measure.hpp"
#include "problem.hpp"
#include "process.hpp"
#include "store.hpp"
#include "worker.hpp"

namespace perfdojo::tuner {

/// Where a compiled candidate is found.
struct loadable {
  std::string library;
  std::string symbol;
};

struct checked {
  outcome_class result = outcome_class::ok;
  std::string detail;  ///< what differs, which signal
};

struct timed {
  outcome_class result = outcome_class::ok;
  std::string detail;
  series samples;
};

class child {
public:
  struct options {
    std::string program = "/proc/self/exe";  ///< a pd-tuner
    std::filesystem::path folder;            ///< takes the problem's description and the child's messages
    std::vector<int> cores;                  ///< one: pinned to it
    double limit_seconds = 2;                ///< for one call of a candidate
  };
  child(const problem& p, options o);
  child(const child&) = delete;
  child& operator=(const child&) = delete;
  ~child();

  void set_limit(double seconds) { options_.limit_seconds = seconds; }

  /// Runs a candidate on every checked shape, between guard pages, in two layouts, and compares with the reference.
  checked check(const loadable& candidate);

  /// Measures candidates together at one shape; first checks there that each agrees with `all[0]`, which must be trusted.
  /// A candidate that hangs or crashes is marked, and the others are measured without it.
  std::vector<timed> time(const shape& s, const std::vector<loadable>& all, const std::vector<int>& kept,
                          const measure_options& how);

  /// The process that serves now, or -1.
  pid_t id() const { return pid_; }

private:
  struct reply {
    std::string text;  // what the worker answered, or empty
    bool died = false;
    outcome_class how = outcome_class::crashed;
    int candidate = -1;  // at work when it died
    std::string detail;
  };
  reply ask(const std::string& request);
  reply bury(bool hung, double waited);
  void start();
  void stop();

  problem problem_;
  options options_;
  std::filesystem::path status_path_, problem_path_, log_path_;
  worker_status* status_ = nullptr;
  descriptor connection_;
  pid_t pid_ = -1;
  std::string received_;
};

}  // namespace perfdojo::tuner
