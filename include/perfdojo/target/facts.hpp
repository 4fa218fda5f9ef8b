// SPDX-License-Identifier: Apache-2.0
// native_facts: the facts about the target that this translation unit is compiled for, from predefined macros.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/target/families.hpp>

namespace perfdojo::target {
inline namespace PERFDOJO_ISA {

/// The family that the compiler's flags describe. A family of cores is recognised by what it alone can do; a plain
/// -mavx512* gives the oldest one.
constexpr facts family_of_flags() {
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#if defined(__AVX512FP16__)
  return families::sapphire_rapids;
#elif defined(__znver5__) || (defined(__AVX512BF16__) && defined(__AVX512VP2INTERSECT__))
  return families::zen5;
#elif defined(__znver4__) || (defined(__AVX512BF16__) && defined(__AVX512VBMI2__))
  return families::zen4;
#elif defined(__AVX512VBMI2__)
  return families::ice_lake;
#else
  return families::skylake_server;
#endif
#elif defined(__AVX2__) && defined(__FMA__)
#if defined(__znver2__) || defined(__znver3__)
  return families::zen2;
#else
  return families::avx2;
#endif
#elif defined(__AVX__)
  return families::avx;
#elif defined(__x86_64__)
  return families::sse;
#elif defined(__ARM_FEATURE_SVE)
  return families::sve;
#elif defined(__ARM_NEON)
  return families::neon;
#elif defined(__riscv_vector)
  return families::rvv;
#else
  return families::generic;
#endif
}

/// The family's facts with what the user defined on the command line: PERFDOJO_FMA_LATENCY, PERFDOJO_FMA_PORTS,
/// PERFDOJO_L1_BYTES, PERFDOJO_L1_WAYS, PERFDOJO_L2_BYTES, PERFDOJO_L2_WAYS, PERFDOJO_L3_BYTES_PER_CORE. They choose
/// default schedules, never results, and have to be the same in the whole program (one definition rule).
constexpr facts facts_of_flags() {
  facts f = family_of_flags();
#ifdef PERFDOJO_FMA_LATENCY
  f.fma_latency = PERFDOJO_FMA_LATENCY;
#endif
#ifdef PERFDOJO_FMA_PORTS
  f.fma_ports = PERFDOJO_FMA_PORTS;
#endif
#ifdef PERFDOJO_L1_BYTES
  f.l1_bytes = PERFDOJO_L1_BYTES;
#endif
#ifdef PERFDOJO_L1_WAYS
  f.l1_ways = PERFDOJO_L1_WAYS;
#endif
#ifdef PERFDOJO_L2_BYTES
  f.l2_bytes = PERFDOJO_L2_BYTES;
#endif
#ifdef PERFDOJO_L2_WAYS
  f.l2_ways = PERFDOJO_L2_WAYS;
#endif
#ifdef PERFDOJO_L3_BYTES_PER_CORE
  f.l3_bytes_per_core = PERFDOJO_L3_BYTES_PER_CORE;
#endif
  return f;
}

inline constexpr facts native_facts = facts_of_flags();

static_assert(native_facts.vector_bytes >= 16 && native_facts.vector_registers >= 16);
static_assert(native_facts.fma_latency >= 1 && native_facts.fma_ports >= 1);
static_assert(native_facts.l1_bytes >= 1024 && native_facts.l1_ways >= 1,
              "perfdojo: PERFDOJO_L1_BYTES or PERFDOJO_L1_WAYS is not a cache");
static_assert(native_facts.l2_bytes >= native_facts.l1_bytes && native_facts.l2_ways >= 1,
              "perfdojo: PERFDOJO_L2_BYTES must be at least the L1 size, PERFDOJO_L2_WAYS at least 1");
static_assert(native_facts.l3_bytes_per_core >= 0,
              "perfdojo: PERFDOJO_L3_BYTES_PER_CORE must not be negative");

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::target
