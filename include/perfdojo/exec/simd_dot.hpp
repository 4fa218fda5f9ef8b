// SPDX-License-Identifier: Apache-2.0
// Dot products of groups of narrow elements, one instruction where the target has it. A group is the 4 bytes of a lane: its first element
// is the lowest byte or half.
#pragma once

#include <perfdojo/exec/simd.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// Lane l: c[l] + sum over four k of u8 a(k) * i8 b(l, k); wraps, never saturates. As other instructions do it.
PERFDOJO_INLINE reg<std::int32_t> dot4_emulated(reg<std::int32_t> c, std::uint32_t a, reg<std::int32_t> b) {
  PERFDOJO_UNROLL for (int k = 0; k < 4; ++k) {
    const reg<std::int32_t> right = b << (24 - 8 * k) >> 24;
    c = add(c, broadcast<std::int32_t>(static_cast<std::int32_t>(a >> (8 * k) & 255)) * right);
  }
  return c;
}

/// Zeros for subnormals, with their sign.
PERFDOJO_INLINE reg<float> flushed(reg<float> v) {
  using bits = reg<std::int32_t>;
  const bits is_small = bits((bits(v) & 0x7f800000) == bits{});
  return reg<float>(bits(v) & ~(is_small & 0x7fffffff));
}
/// Lane l: c[l] + a(1) * b(l, 1), then + a(0) * b(l, 0), each rounded once and flushed, of bf16 operands. As vdpbf16ps does it, in other
/// instructions.
PERFDOJO_INLINE reg<float> dot2_emulated(reg<float> c, std::uint32_t a, reg<std::int32_t> b) {
  const auto product = [&](reg<std::int32_t> left, reg<std::int32_t> right) {
    c = flushed(fma(flushed(reg<float>(left)), flushed(reg<float>(right)), c));
  };
  const reg<std::int32_t> whole = broadcast<std::int32_t>(static_cast<std::int32_t>(a));
  constexpr std::int32_t upper = static_cast<std::int32_t>(0xffff0000);
  c = flushed(c);
  product(whole & upper, b & upper);
  product(whole << 16, b << 16);
  return c;
}

/// The group at an address, and as many neighbouring ones as a register has lanes.
PERFDOJO_INLINE std::uint32_t loaded_group(const void* p) {
  std::uint32_t group;
  __builtin_memcpy(&group, p, sizeof group);
  return group;
}
PERFDOJO_INLINE reg<std::int32_t> loaded_groups(const void* p) {
  reg<std::int32_t> groups;  // bytes and halves lie at any address
  __builtin_memcpy(&groups, p, sizeof groups);
  return groups;
}

/// dot4_u8i8 and dot2_bf16 of schedule/instruction.hpp: c + a . b for each lane.
PERFDOJO_INLINE reg<std::int32_t> dot(reg<std::int32_t> c, std::uint32_t a, reg<std::int32_t> b) {
#if defined(__AVX512VNNI__)
  if constexpr (vector_bytes == 64)
    return reg<std::int32_t>(
        _mm512_dpbusd_epi32(__m512i(c), _mm512_set1_epi32(static_cast<int>(a)), __m512i(b)));
#elif defined(__AVXVNNI__)
  if constexpr (vector_bytes == 32)
    return reg<std::int32_t>(
        _mm256_dpbusd_avx_epi32(__m256i(c), _mm256_set1_epi32(static_cast<int>(a)), __m256i(b)));
#endif
  return dot4_emulated(c, a, b);
}
PERFDOJO_INLINE reg<float> dot(reg<float> c, std::uint32_t a, reg<std::int32_t> b) {
#if defined(__AVX512BF16__)
  if constexpr (vector_bytes == 64)
    return _mm512_dpbf16_ps(c, (__m512bh)_mm512_set1_epi32(static_cast<int>(a)), (__m512bh)(b));
#endif
  return dot2_emulated(c, a, b);
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
