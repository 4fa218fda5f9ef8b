// SPDX-License-Identifier: Apache-2.0
// The indices and tensors that the tests of lang write mathematics with, and the text form of what it lowers to.
#pragma once

#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/print.hpp>
#include <perfdojo/lang/lower.hpp>

#include "support/check_both.hpp"

namespace pd = perfdojo;
namespace lang = perfdojo::lang;

struct operands {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::index<"k"> k{};
  static constexpr lang::index<"r"> r{};
  static constexpr lang::index<"w", 3> w{};
  static constexpr lang::scalar<"alpha", float> alpha{};
  static constexpr lang::scalar<"beta", float> beta{};
  static constexpr lang::tensor<"A", float, "M", "K"> A{};
  static constexpr lang::tensor<"B", float, "K", "N"> B{};
  static constexpr lang::inout<"C", float, "M", "N"> C{};
  static constexpr lang::tensor<"X", float, "R", "N"> X{};
  static constexpr lang::tensor<"Y", float, "R", "N"> Y{};
  static constexpr lang::tensor<"u", float, "N"> u{};
  static constexpr lang::tensor<"v", float, "N"> v{};
  static constexpr lang::tensor<"c", float, 3> c{};
  static constexpr lang::tensor<"s", float> s{};
  static constexpr lang::temporary<"t", float, "N"> t{};
  static constexpr lang::tensor<"d", double, "N"> d{};
  static constexpr lang::tensor<"n", std::int32_t, "N"> n{};
  static constexpr lang::tensor<"l", std::int64_t, "N"> l{};
  static constexpr lang::tensor<"a", std::int64_t> a{};
};

/// The nests of the program, without the header, the sizes and the buffers; "invalid" if the program breaks an invariant, is
/// not canonical or has no text that gives it back.
template <class Math>
constexpr pd::ir::program_text nests_of(const Math& math) {
  const lang::lowered lowered = lang::try_lower(math);
  pd::ir::program_text out;
  if (!lowered.problem.ok()) {
    pd::put(out, lowered.problem.sentence());
    return out;
  }
  const pd::ir::program_text whole = pd::ir::print(lowered.value);
  const pd::ir::parsed back = pd::ir::parse(whole.view());
  if (!back.ok() || back.value != lowered.value || pd::ir::canonical(lowered.value) != lowered.value) {
    pd::put(out, "invalid");
    return out;
  }
  bool in_nests = false;
  for (std::size_t from = 0; from < whole.view().size();) {
    const std::size_t to = whole.view().find('\n', from) + 1;
    const std::string_view line = whole.view().substr(from, to - from);
    in_nests = in_nests || !(line.starts_with("perfdojo ") || line.starts_with("size ") ||
                             line.starts_with("argument ") || line.starts_with("heap "));
    if (in_nests) pd::put(out, line);
    from = to;
  }
  return out;
}
