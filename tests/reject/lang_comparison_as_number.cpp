// SPDX-License-Identifier: Apache-2.0
// A comparison used as a number.
// REJECT: perfdojo: a comparison is no number; write lang::select
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"z", float, "M"> z{};
#ifdef REJECT
  static constexpr auto math = (y(i) = (z(i) > 0) * z(i));
#else
  static constexpr auto math = (y(i) = select(z(i) > 0, z(i), 0));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
