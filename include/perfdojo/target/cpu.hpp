// SPDX-License-Identifier: Apache-2.0
// cpu: which CPU a program runs on. What its cores can do is left to facts.hpp, which asks the compiler's flags.
#pragma once

#include <cstring>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace perfdojo::target {

/// A model of CPU. Steppings are not told apart: they correct mistakes and seldom change which schedule is best.
struct cpu {
  char vendor[13] = "";  ///< "GenuineIntel"; empty: not known
  int family = 0;
  int model = 0;

  constexpr bool is_known() const { return vendor[0] != 0; }
  friend constexpr bool operator==(const cpu&, const cpu&) = default;
};

/// The numbers that CPUID leaf 1 gives in eax.
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, CPUID, "Version Information"; AMD64 Architecture
/// Programmer's Manual, volume 3, CPUID Fn0000_0001_EAX.
constexpr int family_of(unsigned eax) {
  const unsigned family = eax >> 8 & 15;
  return static_cast<int>(family == 15 ? family + (eax >> 20 & 255) : family);
}
constexpr int model_of(unsigned eax) {
  const unsigned family = eax >> 8 & 15, model = eax >> 4 & 15;
  return static_cast<int>(family == 6 || family == 15 ? (eax >> 12 & 0xf0) + model : model);
}

/// The CPU that runs this; not known where it cannot be asked (other than x86). CPUID takes a detour through the hypervisor of
/// a virtual machine, tens of microseconds: not for each call.
inline cpu this_cpu() {
  cpu c;
#if defined(__x86_64__) || defined(__i386__)
  unsigned a = 0, b = 0, x = 0, d = 0;
  if (__get_cpuid(0, &a, &b, &x, &d) == 0) return c;
  std::memcpy(c.vendor, &b, 4);
  std::memcpy(c.vendor + 4, &d, 4);
  std::memcpy(c.vendor + 8, &x, 4);
  if (__get_cpuid(1, &a, &b, &x, &d) == 0) return cpu{};
  c.family = family_of(a);
  c.model = model_of(a);
#endif
  return c;
}

}  // namespace perfdojo::target
