// SPDX-License-Identifier: Apache-2.0
// What this machine is, as far as it decides which schedule is best.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace perfdojo::tuner {

struct machine {
  std::string cpu;                    ///< brand, family, model and stepping
  std::vector<std::string> features;  ///< the instruction sets that kernels use, sorted
  std::int64_t l1_bytes = 0, l2_bytes = 0, l3_bytes = 0;
  std::string kernel;      ///< operating system and release
  std::vector<int> cores;  ///< the affinity mask of this process

  /// One line of everything but the operating system and the affinity mask: results carry over between those.
  std::string signature() const;
};

machine this_machine();

/// Pins the calling process. False if the core is not in its mask.
bool pin_to(int core);

}  // namespace perfdojo::tuner
