// SPDX-License-Identifier: Apache-2.0
// An index with the name of a tensor.
// REJECT: kernel_rejected<perfdojo::lang::mistake::name_has_two_meanings, perfdojo::lang::statement_number<1>, perfdojo::lang::tensor_named<'y'>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"y"> yi{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"z", float, "M"> z{};
#ifdef REJECT
  static constexpr auto math = (y(yi) = z(yi));
#else
  static constexpr auto math = (y(i) = z(i));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
