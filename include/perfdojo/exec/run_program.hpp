// SPDX-License-Identifier: Apache-2.0
// run_program: checks type-erased arguments and executes a program. Kernels and schedules are left to run.hpp.
#pragma once

#include <perfdojo/exec/bind.hpp>
#include <perfdojo/exec/check_arguments.hpp>
#include <perfdojo/exec/cpu.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// Runs P, whose arguments in Units have unit last strides, with scratch for its private buffers. Requires: st is bound.
template <class P, std::uint32_t Units>
inline argument_verdict run_bound(state& st) {
  using program = bound_program<P, Units>;
  bool failed = false;
  st.failed = &failed;
  const scratch<program, -1> memory(st);
  if (!memory.ok()) failed = true;
  if (!failed) execute<program>(st);
  if (!failed) return {};
  argument_verdict v;
  v.fault = argument_fault::no_scratch;
  v.found = memory.bytes();
  return v;
}

template <class P, std::size_t... B>
constexpr auto uses_of(std::index_sequence<B...>) {
  struct list {
    argument_use of[sizeof...(B) + 1];
  };
  return list{{use_of(P::value, static_cast<int>(B))..., argument_use::read}};
}

/// Checks the arguments of P (bounds, overlap, agreement of sizes), then runs it. Where the last stride of an argument in Units is
/// not 1, Fallback runs instead: a program of the same kernel that makes no assumption.
template <class P, class Fallback, std::uint32_t Units>
inline argument_verdict run_checked(executor_ref executor, const argument* arguments) {
  constexpr int count = argument_count(P::value);
  static constexpr auto uses = uses_of<P>(std::make_index_sequence<static_cast<std::size_t>(count)>{});
  if (const argument_verdict v = check_arguments(arguments, uses.of, count); !v.ok()) return v;
  state st;
  st.executor = executor;
  if (const argument_verdict v = bind<P>(st, arguments); !v.ok()) return v;
  if ((unit_strides_of<P>(arguments) & Units) == Units) return run_bound<P, Units>(st);
  if (const argument_verdict v = bind<Fallback>(st, arguments); !v.ok()) return v;
  return run_bound<Fallback, 0>(st);
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
