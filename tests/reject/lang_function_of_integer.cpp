// SPDX-License-Identifier: Apache-2.0
// A function of real numbers on integers.
// REJECT: perfdojo: this function needs float or double
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"n", std::int32_t, "M"> n{};
  static constexpr lang::tensor<"y", float, "M"> y{};
#ifdef REJECT
  static constexpr auto math = (y(i) = exp(n(i)));
#else
  static constexpr auto math = (y(i) = exp(lang::convert<float>(n(i))));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
