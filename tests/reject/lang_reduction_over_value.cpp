// SPDX-License-Identifier: Apache-2.0
// A reduction over something that is no index.
// REJECT: perfdojo: a reduction runs over indices
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"s", float> s{};
  static constexpr lang::tensor<"x", float, "N"> x{};
#ifdef REJECT
  static constexpr auto math = (s() = sum(x(i), x(i)));
#else
  static constexpr auto math = (s() = sum(i, x(i)));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
