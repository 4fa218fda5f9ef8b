// SPDX-License-Identifier: Apache-2.0
// A destination indexed by a sum of indices.
// REJECT: kernel_rejected<perfdojo::lang::mistake::destination_index_is_not_plain, perfdojo::lang::statement_number<1>, perfdojo::lang::tensor_named<'y'>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"z", float, "M"> z{};
#ifdef REJECT
  static constexpr auto math = (y(i + 1) = z(i));
#else
  static constexpr auto math = (y(i) = z(i));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
