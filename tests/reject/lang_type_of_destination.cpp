// SPDX-License-Identifier: Apache-2.0
// A value of another type than its destination.
// REJECT: perfdojo: the operands have different element types; write lang::convert<T>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"d", double, "M"> d{};
#ifdef REJECT
  static constexpr auto math = (y(i) = d(i));
#else
  static constexpr auto math = (y(i) = lang::convert<float>(d(i)));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
