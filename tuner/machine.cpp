// SPDX-License-Identifier: Apache-2.0
#include "machine.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "text.hpp"

namespace perfdojo::tuner {
namespace {

// Names as in /proc/cpuinfo (arch/x86/include/asm/cpufeatures.h; "Features" on Arm).
constexpr std::array relevant{"amx_bf16", "amx_int8",    "amx_tile",    "asimd",       "asimddp",  "avx",
                              "avx2",     "avx512_bf16", "avx512_fp16", "avx512_vnni", "avx512bw", "avx512dq",
                              "avx512f",  "avx512vl",    "avx_vnni",    "bf16",        "bmi2",     "f16c",
                              "fma",      "i8mm",        "sse4_1",      "sse4_2",      "sve",      "sve2"};

std::string value_of(const std::string& cpuinfo, std::string_view key) {
  for (const std::string& line : split_text(cpuinfo, '\n')) {
    const auto colon = line.find(':');
    if (colon != std::string::npos && trimmed(std::string_view(line).substr(0, colon)) == key)
      return trimmed(std::string_view(line).substr(colon + 1));
  }
  return {};
}

std::string whole(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::int64_t cache_bytes(int level) {
  // sysconf answers 0 inside some containers; the kernel's own description is the fallback.
  const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
  if (const long bytes = sysconf(names[level - 1]); bytes > 0) return bytes;
  for (int index = 0; index < 8; ++index) {
    const std::string folder =
        "/sys/devices/system/cpu/cpu0/cache/index" + decimal(std::int64_t{index}) + "/";
    if (trimmed(whole((folder + "level").c_str())) != decimal(std::int64_t{level})) continue;
    if (trimmed(whole((folder + "type").c_str())) == "Instruction") continue;
    std::string size = trimmed(whole((folder + "size").c_str()));
    std::int64_t unit = 1;
    if (!size.empty() && size.back() == 'K') unit = 1024;
    if (!size.empty() && size.back() == 'M') unit = 1024 * 1024;
    if (unit != 1) size.pop_back();
    if (std::int64_t value = 0; read_integer(size, value)) return value * unit;
  }
  return 0;
}

}  // namespace

machine this_machine() {
  machine m;
  const std::string cpuinfo = whole("/proc/cpuinfo");
  m.cpu = value_of(cpuinfo, "model name");
  if (m.cpu.empty()) m.cpu = "CPU implementer " + value_of(cpuinfo, "CPU implementer");
  const std::string family = value_of(cpuinfo, "cpu family");
  // Virtual machines hide the marketing name, so the numbers belong to it.
  if (!family.empty())
    m.cpu += " (family " + family + " model " + value_of(cpuinfo, "model") + " stepping " +
             value_of(cpuinfo, "stepping") + ")";
  else if (const std::string part = value_of(cpuinfo, "CPU part"); !part.empty())
    m.cpu += " part " + part;

  std::string flags = value_of(cpuinfo, "flags");
  if (flags.empty()) flags = value_of(cpuinfo, "Features");
  for (const std::string& flag : split_text(flags, ' '))
    if (std::find(relevant.begin(), relevant.end(), flag) != relevant.end()) m.features.push_back(flag);
  std::sort(m.features.begin(), m.features.end());
  m.features.erase(std::unique(m.features.begin(), m.features.end()), m.features.end());

  m.l1_bytes = cache_bytes(1);
  m.l2_bytes = cache_bytes(2);
  m.l3_bytes = cache_bytes(3);

  utsname system{};
  if (uname(&system) == 0)
    m.kernel = std::string(system.sysname) + " " + system.release + " " + system.machine;

  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) == 0)
    for (int core = 0; core < CPU_SETSIZE; ++core)
      if (CPU_ISSET(core, &mask)) m.cores.push_back(core);
  if (m.cores.empty()) m.cores.push_back(0);
  return m;
}

std::string machine::signature() const {
  return cpu + "; " + join_text(features, " ") + "; L1 " + decimal(l1_bytes) + " L2 " + decimal(l2_bytes) +
         " L3 " + decimal(l3_bytes);
}

bool pin_to(int core) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(core, &mask);
  return sched_setaffinity(0, sizeof mask, &mask) == 0;
}

}  // namespace perfdojo::tuner
