// SPDX-License-Identifier: Apache-2.0
// The commands of pd-tuner. Each returns an exit code; errors are exceptions (error.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "error.hpp"
#include "session.hpp"

namespace perfdojo::tuner {

/// Prints machine, compiler, folders and store, and what is wrong with them.
exit_code doctor(const common_options& options);

/// Prints the built-in kernels and what is tuned on this machine.
exit_code list(const common_options& options);

struct tune_options {
  std::vector<std::string> kernels{};  ///< by name
  std::string user_kernel{};           ///< FILE:TYPE
  std::vector<std::string> sizes{};
  double budget_seconds = 120;  ///< for all kernels together
  double limit_seconds = 2;     ///< for one call of a candidate
  int threads = 1;
  std::uint64_t seed = 1;
  bool strict = false;  ///< keep the order of every floating-point reduction
};
exit_code tune(const common_options& options, const tune_options& what);

/// Prints the best schedules of a kernel, what they do to the program step by step, and the times.
exit_code show(const common_options& options, const std::string& kernel, bool steps);

/// Compiles every schedule of a header and compares it with the reference, at sizes of all kinds.
exit_code verify(const common_options& options, const std::string& header);

/// Writes the header from the store.
exit_code emit(const common_options& options);

/// Prints the translation unit that `tune` compiles for schedules of a built-in kernel, given by its type.
exit_code source(const common_options& options, const std::string& kernel,
                 const std::vector<std::string>& schedules);

/// Prints the trace of a schedule: of a built-in kernel, given by its type, or of FILE:TYPE. Empty schedule: the built-in one.
exit_code trace(const common_options& options, const std::string& kernel, const std::string& user_kernel,
                const std::string& schedule);

/// Does again what the trace in a file tells, and prints the program or where it went another way.
exit_code replay(const common_options& options, const std::string& file, const std::string& user_kernel);

/// Compiles and runs a kept failure again.
exit_code reproduce(const common_options& options, const std::string& folder);

}  // namespace perfdojo::tuner
