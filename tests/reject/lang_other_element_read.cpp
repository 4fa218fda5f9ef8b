// SPDX-License-Identifier: Apache-2.0
// A statement that reads elements of its destination which it may have overwritten.
// REJECT: kernel_rejected<perfdojo::lang::mistake::destination_is_read_at_another_element, perfdojo::lang::statement_number<1>, perfdojo::lang::tensor_named<'C'>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::inout<"C", float, "M", "M"> C{};
#ifdef REJECT
  static constexpr auto math = (C(i, j) = C(j, i));
#else
  static constexpr auto math = (C(i, j) = 2 * C(i, j));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
