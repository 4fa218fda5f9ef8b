// SPDX-License-Identifier: Apache-2.0
// More loads than a program holds.
// REJECT: kernel_rejected<perfdojo::lang::mistake::kernel_is_too_large
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"z", float, "M"> z{};
#ifdef REJECT
  static constexpr auto math =
      (y(i) = z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) +
              z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) +
              z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) +
              z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i) + z(i));
#else
  static constexpr auto math = (y(i) = z(i) + z(i));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
