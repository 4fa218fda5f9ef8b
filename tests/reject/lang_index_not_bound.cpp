// SPDX-License-Identifier: Apache-2.0
// An index that neither the destination nor a reduction binds.
// REJECT: kernel_rejected<perfdojo::lang::mistake::index_is_not_bound, perfdojo::lang::statement_number<1>, perfdojo::lang::index_named<'j'>, perfdojo::lang::tensor_named<'x'>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"x", float, "N"> x{};
#ifdef REJECT
  static constexpr auto math = (y(i) = x(j));
#else
  static constexpr auto math = (y(i) = sum(j, x(j)));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
