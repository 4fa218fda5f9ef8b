// SPDX-License-Identifier: Apache-2.0
// Narrow elements in the SIMD layer: in memory they are std::int8_t, std::uint8_t or bf16, in registers and scalars their values are
// std::int32_t or float.
#pragma once

#include <perfdojo/core/bf16.hpp>
#include <perfdojo/exec/simd.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

template <class S>
concept narrow_value =
    std::is_same_v<S, std::int8_t> || std::is_same_v<S, std::uint8_t> || std::is_same_v<S, bf16>;
/// What carries a value of narrow type S.
template <narrow_value S>
using carrier = std::conditional_t<std::is_same_v<S, bf16>, float, std::int32_t>;

/// As many narrow elements as a register has lanes, as the integers that their bytes are.
template <narrow_value S>
struct packed_narrow {
  using bits = std::conditional_t<std::is_same_v<S, bf16>, std::uint16_t, S>;
  static constexpr int bytes = lanes<std::int32_t> * static_cast<int>(sizeof(S));
  typedef bits type __attribute__((vector_size(bytes)));
  typedef bits memory __attribute__((vector_size(bytes), aligned(1), may_alias));
};

template <narrow_value S>
PERFDOJO_INLINE reg<carrier<S>> widened(typename packed_narrow<S>::type v) {
  if constexpr (std::is_same_v<S, bf16>) {
    return reg<float>(__builtin_convertvector(v, reg<std::uint32_t>) << 16);
  } else {
    return __builtin_convertvector(v, reg<std::int32_t>);
  }
}
/// Requires: every lane has a value of type S.
template <narrow_value S>
PERFDOJO_INLINE typename packed_narrow<S>::type narrowed(reg<carrier<S>> v) {
  if constexpr (std::is_same_v<S, bf16>) {
    return __builtin_convertvector(reg<std::uint32_t>(v) >> 16, typename packed_narrow<S>::type);
  } else {
    return __builtin_convertvector(v, typename packed_narrow<S>::type);
  }
}

/// One element for each lane of a register, from any address.
template <narrow_value S>
PERFDOJO_INLINE reg<carrier<S>> load_narrow(const S* p) {
  return widened<S>(*reinterpret_cast<const typename packed_narrow<S>::memory*>(p));
}
template <narrow_value S>
PERFDOJO_INLINE void store_narrow(S* p, reg<carrier<S>> v) {
  *reinterpret_cast<typename packed_narrow<S>::memory*>(p) = narrowed<S>(v);
}

/// As load_narrow and store_narrow for the first `count` lanes, with any stride; the others are 0 and their memory is not touched.
template <narrow_value S>
PERFDOJO_INLINE reg<carrier<S>> load_narrow_strided(const S* p, index_t stride, int count) {
  carrier<S> lane[lanes<carrier<S>>]{};
  PERFDOJO_ROLLED for (int l = 0; l < count; ++l) lane[l] = static_cast<carrier<S>>(p[l * stride]);
  return load(lane);
}
template <narrow_value S>
PERFDOJO_INLINE void store_narrow_strided(S* p, index_t stride, reg<carrier<S>> v, int count) {
  carrier<S> lane[lanes<carrier<S>>];
  store(lane, v);
  PERFDOJO_ROLLED for (int l = 0; l < count; ++l) p[l * stride] = static_cast<S>(lane[l]);
}

template <narrow_value S>
PERFDOJO_INLINE reg<carrier<S>> load_narrow_masked(const S* p, lane_mask<carrier<S>> m) {
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
  using packed = typename packed_narrow<S>::type;
  if constexpr (sizeof(S) == 1) {
    return widened<S>(packed(_mm_maskz_loadu_epi8(static_cast<__mmask16>(m), p)));
  } else {
    return widened<S>(packed(_mm256_maskz_loadu_epi16(static_cast<__mmask16>(m), p)));
  }
#else
  return load_narrow_strided(p, 1, count_lanes<carrier<S>>(m));
#endif
}
template <narrow_value S>
PERFDOJO_INLINE void store_narrow_masked(S* p, reg<carrier<S>> v, lane_mask<carrier<S>> m) {
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
  if constexpr (sizeof(S) == 1) {
    _mm_mask_storeu_epi8(p, static_cast<__mmask16>(m), __m128i(narrowed<S>(v)));
  } else {
    _mm256_mask_storeu_epi16(p, static_cast<__mmask16>(m), __m256i(narrowed<S>(v)));
  }
#else
  store_narrow_strided(p, 1, v, count_lanes<carrier<S>>(m));
#endif
}

/// A float rounded to the nearest bf16, ties to even; a NaN stays one.
PERFDOJO_INLINE float rounded_to_bf16(float v) { return bf16(v); }
PERFDOJO_INLINE reg<float> rounded_to_bf16(reg<float> v) {
  using bits = reg<std::uint32_t>;
  const bits u = bits(v);
  const reg<float> nearest = reg<float>((u + 0x7fff + (u >> 16 & 1)) & 0xffff0000);
  return select(ne(v, v), reg<float>((u | 0x400000) & 0xffff0000), nearest);
}

/// The integer modulo 2^8 as a value of S, and a number of -128 .. 127 or 0 .. 255, where it is beyond the least one.
template <narrow_value S, class V>
PERFDOJO_INLINE V wrapped_to(V v) {
  if constexpr (std::is_same_v<S, std::uint8_t>) {
    return v & 255;
  } else if constexpr (scalar_value<V>) {
    return static_cast<std::int8_t>(v);
  } else {
    return v << 24 >> 24;
  }
}
template <narrow_value S, class V>
PERFDOJO_INLINE V limited_to(V v) {
  constexpr std::int32_t least = std::is_same_v<S, std::uint8_t> ? 0 : -128, most = least + 255;
  if constexpr (scalar_value<V>) {
    return v < least || v > most ? least : v;
  } else {
    const V outside = V(v < V{} + least) | V(v > V{} + most);
    return V((v & ~outside) | (outside & least));
  }
}

/// v, of whatever type, as a value of S in its carrier. IsInexact: v is of a type that bf16 rounds from, and float would round as well.
template <narrow_value S, bool IsInexact, class V>
PERFDOJO_INLINE auto convert_to_narrow(V v) {
  if constexpr (std::is_same_v<V, bool>) {
    return static_cast<carrier<S>>(v);
  } else if constexpr (!std::is_same_v<S, bf16>) {
    const auto whole = convert<std::int32_t>(v);
    if constexpr (is_floating<V>) {
      return limited_to<S>(whole);
    } else {
      return wrapped_to<S>(whole);
    }
  } else if constexpr (IsInexact) {
    return static_cast<float>(bf16(v));  // never registers: make_plan.hpp
  } else {
    return rounded_to_bf16(convert<float>(v));
  }
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
