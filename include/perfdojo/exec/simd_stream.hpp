// SPDX-License-Identifier: Apache-2.0
// Non-temporal stores of the SIMD layer: full registers that go to memory past the caches. Include simd.hpp.
#pragma once

#include <perfdojo/exec/simd_types.hpp>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

#if defined(__SSE2__)
PERFDOJO_INLINE void stream_aligned(float* p, reg<float> v) {
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
  _mm512_stream_ps(p, v);
#elif defined(__AVX__)
  _mm256_stream_ps(p, v);
#else
  _mm_stream_ps(p, v);
#endif
}
#endif

/// Stores a full register at any address, past the caches where the address is a multiple of vector_bytes. Other threads see the data
/// only after stream_fence() in this one.
// Elsewhere an ordinary store: streaming in parts of 16 bytes was slower than that below 32 MiB (Emerald Rapids, one core).
template <scalar_value T>
PERFDOJO_INLINE void store_streaming(T* p, reg<T> v) {
#if defined(__SSE2__)
  if (reinterpret_cast<std::uintptr_t>(p) % sizeof(v) == 0)
    return stream_aligned(reinterpret_cast<float*>(p), reg<float>(v));  // the bits, of whatever type
#elif defined(__clang__)
  if (reinterpret_cast<std::uintptr_t>(p) % sizeof(v) == 0)
    return __builtin_nontemporal_store(v, reinterpret_cast<reg<T>*>(p));
#endif
  *reinterpret_cast<typename register_of<T>::memory*>(p) = v;
}

/// How many elements lie before the first address from p on that is a multiple of vector_bytes.
template <scalar_value T>
PERFDOJO_INLINE index_t elements_to_register(const T* p) {
  constexpr auto size = static_cast<std::uintptr_t>(vector_bytes);
  const std::uintptr_t beyond = reinterpret_cast<std::uintptr_t>(p) % size;
  return static_cast<index_t>((size - beyond) % size / sizeof(T));
}

/// Orders the streaming stores of this thread before all its later stores.
PERFDOJO_INLINE void stream_fence() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
