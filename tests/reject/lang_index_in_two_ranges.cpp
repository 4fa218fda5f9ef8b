// SPDX-License-Identifier: Apache-2.0
// One index for two dimensions of different sizes.
// REJECT: kernel_rejected<perfdojo::lang::mistake::index_has_two_ranges, perfdojo::lang::statement_number<1>, perfdojo::lang::index_named<'i'>, perfdojo::lang::tensor_named<'x'>, perfdojo::lang::size_named<'M'>, perfdojo::lang::size_named<'N'>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"x", float, "N"> x{};
  static constexpr lang::tensor<"z", float, "M"> z{};
#ifdef REJECT
  static constexpr auto math = (y(i) = x(i));
#else
  static constexpr auto math = (y(i) = z(i));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
