// SPDX-License-Identifier: Apache-2.0
// A subscript beyond the end of its dimension.
// REJECT: kernel_rejected<perfdojo::lang::mistake::subscript_leaves_dimension, perfdojo::lang::statement_number<1>, perfdojo::lang::tensor_named<'z'>, perfdojo::lang::size_named<'M'>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"z", float, "M"> z{};
#ifdef REJECT
  static constexpr auto math = (y(i) = z(i + 1));
#else
  static constexpr auto math = (y(i) = z(i + 0));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
