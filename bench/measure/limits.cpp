// SPDX-License-Identifier: Apache-2.0
// To be compiled with -O3 -march=native -mprefer-vector-width=512: the vector width is that of the target, and
// without the last flag clang 14 splits 64-byte vectors in two. Read the disassembly once per new compiler: the
// loop must hold `chains` fused multiply-adds and no vector load or store.
#include "limits.hpp"

#include "sampler.hpp"

#include <cstdint>
#include <cstring>

#if defined(__AVX__)
#include <immintrin.h>
#endif

#if defined(__clang__)
#define MEASURE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define MEASURE_UNROLL _Pragma("GCC unroll 16")
#endif

namespace perfdojo::measure {
namespace {

#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
constexpr int chains = 16;  // >= latency 4 x 2 units, far below 32 registers
#elif defined(__AVX__)
constexpr int vector_bytes = 32;
constexpr int chains = 12;  // two of 16 registers hold the constants
#else
constexpr int vector_bytes = 16;
constexpr int chains = 12;
#endif
constexpr int bursts = 10000;  // 16 chains on two units: 80,000 cycles, about 30 us

template <class T>
struct vector_of;
template <>
struct vector_of<float> {
  using type __attribute__((vector_size(vector_bytes))) = float;
};
template <>
struct vector_of<double> {
  using type __attribute__((vector_size(vector_bytes))) = double;
};

volatile double sink;

template <class T>
void fma_burst() {
  using vector = typename vector_of<T>::type;
  vector factor = vector{} + T(0.999);
  vector term = vector{} + T(0.001);  // the fixed point is 1: never subnormal, never infinite
  asm volatile("" : "+m"(factor), "+m"(term));
  const vector f = factor;
  const vector t = term;
  vector sums[chains];
  MEASURE_UNROLL
  for (int c = 0; c < chains; ++c) sums[c] = f + T(c);
  for (int i = 0; i < bursts; ++i) {
    MEASURE_UNROLL
    for (int c = 0; c < chains; ++c) sums[c] = sums[c] * f + t;
  }
  vector total{};
  MEASURE_UNROLL
  for (int c = 0; c < chains; ++c) total += sums[c];
  sink = static_cast<double>(total[0]);
}

template <class T>
constexpr double burst_flops = 2.0 * bursts* chains*(vector_bytes / sizeof(T));

}  // namespace

void fma_burst_f32() { fma_burst<float>(); }
void fma_burst_f64() { fma_burst<double>(); }
double fma_burst_flops_f32() { return burst_flops<float>; }
double fma_burst_flops_f64() { return burst_flops<double>; }

void copy_loop(void* destination, const void* source, std::size_t bytes) {
  using vector __attribute__((vector_size(vector_bytes), aligned(1), may_alias)) = float;
  auto* to = static_cast<char*>(destination);
  const auto* from = static_cast<const char*>(source);
  constexpr std::size_t step = 4 * sizeof(vector);
  std::size_t i = 0;
  for (; i + step <= bytes; i += step) {
    MEASURE_UNROLL
    for (std::size_t v = 0; v < 4; ++v) {
      *reinterpret_cast<vector*>(to + i + v * sizeof(vector)) =
          *reinterpret_cast<const vector*>(from + i + v * sizeof(vector));
    }
    asm volatile("" ::: "memory");  // or the compiler turns the loop into a call of memcpy
  }
  std::memcpy(to + i, from + i, bytes - i);
}

void copy_streaming(void* destination, const void* source, std::size_t bytes) {
#if defined(__AVX__)
  auto* to = static_cast<char*>(destination);
  const auto* from = static_cast<const char*>(source);
  std::size_t i = 0;
#if defined(__AVX512F__)
  for (; i + 64 <= bytes; i += 64) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to + i), _mm512_loadu_si512(from + i));
  }
#else
  for (; i + 32 <= bytes; i += 32) {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i),
                        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i)));
  }
#endif
  _mm_sfence();
  std::memcpy(to + i, from + i, bytes - i);
#else
  copy_loop(destination, source, bytes);
#endif
}

double core_frequency(double seconds) {
  // x + x, not x + 1: recent cores add small constants while renaming, in no time at all.
  constexpr int chain = 16;
  constexpr int rounds = 2000;
  std::uint64_t x = 1;
  double best = 0;
  const double end = now() + seconds;
  do {
    const double begin = now();
    for (int r = 0; r < rounds; ++r) {
      MEASURE_UNROLL
      for (int i = 0; i < chain; ++i) {
        x += x;
        asm volatile("" : "+r"(x));
      }
    }
    const double hertz = chain * static_cast<double>(rounds) / (now() - begin);
    if (hertz > best) best = hertz;
  } while (now() < end);
  sink = static_cast<double>(x);
  return best;
}

}  // namespace perfdojo::measure
