// SPDX-License-Identifier: Apache-2.0
// run_program: checks type-erased arguments and executes a program. Kernels and schedules are left to run.hpp.
#pragma once

#include <perfdojo/exec/bind.hpp>
#include <perfdojo/exec/check_arguments.hpp>
#include <perfdojo/exec/check_subscripts.hpp>
#include <perfdojo/exec/cpu.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// Runs P with scratch for its private buffers. Requires: st is bound.
template <class P>
inline argument_verdict run_bound(state& st) {
  if constexpr (!has_scratch<P>()) {
    execute<P>(st);
    return {};
  }
  index_t missing = 0;
  st.missing = &missing;
  if constexpr (has_scratch<P, -1>()) {
    const scratch<P, -1> memory(st);
    if (memory.ok()) {
      execute<P>(st);
    } else {
      missing = memory.bytes();
    }
  } else {
    execute<P>(st);
  }
  argument_verdict v;
  if (missing != 0) {
    v.fault = argument_fault::no_scratch;
    v.found = missing;
  }
  return v;
}

/// A program that makes no assumption about strides; apart and cold, since it is slow anyway.
template <class P>
[[gnu::cold, gnu::noinline]] argument_verdict run_general(executor_ref executor, const argument* arguments) {
  state st;
  st.executor = executor;
  if (const argument_verdict v = bind<P>(st, arguments); !v.ok()) return v;
  return run_bound<P>(st);
}

template <class P, std::size_t... B>
constexpr auto uses_of(std::index_sequence<B...>) {
  struct list {
    argument_use of[sizeof...(B) + 1];
  };
  return list{{use_of(P::value, static_cast<int>(B))..., argument_use::read}};
}

// Moves add sizes behind those of the mathematics.
template <class P, class Mathematics>
constexpr bool sizes_stay() {
  for (int s = 0; s < Mathematics::value.symbols.size(); ++s)
    if (P::value.symbols[s].label != Mathematics::value.symbols[s].label) return false;
  return true;
}

/// Runs P on arguments that were checked one by one and against each other; their sizes must agree. Where the last stride of an
/// argument in Units is not 1, Fallback runs instead: a program of the same kernel that makes no assumption.
template <class P, class Fallback, std::uint32_t Units>
inline argument_verdict run_agreeing(executor_ref executor, const argument* arguments) {
  using program = bound_program<P, Units>;
  state st;
  st.executor = executor;
  if (const argument_verdict v = bind<program>(st, arguments); !v.ok()) return v;
  if constexpr (constexpr const auto& subscripts = subscripts_of<Fallback>; subscripts.count > 0) {
    static_assert(sizes_stay<P, Fallback>());
    if (const argument_verdict v = check_subscripts(subscripts.of, subscripts.count, st.symbols); !v.ok())
      return v;
  }
  if (has_unit_strides<program, Units>(arguments)) return run_bound<program>(st);
  return run_general<bound_program<Fallback, 0>>(executor, arguments);
}

/// Runs P and compiles nothing else: what the tuner's candidates call. Requires: the arguments are right, with last strides 1.
template <class P>
inline argument_verdict run_dense(executor_ref executor, const argument* arguments) {
  using program = bound_program<P, all_unit_strides<P>()>;
  state st;
  st.executor = executor;
  if (const argument_verdict v = bind<program>(st, arguments); !v.ok()) return v;
  return run_bound<program>(st);
}

/// run_agreeing() with all checks (check_arguments.hpp).
template <class P, class Fallback, std::uint32_t Units>
inline argument_verdict run_checked(executor_ref executor, const argument* arguments) {
  constexpr int count = argument_count(P::value);
  static constexpr auto uses = uses_of<P>(std::make_index_sequence<static_cast<std::size_t>(count)>{});
  if (const argument_verdict v = check_arguments(arguments, uses.of, count); !v.ok()) return v;
  return run_agreeing<P, Fallback, Units>(executor, arguments);
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
