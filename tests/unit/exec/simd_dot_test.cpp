// SPDX-License-Identifier: Apache-2.0
// The dot products of the SIMD layer: what the instruction gives, what other instructions give instead, and what is documented.
#include <perfdojo/core/bf16.hpp>
#include <perfdojo/exec/simd_dot.hpp>

#include <cmath>
#include <cstring>
#include <random>

#include <doctest/doctest.h>

namespace pd = perfdojo;
namespace exec = pd::exec;

namespace {

constexpr int lanes = exec::lanes<float>;

template <class To, class From>
To bits(From x) {
  To y;
  static_assert(sizeof x == sizeof y);
  std::memcpy(&y, &x, sizeof y);
  return y;
}
// A binary built for an instruction that this CPU lacks would stop at it.
bool can_run() {
  bool can = true;
#if defined(__AVX512VNNI__)
  can = can && __builtin_cpu_supports("avx512vnni");
#endif
#if defined(__AVX512BF16__)
  can = can && __builtin_cpu_supports("avx512bf16");
#endif
  if (!can) MESSAGE("skipped: built for AVX-512 VNNI or BF16, which this CPU lacks");
  return can;
}

float flushed(float x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.f, x) : x; }
float at(std::uint32_t group, int k) {
  return flushed(pd::bf16::from_bits(static_cast<std::uint16_t>(group >> (16 * k))));
}

}  // namespace

TEST_CASE("dot4: sums of u8 times i8 are exact and wrap (H07)") {
  if (!can_run()) return;
  std::mt19937 engine(3);
  for (int turn = 0; turn < 3000; ++turn) {
    std::uint32_t a = engine();
    std::int32_t c[lanes], b[lanes];
    for (int l = 0; l < lanes; ++l) {
      c[l] = static_cast<std::int32_t>(engine());
      b[l] = static_cast<std::int32_t>(engine());
      if (turn % 3 == 0) b[l] = turn % 2 == 0 ? 0x7f7f7f7f : static_cast<std::int32_t>(0x80808080);
    }
    if (turn % 3 == 0) a = 0xffffffff;
    const auto found = exec::dot(exec::load(c), a, exec::load(b));
    const auto other = exec::dot4_emulated(exec::load(c), a, exec::load(b));
    for (int l = 0; l < lanes; ++l) {
      std::uint32_t want = static_cast<std::uint32_t>(c[l]);
      for (int k = 0; k < 4; ++k) {
        const int left = a >> (8 * k) & 255, right = static_cast<std::int8_t>(b[l] >> (8 * k));
        want += static_cast<std::uint32_t>(left * right);
      }
      CHECK(static_cast<std::uint32_t>(found[l]) == want);
      CHECK(static_cast<std::uint32_t>(other[l]) == want);
    }
  }
}

// Without fma instructions a product that is no float, below or above, rounds apart: left out there.
TEST_CASE("dot2: the product at k = 1 first, each step rounded once and flushed") {
  if (!can_run()) return;
  std::mt19937 engine(4);
  for (int turn = 0; turn < 20000; ++turn) {
    std::uint32_t a = engine();
    std::int32_t b[lanes];
    float c[lanes];
    const bool any = exec::has_fma && turn % 3 == 0;
    const bool small = exec::has_fma && turn % 3 == 1;
    // Exponents of operands and sums around 1, or such that sums are subnormal.
    const auto narrowed = [&](std::uint32_t x) {
      const std::uint32_t exponents = small ? 60 << 7 | 60 << 23 : 120 << 7 | 120 << 23;
      return any ? x : (x & 0x87ff87ff) | exponents;
    };
    a = narrowed(a);
    for (int l = 0; l < lanes; ++l) {
      b[l] = static_cast<std::int32_t>(narrowed(engine()));
      const std::uint32_t sum = engine();
      c[l] = bits<float>(any ? sum : (sum & 0x83ffffff) | (small ? 0u : 118u << 23));
    }
    const auto found = exec::dot(exec::load(c), a, exec::load(b));
    const auto other = exec::dot2_emulated(exec::load(c), a, exec::load(b));
    for (int l = 0; l < lanes; ++l) {
      const std::uint32_t group = static_cast<std::uint32_t>(b[l]);
      const float first = flushed(std::fma(at(a, 1), at(group, 1), flushed(c[l])));
      const float want = flushed(std::fma(at(a, 0), at(group, 0), first));
      const auto same = [&](float x) {
        return bits<std::uint32_t>(x) == bits<std::uint32_t>(want) || (std::isnan(x) && std::isnan(want));
      };
      CHECK(same(found[l]));
      CHECK(same(other[l]));
    }
  }
}
