// SPDX-License-Identifier: Apache-2.0
// Which CPUs this process may use, and pinning to some of them (Linux; elsewhere pinning reports false).
#pragma once

#include <cstddef>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#endif

namespace perfdojo::measure {

/// CPUs that the affinity mask of the calling thread allows, ascending; empty where that cannot be asked.
inline std::vector<int> allowed_cpus() {
  std::vector<int> cpus;
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
  }
#endif
  return cpus;
}

/// Restricts the calling thread, and threads that it starts later, to `cpus`. False if the system refuses.
inline bool pin_to(const std::vector<int>& cpus) {
#if defined(__linux__)
  if (cpus.empty()) return false;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) CPU_SET(cpu, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
#else
  (void)cpus;
  return false;
#endif
}

/// Pins to the last `count` of the allowed CPUs (interrupts and other processes favour the first) and returns
/// them; empty if that failed or fewer are allowed.
inline std::vector<int> pin_to_last(std::size_t count) {
  std::vector<int> cpus = allowed_cpus();
  if (cpus.size() < count || count == 0) return {};
  cpus.erase(cpus.begin(), cpus.end() - static_cast<std::ptrdiff_t>(count));
  if (!pin_to(cpus)) return {};
  return cpus;
}

}  // namespace perfdojo::measure
