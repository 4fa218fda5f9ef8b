// SPDX-License-Identifier: Apache-2.0
// A matrix with one index.
// REJECT: perfdojo: the number of indices differs from the number of dimensions of the tensor
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"A", float, "M", "N"> A{};
#ifdef REJECT
  static constexpr auto math = (y(i) = A(i));
#else
  static constexpr auto math = (y(i) = A(i, 0));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
