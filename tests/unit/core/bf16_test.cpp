// SPDX-License-Identifier: Apache-2.0
// bf16 and the narrow element types: what conversions round to, what programs may do with them. known-faults.md H07, H11.
#include <perfdojo/exec/reference.hpp>
#include <perfdojo/exec/simd_narrow.hpp>
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/print.hpp>
#include <perfdojo/ir/verify.hpp>

#include "support/check_both.hpp"

#include <cmath>
#include <cstring>
#include <random>

#include <doctest/doctest.h>

namespace pd = perfdojo;
namespace exec = pd::exec;

namespace {

constexpr std::uint16_t bf16_of_bits(std::uint32_t bits) {
  return pd::bf16(__builtin_bit_cast(float, bits)).bits;
}
float float_of(std::uint16_t bits) { return pd::bf16::from_bits(bits); }

// Of the two neighbours of |x| < 2^127 the nearer one, or the even one. In long double the distances are exact.
std::uint16_t nearest(long double x) {
  std::uint32_t low = 0, high = 0x7f00;  // positive numbers are ordered as their bits
  const long double size = x < 0 ? -x : x;
  while (high - low > 1) {
    const std::uint32_t middle = (low + high) / 2;
    (float_of(static_cast<std::uint16_t>(middle)) <= size ? low : high) = middle;
  }
  const long double below = size - float_of(static_cast<std::uint16_t>(low)),
                    above = float_of(static_cast<std::uint16_t>(high)) - size;
  const std::uint32_t bits = below < above || (below == above && low % 2 == 0) ? low : high;
  return static_cast<std::uint16_t>(bits | (x < 0 ? 0x8000 : 0));
}

pd::ir::parsed parsed(std::string_view text) { return pd::ir::parse(text); }
// parse() verifies what it read.
pd::reason verified(const std::string& text) { return parsed(text).result.why; }

}  // namespace

TEST_CASE("bf16: float rounds to nearest, ties to even (H11)") {
  CHECK_BOTH(bf16_of_bits(0x3E89CCD5) == 0x3E8A);
  CHECK_BOTH(bf16_of_bits(0x3F808000) == 0x3F80);
  CHECK_BOTH(bf16_of_bits(0x3F818000) == 0x3F82);
  CHECK_BOTH(bf16_of_bits(0x80000000) == 0x8000);
  CHECK_BOTH(bf16_of_bits(0x7F800000) == 0x7F80);
  CHECK_BOTH(bf16_of_bits(0xFF7FFFFF) == 0xFF80);  // beyond the largest bf16
  CHECK_BOTH(pd::bf16(1e300).bits == 0x7F80);
  CHECK_BOTH(pd::bf16(-1e39).bits == 0xFF80);
  CHECK(std::isnan(static_cast<float>(pd::bf16(std::nanf("")))));
  CHECK(std::isnan(float_of(bf16_of_bits(0x7F800001))));  // not infinity, although its upper half is
}

TEST_CASE("bf16: doubles and integers are rounded once") {
  // To float first, this would become the tie 1 + 2^-8, and then 1.
  CHECK_BOTH(pd::bf16(1 + 0x1p-8 + 0x1p-40).bits == 0x3F81);
  CHECK_BOTH(pd::bf16(std::int64_t{0x101000000001}).bits == pd::bf16(0x1.02p44).bits);
  std::mt19937_64 engine(1);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = engine();
    const double fraction = 1 + static_cast<double>(bits % 512) / 256 +
                            (bits >> 20 & 1   ? 0x1p-45
                             : bits >> 21 & 1 ? -0x1p-45
                                              : 0);
    const double x =
        std::ldexp(bits >> 9 & 1 ? fraction : -fraction, static_cast<int>(bits >> 40 & 127) - 64);
    CHECK(pd::bf16(x).bits == nearest(static_cast<long double>(x)));
    const std::int64_t whole = static_cast<std::int64_t>(bits) >> (bits % 60);
    CHECK(pd::bf16(whole).bits == nearest(static_cast<long double>(whole)));
    const std::int32_t half = static_cast<std::int32_t>(bits >> 32) >> (bits % 28);
    CHECK(pd::bf16(half).bits == nearest(static_cast<long double>(half)));
  }
  CHECK(pd::bf16(std::numeric_limits<std::int64_t>::min()).bits == 0xDF00);
  CHECK(pd::bf16(std::numeric_limits<std::int64_t>::max()).bits == 0x5F00);
}

TEST_CASE("bf16: all bits go to float and back") {
  for (std::uint32_t b = 0; b < 0x10000; ++b) {
    const float f = float_of(static_cast<std::uint16_t>(b));
    if (std::isnan(f)) {
      CHECK(std::isnan(static_cast<float>(pd::bf16(f))));
    } else {
      CHECK(pd::bf16(f).bits == b);
    }
  }
}

