// SPDX-License-Identifier: Apache-2.0
// How kernels reach the tuner: programs that include their headers print what they are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler.hpp"
#include "kernels.hpp"

namespace perfdojo::tuner {

struct probed {
  std::string program;  ///< text form, unscheduled
  std::vector<std::pair<std::int64_t, std::string>>
      defaults;  ///< largest work and schedule, composed steps by name
};

/// Compiles and runs probes. Throws usage_error for a kernel that does not compile.
std::vector<probed> probe_kernels(std::span<const kernel_facts* const> kernels, const compiler& with,
                                  const std::filesystem::path& scratch);

}  // namespace perfdojo::tuner
