// SPDX-License-Identifier: Apache-2.0
// An index that stands only in sums of indices has no range.
// REJECT: kernel_rejected<perfdojo::lang::mistake::range_of_index_is_unknown, perfdojo::lang::statement_number<1>, perfdojo::lang::index_named<'k'>
#include <perfdojo/lang/lower.hpp>

namespace lang = perfdojo::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"k"> k{};
  static constexpr lang::index<"w", 3> w{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"h", float, "H"> h{};
#ifdef REJECT
  static constexpr auto math = (y(i) = sum(k, h(i + k)));
#else
  static constexpr auto math = (y(i) = sum(w, h(i + w)));
#endif
};
constexpr const perfdojo::ir::program& program = perfdojo::lang::program_of<kernel>::value;

int main() {}