TEST_CASE("narrow: a lane of a register and a scalar are rounded alike") {
  constexpr int lanes = exec::lanes<float>;
  std::mt19937 engine(2);
  for (int turn = 0; turn < 3000; ++turn) {
    float from[lanes];
    std::int32_t whole[lanes];
    for (int l = 0; l < lanes; ++l) {
      const std::uint32_t bits = engine();
      std::memcpy(&from[l], &bits, sizeof bits);
      if (turn % 2 == 0) from[l] = static_cast<float>(static_cast<std::int32_t>(bits) >> 22);
      whole[l] = static_cast<std::int32_t>(bits) >> (turn % 25);
    }
    const auto v = exec::load(from);
    const auto w = exec::load(whole);
    const auto a = exec::convert_to_narrow<pd::bf16, false>(v);
    const auto b = exec::convert_to_narrow<std::int8_t, false>(w);
    const auto c = exec::convert_to_narrow<std::uint8_t, false>(w);
    const auto d = exec::convert_to_narrow<std::int8_t, false>(v);
    const auto e = exec::convert_to_narrow<std::uint8_t, false>(v);
    for (int l = 0; l < lanes; ++l) {
      const float want = pd::bf16(from[l]);
      CHECK((a[l] == want || (std::isnan(a[l]) && std::isnan(want))));
      CHECK(b[l] == static_cast<std::int8_t>(whole[l]));
      CHECK(c[l] == static_cast<std::uint8_t>(whole[l]));
      const bool is_i8 = from[l] > -129 && from[l]<128, is_u8 = from[l]> - 1 && from[l] < 256;
      CHECK(d[l] == (is_i8 ? static_cast<std::int32_t>(from[l]) : -128));
      CHECK(e[l] == (is_u8 ? static_cast<std::int32_t>(from[l]) : 0));
      CHECK(exec::convert_to_narrow<std::int8_t, false>(from[l]) == d[l]);
      CHECK(exec::convert_to_narrow<std::uint8_t, false>(from[l]) == e[l]);
      CHECK(exec::convert_to_narrow<std::int8_t, false>(whole[l]) == b[l]);
    }
  }
}

TEST_CASE("reference: products of u8 and i8 are summed in i32 (H07)") {
  const pd::ir::parsed p = parsed(R"(perfdojo 1
argument c i32 [2]
argument a u8 [2]
argument b i8 [2, 2]
i 2
| k 2
| | c[i] += i32(a[k])*i32(b[i, k])
)");
  REQUIRE(p.ok());
  std::int32_t c[2]{};
  std::uint8_t a[2]{255, 255};
  std::int8_t b[4]{127, 127, -128, -128};
  exec::reference_arguments given;
  given.arguments.push({c, {1}});
  given.arguments.push({a, {1}});
  given.arguments.push({b, {2, 1}});
  REQUIRE(exec::reference(p.value, given).ok());
  CHECK(c[0] == 64770);
  CHECK(c[1] == -65280);
}

TEST_CASE("verify: narrow elements are loaded, selected, converted and assigned, and nothing else") {
  constexpr std::string_view head =
      "perfdojo 1\nargument y i8 [4]\nargument x i8 [4]\nargument b bf16 [4]\ni 4\n";
  const auto with = [&](std::string_view line) {
    return std::string(head) + "| " + std::string(line) + "\n";
  };
  using enum pd::reason;
  CHECK(verified(with("y[i] = x[i]")) == ok);
  CHECK(verified(with("y[i] = select(f32(b[i]) < 0, x[i], -128)")) == ok);
  CHECK(verified(with("y[i] = i8(b[i])")) == ok);
  CHECK(verified(with("b[i] = bf16(u8(x[i]))")) == ok);
  CHECK(verified(with("y[i] = 128")) == program_is_malformed);
  CHECK(verified(with("y[i] = i8(256:u8)")) == program_is_malformed);
  CHECK(verified(with("y[i] += x[i]")) == type_mismatch);
  CHECK(verified(with("y[i] = x[i] + 1")) == type_mismatch);
  CHECK(verified(with("b[i] = -b[i]")) == type_mismatch);
  CHECK(verified(with("b[i] = sqrt(b[i])")) == type_mismatch);
  CHECK(verified(with("y[i] = select(x[i] < 0, x[i], 1)")) == type_mismatch);
  CHECK(verified(with("y[i] = i:i8")) == type_mismatch);
}

TEST_CASE("text form: narrow constants are numbers of their type") {
  const pd::ir::parsed p = parsed("perfdojo 1\nargument b bf16 [4]\ni 4\n| b[i] = 0.1\n");
  REQUIRE(p.ok());
  CHECK(p.value.expressions[0].number == static_cast<double>(pd::bf16(0.1)));
  const pd::ir::program_text text = pd::ir::print(p.value);
  CHECK(pd::ir::parse(text.view()).value == p.value);
  CHECK_FALSE(parsed("perfdojo 1\nargument b bf16 [4]\ni 4\n| b[i] = 3.4e38\n").ok());
}
