// SPDX-License-Identifier: Apache-2.0
// A temporary that is read before it is written.
// REJECT: kernel_rejected<perfdojo::lang::mistake::read_before_written, perfdojo::lang::statement_number<1>, perfdojo::lang::tensor_named<'t'>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"z", float, "M"> z{};
  static constexpr lang::temporary<"t", float, "M"> t{};
#ifdef REJECT
  static constexpr auto math = (y(i) = t(i), t(i) = z(i));
#else
  static constexpr auto math = (t(i) = z(i), y(i) = t(i));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
