// SPDX-License-Identifier: Apache-2.0
// A tensor without its indices in an expression.
// REJECT: perfdojo: a tensor needs its indices here
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"z", float, "M"> z{};
#ifdef REJECT
  static constexpr auto math = (y(i) = 2 * z);
#else
  static constexpr auto math = (y(i) = 2 * z(i));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
