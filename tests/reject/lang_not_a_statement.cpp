// SPDX-License-Identifier: Apache-2.0
// A kernel whose mathematics assigns nothing.
// REJECT: perfdojo: `math` of a kernel is a statement
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"z", float, "M"> z{};
#ifdef REJECT
  static constexpr auto math = (y(i) + z(i));
#else
  static constexpr auto math = (y(i) = z(i));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
