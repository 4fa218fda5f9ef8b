// SPDX-License-Identifier: Apache-2.0
// A reduction over an index of the destination.
// REJECT: kernel_rejected<perfdojo::lang::mistake::index_is_bound_twice, perfdojo::lang::statement_number<1>, perfdojo::lang::index_named<'i'>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"z", float, "M"> z{};
#ifdef REJECT
  static constexpr auto math = (y(i) = sum(i, z(i)));
#else
  static constexpr auto math = (y(i) = sum(j, z(j)));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
