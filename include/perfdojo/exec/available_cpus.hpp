// SPDX-License-Identifier: Apache-2.0
// available_cpus: on how many CPUs this process may run.
#pragma once

#include <perfdojo/core/index_math.hpp>

#include <string_view>
#if defined(__linux__)
#include <fcntl.h>
#include <sched.h>
#endif
#include <unistd.h>

namespace perfdojo::exec {

/// The CPUs that a cgroup's cpu.max grants, rounded up: "150000 100000" is 2. 0 if it sets no limit.
/// Source: Linux, Documentation/admin-guide/cgroup-v2.rst: "$MAX $PERIOD" in microseconds, or "max $PERIOD".
constexpr int cpus_of_quota(std::string_view text) {
  index_t numbers[2] = {0, 0};
  for (index_t& number : numbers) {
    while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
    if (text.empty() || text[0] < '0' || text[0] > '9') return 0;
    for (; !text.empty() && text[0] >= '0' && text[0] <= '9'; text.remove_prefix(1))
      number = smaller(10 * number + (text[0] - '0'), index_t{1} << 40);
  }
  return numbers[1] == 0 ? 0 : static_cast<int>(smaller(ceil_div(numbers[0], numbers[1]), 1 << 20));
}

#if defined(__linux__)
/// The quota of the container, which mounts its own cgroup there; 0 if there is none.
inline int quota_cpus() {
  const int file = open("/sys/fs/cgroup/cpu.max", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[64];
  const ssize_t length = read(file, text, sizeof text);
  close(file);
  return length <= 0 ? 0 : cpus_of_quota({text, static_cast<std::size_t>(length)});
}

/// The CPUs in the affinity mask of the calling thread; 0 if that is unknown.
inline int affinity_cpus() {
  // The call fails while the set is smaller than the kernel's.
  for (int capacity = 1024; capacity <= 1 << 20; capacity *= 4) {
    cpu_set_t* set = CPU_ALLOC(static_cast<std::size_t>(capacity));
    if (set == nullptr) return 0;
    const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(capacity));
    const int count = sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (count > 0) return count;
  }
  return 0;
}
#endif

}  // namespace perfdojo::exec

namespace perfdojo {

/// How many CPUs this process may use, at least 1: those in the affinity mask of the calling thread, and no more than
/// the quota of its container.
inline int available_cpus() {
#if defined(__linux__)
  if (const int allowed = exec::affinity_cpus(); allowed > 0) {
    const int quota = exec::quota_cpus();
    return quota > 0 && quota < allowed ? quota : allowed;
  }
#endif
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? static_cast<int>(online) : 1;
}

}  // namespace perfdojo
