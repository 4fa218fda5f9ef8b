// SPDX-License-Identifier: Apache-2.0
// The errors of pd-tuner and the exit codes that they become.
#pragma once

#include <stdexcept>

namespace perfdojo::tuner {

/// Exit codes of every command; documented in docs/tuner.md.
enum class exit_code : int { ok = 0, usage = 2, environment = 3, wrong = 4, interrupted = 130 };

/// The user asked for something that does not exist or does not fit: exit code 2.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Compiler, disk, directory, store or machine is not as needed: exit code 3.
struct environment_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Ctrl-C or SIGTERM reached a wait. What is stored stays; exit code 130.
struct interruption : std::runtime_error {
  interruption() : std::runtime_error("interrupted") {}
};

}  // namespace perfdojo::tuner
