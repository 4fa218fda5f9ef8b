// SPDX-License-Identifier: Apache-2.0
// A select that chooses by a number.
// REJECT: perfdojo: the first operand of select is a comparison
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"z", float, "M"> z{};
#ifdef REJECT
  static constexpr auto math = (y(i) = select(z(i), 1.f, 0.f));
#else
  static constexpr auto math = (y(i) = select(z(i) != 0, 1.f, 0.f));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
