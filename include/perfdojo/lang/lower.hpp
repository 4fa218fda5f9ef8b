// SPDX-License-Identifier: Apache-2.0
// lower: mathematics to a program. program_of: the program of a kernel, the tag that schedules and executors take.
#pragma once

#include <perfdojo/ir/edit.hpp>
#include <perfdojo/lang/check.hpp>
#include <perfdojo/lang/emit.hpp>
#include <perfdojo/lang/functions.hpp>

namespace perfdojo::lang {

/// A program, or what is wrong with the mathematics.
struct lowered {
  ir::program value;
  diagnosis problem;
};

/// Lowers mathematics and reports mistakes as a value. `label` is the name of the program.
template <mathematics Math>
constexpr lowered try_lower(const Math& math, name label = {}) {
  tree t;
  math.put(t);
  lowered result;
  result.problem = checker(t).run();
  if (result.problem.ok()) result.problem = emitter(t, result.value).run(label);
  return result;
}

/// Called by lower for wrong mathematics. Not constexpr on purpose: during constant evaluation the call is the error.
[[noreturn]] inline void mathematics_is_wrong(const diagnosis&) { __builtin_trap(); }

/// The program of the mathematics. A mistake stops constant evaluation; program_of<Kernel> names it in the error.
template <mathematics Math>
constexpr ir::program lower(const Math& math, name label = {}) {
  const lowered result = try_lower(math, label);
  if (!result.problem.ok()) mathematics_is_wrong(result.problem);
  return result.value;
}

namespace detail {
template <class Kernel>
constexpr name label_of() {
  if constexpr (requires { name(Kernel::label); }) {
    return name(Kernel::label);
  } else {
    return {};
  }
}
template <class Kernel>
constexpr lowered lower_kernel() {
  constexpr bool is_a_statement = mathematics<std::remove_cvref_t<decltype(Kernel::math)>>;
  static_assert(
      is_a_statement,
      "perfdojo: `math` of a kernel is a statement y(i) = ..., or a list of them: statements(s1, s2)");
  if constexpr (is_a_statement) {
    return try_lower(Kernel::math, label_of<Kernel>());
  } else {
    return lowered();
  }
}
template <class Kernel>
struct lowering {
  static constexpr lowered result = lower_kernel<Kernel>();
  static constexpr diagnosis d = result.problem;
  using verdict = rejection<d.why, d.statement, d.index, d.tensor, d.first, d.second>;
};
}  // namespace detail

/// The program of a kernel, a struct with `static constexpr auto math` and, if wanted, `static constexpr name label`.
/// Wrong mathematics is one compile error, kernel_rejected<mistake::..., where and what>.
template <class Kernel>
struct program_of {
  static_assert(detail::lowering<Kernel>::verdict::ok);
  static constexpr const ir::program& value = detail::lowering<Kernel>::result.value;
};

}  // namespace perfdojo::lang
