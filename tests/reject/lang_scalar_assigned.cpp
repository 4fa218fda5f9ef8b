// SPDX-License-Identifier: Apache-2.0
// An assignment to a scalar.
// REJECT: perfdojo: a scalar is only read
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"s", float> s{};
  static constexpr lang::tensor<"x", float, "N"> x{};
  static constexpr lang::scalar<"alpha", float> alpha{};
#ifdef REJECT
  static constexpr auto math = (alpha = sum(i, x(i)));
#else
  static constexpr auto math = (s() = alpha * sum(i, x(i)));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
