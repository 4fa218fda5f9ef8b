// SPDX-License-Identifier: Apache-2.0
// A size that no argument has.
// REJECT: kernel_rejected<perfdojo::lang::mistake::size_is_unknown, perfdojo::lang::size_named<'Q'>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"q", "Q"> q{};
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"s", float> s{};
  static constexpr lang::tensor<"x", float, "N"> x{};
#ifdef REJECT
  static constexpr auto math = (s() = sum(q, 1.f));
#else
  static constexpr auto math = (s() = sum(i, x(i)));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
