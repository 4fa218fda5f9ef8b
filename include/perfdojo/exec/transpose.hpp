// SPDX-License-Identifier: Apache-2.0
// Transposition in registers: transpose, and transpose_copy for packing where lanes follow the source and rows the
// destination. One function per element type and row count, which all programs share.
//
// A register is `chunks` pieces of 16 bytes, `piece` elements each. The W x W block is first transposed as a matrix of
// piece x piece blocks, then each block by itself, which x86 does by unpack instructions within 16 bytes. Where all
// rows are there the first half is done by the loads: they pick the pieces, which takes the load on a full shuffle
// port away from half of the shuffles.
#pragma once

#include <perfdojo/exec/simd.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

inline constexpr int chunks = vector_bytes / 16;
template <class T>
inline constexpr int piece = 16 / static_cast<int>(sizeof(T));

// Swaps the S x S blocks off the diagonal of each 2S x 2S block: lanes of a with bit S set against those of b without.
template <int S, class V, int... L>
PERFDOJO_INLINE void butterfly(V& a, V& b, std::integer_sequence<int, L...>) {
  constexpr int w = sizeof...(L);
  const V x = a, y = b;
  a = __builtin_shufflevector(x, y, ((L & S) != 0 ? w + (L ^ S) : L)...);
  b = __builtin_shufflevector(x, y, ((L & S) != 0 ? w + L : (L ^ S))...);
}
// Afterwards t[k * piece + r] holds piece k of the rows r, piece + r, 2 * piece + r, ...
template <int S, class V, int W>
PERFDOJO_INLINE void exchange_pieces(V (&t)[W]) {
  if constexpr (S >= piece<element<V>>) {
    PERFDOJO_UNROLL for (int i = 0; i < W; ++i) {
      if ((i & S) == 0) butterfly<S>(t[i], t[i + S], std::make_integer_sequence<int, W>{});
    }
    exchange_pieces<S / 2>(t);
  }
}

// In each piece: a0 b0 a1 b1 (Half = 0) or a2 b2 a3 b3 (Half = 1), for units of Unit elements.
template <int Unit, int Half, class V, int... L>
PERFDOJO_INLINE V interleave(V a, V b, std::integer_sequence<int, L...>) {
  constexpr int w = sizeof...(L), p = piece<element<V>>;
  return __builtin_shufflevector(
      a, b, ((L / Unit) % 2 * w + L / p * p + Half * (p / 2) + L % p / (2 * Unit) * Unit + L % Unit)...);
}
template <class V, int W>
PERFDOJO_INLINE void transpose_pieces(V (&t)[W]) {
  constexpr std::make_integer_sequence<int, W> all{};
  PERFDOJO_UNROLL for (int i = 0; i < W; i += piece<element<V>>) {
    if constexpr (piece<element<V>> == 2) {
      const V a = t[i], b = t[i + 1];
      t[i] = interleave<1, 0>(a, b, all);
      t[i + 1] = interleave<1, 1>(a, b, all);
    } else {
      const V low_ab = interleave<1, 0>(t[i], t[i + 1], all), high_ab = interleave<1, 1>(t[i], t[i + 1], all);
      const V low_cd = interleave<1, 0>(t[i + 2], t[i + 3], all),
              high_cd = interleave<1, 1>(t[i + 2], t[i + 3], all);
      t[i] = interleave<2, 0>(low_ab, low_cd, all);
      t[i + 1] = interleave<2, 1>(low_ab, low_cd, all);
      t[i + 2] = interleave<2, 0>(high_ab, high_cd, all);
      t[i + 3] = interleave<2, 1>(high_ab, high_cd, all);
    }
  }
}

/// W x W elements in W registers: t[r][l] and t[l][r] change places.
template <register_value V, int W>
PERFDOJO_INLINE void transpose(V (&t)[W]) {
  static_assert(W == lanes<element<V>>);
  exchange_pieces<W / 2>(t);
  transpose_pieces(t);
}

// The 16 bytes at p and those `apart` elements further on, as far as there are `count` of them; zeros beyond.
template <class T>
PERFDOJO_INLINE reg<T> load_pieces(const T* p, index_t apart, int count) {
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
  const auto at = [&](int q) { return reinterpret_cast<const __m128i*>(p + q * apart); };
  __m512i v = _mm512_maskz_broadcast_i32x4(0x000f, _mm_loadu_si128(at(0)));
  if (count > 1) v = _mm512_mask_broadcast_i32x4(v, 0x00f0, _mm_loadu_si128(at(1)));
  if (count > 2) v = _mm512_mask_broadcast_i32x4(v, 0x0f00, _mm_loadu_si128(at(2)));
  if (count > 3) v = _mm512_mask_broadcast_i32x4(v, 0xf000, _mm_loadu_si128(at(3)));
  return reg<T>(v);
#elif defined(__AVX__)
  const __m256 v = _mm256_zextps128_ps256(_mm_loadu_ps(reinterpret_cast<const float*>(p)));
  return reg<T>(
      count > 1 ? _mm256_insertf128_ps(v, _mm_loadu_ps(reinterpret_cast<const float*>(p + apart)), 1) : v);
#else
  static_assert(chunks == 1);
  static_cast<void>(apart), static_cast<void>(count);
  return load(p);
#endif
}

struct unchanged {
  template <class V>
  PERFDOJO_INLINE V operator()(V v) const {
    return v;
  }
};

/// d[l * d_stride + r] = f(s[r * s_stride + l]) for r < rows and l < columns; f takes and returns a register, element
/// by element. Destination rows l < columns_written are written, all n <= W elements of each; those without a source
/// are zero. Requires rows <= n, columns <= columns_written <= W. Touches nothing else. d and s do not overlap.
template <int n, class T, class F = unchanged>
[[gnu::noinline]] void transpose_copy(T* d, index_t d_stride, const T* s, index_t s_stride, index_t rows,
                                      index_t columns, index_t columns_written, F f = {}) {
  constexpr int w = lanes<T>, p = piece<T>;
  static_assert(1 <= n && n <= w, "perfdojo: transpose_copy takes at most a register of rows");
  reg<T> t[w];
  if (rows == n && columns == w) {
    PERFDOJO_UNROLL for (int i = 0; i < w; ++i) {
      const int row = i % p, count = (n - row + p - 1) / p;
      t[i] = row < n ? f(load_pieces(s + row * s_stride + i / p * p, p * s_stride, count)) : zero<T>();
    }
  } else {
    const lane_mask<T> m = first_lanes<T>(columns);
    // A row that does not exist has an empty mask: with a branch per row g++ makes a transposition for each number.
    PERFDOJO_UNROLL for (int r = 0; r < w; ++r) {
      const lane_mask<T> present = r < n && r < rows ? m : first_lanes<T>(0);
      t[r] = r < n ? keep_lanes(f(load_masked(s + r * s_stride, present)), present) : zero<T>();
    }
    exchange_pieces<w / 2>(t);
  }
  transpose_pieces(t);
  PERFDOJO_UNROLL for (int l = 0; l < w; ++l) {
    if (l < columns_written) {
      if constexpr (n == w)
        store(d + l * d_stride, t[l]);
      else
        store_masked(d + l * d_stride, t[l], first_lanes<T>(n));
    }
  }
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
