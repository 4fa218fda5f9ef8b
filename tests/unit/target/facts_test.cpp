// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/target/facts.hpp>

#include <cstdint>
#include <string>

#include <doctest/doctest.h>

namespace target = perfdojo::target;

namespace {
constexpr target::facts all[] = {
    target::families::sapphire_rapids,
    target::families::zen5,
    target::families::zen4,
    target::families::ice_lake,
    target::families::skylake_server,
    target::families::avx2,
    target::families::zen2,
    target::families::avx,
    target::families::sse,
    target::families::neon,
    target::families::sve,
    target::families::rvv,
    target::families::generic,
};

constexpr bool is_power_of_two(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }
}  // namespace

// A way of a cache holds a power of two of bytes: sets are chosen by address bits.
TEST_CASE("facts: sizes and ways of every family describe caches that can exist") {
  for (const target::facts& f : all) {
    CAPTURE(std::string(f.family));
    CHECK(f.l1_bytes % f.l1_ways == 0);
    CHECK(is_power_of_two(f.l1_bytes / f.l1_ways));
    CHECK(f.l2_bytes % f.l2_ways == 0);
    CHECK(is_power_of_two(f.l2_bytes / f.l2_ways));
    CHECK(f.l2_bytes > f.l1_bytes);
    CHECK(is_power_of_two(f.vector_bytes));
    CHECK(f.lanes<float>() * 4 == f.vector_bytes);
    CHECK(f.lanes<double>() * 8 == f.vector_bytes);
  }
}

// With MR * NV accumulators, NV loads and one broadcast, the registers of a family must be able to hide its latency.
TEST_CASE("facts: the registers of every family can hold enough accumulators") {
  for (const target::facts& f : all) {
    CAPTURE(std::string(f.family));
    CHECK(f.fma_latency * f.fma_ports < f.vector_registers);
  }
}

TEST_CASE("facts: the native vector is the widest that the flags allow") {
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
  static_assert(target::native_facts.vector_bytes == 64 && target::native_facts.has_masks);
#elif defined(__AVX__)
  static_assert(target::native_facts.vector_bytes == 32 && !target::native_facts.has_masks);
#else
  static_assert(target::native_facts.vector_bytes == 16 && !target::native_facts.has_masks);
#endif
  CHECK(target::native_facts.lanes<float>() == 2 * target::native_facts.lanes<double>());
}

// known-faults.md H43: the layout of a public type does not depend on the flags.
TEST_CASE("H43 facts have one layout under all flags") {
  struct same_layout {
    const char* a;
    int b[4];
    std::int64_t c;
    int d;
    std::int64_t e;
    int f;
    std::int64_t g;
    bool h;
  };
  static_assert(sizeof(target::facts) == sizeof(same_layout));
  static_assert(alignof(target::facts) == alignof(same_layout));
  CHECK(sizeof(target::facts) == sizeof(same_layout));
}
