// SPDX-License-Identifier: Apache-2.0
// A destination indexed twice by one index.
// REJECT: kernel_rejected<perfdojo::lang::mistake::destination_is_indexed_twice_by_one_index, perfdojo::lang::statement_number<1>, perfdojo::lang::index_named<'i'>, perfdojo::lang::tensor_named<'C'>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::inout<"C", float, "M", "M"> C{};
#ifdef REJECT
  static constexpr auto math = (C(i, i) = 1);
#else
  static constexpr auto math = (C(i, j) = 1);
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
