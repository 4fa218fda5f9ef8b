// SPDX-License-Identifier: Apache-2.0
// A subscript that is not affine.
// REJECT: perfdojo: a subscript multiplies an index by whole numbers only
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"h", float, "H"> h{};
#ifdef REJECT
  static constexpr auto math = (y(i) = sum(j, h(i* j) + h(j)));
#else
  static constexpr auto math = (y(i) = sum(j, h(j)));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
