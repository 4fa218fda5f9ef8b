// SPDX-License-Identifier: Apache-2.0
// A sum of 8-bit integers that nothing widened.
// REJECT: perfdojo: std::int8_t, std::uint8_t and bf16 are only stored
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"x", std::int8_t, "M"> x{};
  static constexpr lang::tensor<"y", std::int32_t> y{};
#ifdef REJECT
  static constexpr auto math = (y() = sum(i, x(i)));
#else
  static constexpr auto math = (y() = sum(i, lang::convert<std::int32_t>(x(i))));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
