// SPDX-License-Identifier: Apache-2.0
// An index used as a number.
// REJECT: perfdojo: an index is no number here; write lang::value
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"z", float, "M"> z{};
#ifdef REJECT
  static constexpr auto math = (y(i) = i * z(i));
#else
  static constexpr auto math = (y(i) = lang::convert<float>(i) * z(i));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
