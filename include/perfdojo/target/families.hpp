// SPDX-License-Identifier: Apache-2.0
// families: what is known about a family of cores before anything was measured. Choosing one is left to facts.hpp.
#pragma once

#include <cstdint>

namespace perfdojo::target {

/// What the analytic schedules need to know about a core. Plain numbers: one size under all flags.
struct facts {
  const char* family;
  int vector_bytes;                ///< of the registers that the executor uses
  int vector_registers;            ///< architectural, without mask registers
  int fma_latency;                 ///< cycles from an accumulator to itself, f32
  int fma_ports;                   ///< vector multiply-adds started per cycle
  std::int64_t l1_bytes;           ///< data cache of one core
  int l1_ways;                     ///<
  std::int64_t l2_bytes;           ///< of one core
  int l2_ways;                     ///<
  std::int64_t l3_bytes_per_core;  ///< the last level divided by the cores that share it; 0: there is none
  bool has_masks;                  ///< a masked load or store costs what a plain one costs

  /// Elements of type T in one vector register.
  template <class T>
  constexpr int lanes() const {
    return vector_bytes / static_cast<int>(sizeof(T));
  }
  friend constexpr bool operator==(const facts&, const facts&) = default;
};

/// How many elements of that many bytes fit the caches that a core has for itself, its share of the last level included.
constexpr std::int64_t cached_elements(const facts& f, std::int64_t bytes) {
  return (f.l2_bytes + f.l3_bytes_per_core) / bytes;
}

namespace families {

// Sources of the numbers:
//   [I]  Intel 64 and IA-32 Architectures Optimization Reference Manual (248966), cache and latency tables per core
//   [Z4] [Z5]  AMD Software Optimization Guides for Zen 4 (57647) and Zen 5 (58455)
//   [A]  Arm Software Optimization Guides and Technical Reference Manuals of Neoverse N1 and V1
//   [P]  measured by this project: latency 4 and two 512-bit ports on Zen 5 and Emerald Rapids
//   conservative: the smallest value among the usual members, since too small a block costs less than too large a one
//   arbitrary: nothing is known
inline constexpr std::int64_t kib = 1024;

//                                                    vector regs lat ports  L1         ways L2          ways L3 / core    masks
inline constexpr facts sapphire_rapids{
    "avx512, Sapphire Rapids", 64, 32, 4, 2, 48 * kib, 12, 2048 * kib, 16, 1920 * kib, true};  // [I] [P]
inline constexpr facts zen5{"avx512, Zen 5", 64, 32,         4,   2, 48 * kib, 12,
                            1024 * kib,      16, 4096 * kib, true};  // [Z5] [P]
inline constexpr facts zen4{"avx512, Zen 4", 64, 32,         4,   1, 32 * kib, 8,
                            1024 * kib,      8,  4096 * kib, true};  // [Z4]: two halves
inline constexpr facts ice_lake{"avx512, Ice Lake", 64, 32,         4,   2, 48 * kib, 12,
                                1280 * kib,         20, 1536 * kib, true};  // [I], server
inline constexpr facts skylake_server{"avx512, Skylake", 64, 32,         4,   2, 32 * kib, 8,
                                      1024 * kib,        16, 1408 * kib, true};  // [I]
inline constexpr facts avx2{"avx2", 32,        16, 5,          2,    32 * kib,
                            8,      256 * kib, 8,  2048 * kib, false};  // [I] Haswell; conservative
inline constexpr facts zen2{
    "avx2, Zen 2 and 3", 32, 16,         5,    2, 32 * kib, 8,
    512 * kib,           8,  4096 * kib, false};  // Zen 2 guide (56305); latency conservative
// Without FMA a chain of accumulators waits for the addition only.
inline constexpr facts avx{"avx", 32,        16, 3,          1,    32 * kib,
                           8,     256 * kib, 8,  2048 * kib, false};  // [I] Sandy Bridge
inline constexpr facts sse{"sse", 16,        16, 4,          2,    32 * kib,
                           8,     256 * kib, 8,  2048 * kib, false};  // [I] Skylake; caches conservative
inline constexpr facts neon{"neon", 16,        32, 4,          2,    64 * kib,
                            4,      512 * kib, 8,  1024 * kib, false};  // [A] N1; L2 and L3 conservative
// SVE and RVV registers are used 16 bytes at a time, the least that either guarantees to servers.
inline constexpr facts sve{"sve", 16,         32, 4,          4,    64 * kib,
                           4,     1024 * kib, 8,  1024 * kib, false};  // [A] V1; L3 conservative
inline constexpr facts rvv{"rvv", 16, 32, 4, 1, 32 * kib, 8, 256 * kib, 8, 0, false};          // arbitrary
inline constexpr facts generic{"generic", 16, 16, 4, 1, 32 * kib, 8, 256 * kib, 8, 0, false};  // arbitrary

}  // namespace families
}  // namespace perfdojo::target
