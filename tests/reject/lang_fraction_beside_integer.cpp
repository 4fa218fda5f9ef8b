// SPDX-License-Identifier: Apache-2.0
// A fractional number beside integers.
// REJECT: perfdojo: a fractional number beside integers
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"n", std::int32_t, "M"> n{};
  static constexpr lang::tensor<"y", float, "M"> y{};
#ifdef REJECT
  static constexpr auto math = (n(i) = 0.5);
#else
  static constexpr auto math = (y(i) = lang::convert<float>(n(i)) * 0.5);
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
