// SPDX-License-Identifier: Apache-2.0
// run: a kernel, a schedule, arguments.
#pragma once

#include <perfdojo/exec/bind_views.hpp>
#include <perfdojo/exec/check_views.hpp>
#include <perfdojo/exec/kernel_error.hpp>
#include <perfdojo/exec/run_program.hpp>
#include <perfdojo/exec/view.hpp>
#include <perfdojo/lang/lower.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace perfdojo {

/// Does the schedule fit the kernel? run() says why not, and so does explain().
template <class Kernel, class Schedule>
inline constexpr bool is_legal = scheduled<lang::program_of<Kernel>, Schedule>::result.ok();

inline namespace PERFDOJO_ISA {
/// Does it also fit the CPU executor, whose plans have fixed capacities?
template <class Kernel, class Schedule>
inline constexpr bool is_executable =
    is_legal<Kernel, Schedule>&& exec::executable<
        exec::bound_program<scheduled<lang::program_of<Kernel>, Schedule>,
                            exec::all_unit_strides<lang::program_of<Kernel>>()>>::result.ok();
}  // namespace PERFDOJO_ISA

namespace exec {

/// The program tag P with the sizes in Values (by symbol; -1: known at run time only).
template <class P, index_t... Values>
struct sized_program {
  static constexpr ir::program make() {
    ir::program p = P::value;
    const index_t values[] = {Values..., -1};
    for (int s = 0; s < p.symbols.size(); ++s)
      if (values[s] >= 0) p.symbols[s].value = values[s];
    return p;
  }
  static constexpr ir::program value = make();
};

/// The size of symbol S as the types of the views know it, or -1.
template <class P, int S, class... Views>
constexpr index_t size_from_types() {
  index_t found = -1;
  int b = 0;
  const auto see = [&]<class View>(const View*) {
    if constexpr (View::rank > 0) {
      for (int r = 0; r < View::rank && r < P::value.buffers[b].rank(); ++r)
        if (const ir::dimension& d = P::value.buffers[b].dimensions[r];
            d.symbol == S && dimension_of_call(d).is_size() && View::static_extents[r] >= 0 && found < 0)
          found = View::static_extents[r];
    }
    ++b;
  };
  (see(static_cast<const Views*>(nullptr)), ...);
  return found;
}
template <class P, class Symbols, class... Views>
struct sized_by;
template <class P, int... S, class... Views>
struct sized_by<P, std::integer_sequence<int, S...>, Views...> {
  static constexpr bool any = ((size_from_types<P, S, Views...>() >= 0) || ...);
  using type = std::conditional_t<any, sized_program<P, size_from_types<P, S, Views...>()...>, P>;
};
template <class P, class... Views>
using program_for =
    typename sized_by<P, std::make_integer_sequence<int, P::value.symbols.size()>, Views...>::type;

template <class P, class... Views>
constexpr bool types_fit() {
  int b = -1;
  return ((++b, ir::element_of<typename Views::value_type> == P::value.buffers[b].type &&
                    Views::rank == P::value.buffers[b].rank()) &&
          ...);
}
template <class P, class... Views>
constexpr bool writes_are_mutable() {
  int b = -1;
  return ((++b, !std::is_const_v<typename Views::element_type> || !planning::is_written(P::value, b)) && ...);
}

/// The names of a kernel's arguments, for messages.
template <class P>
struct argument_names {
  name of[ir::program::max_buffers]{};
  constexpr argument_names() {
    for (int b = 0; b < P::value.buffers.size(); ++b) of[b] = P::value.buffers[b].label;
  }
};
template <class P>
inline constexpr argument_names<P> names_of{};

inline namespace PERFDOJO_ISA {

template <class P, std::size_t... B, class... Views>
PERFDOJO_INLINE argument_verdict check_for(std::index_sequence<B...>, const Views&... views) {
  return check_views<use_of(P::value, static_cast<int>(B))...>(views...);
}

template <class Kernel, class Schedule, class... Views>
argument_verdict run_views(executor_ref executor, const Views&... views) {
  using mathematics = lang::program_of<Kernel>;
  constexpr int count = argument_count(mathematics::value);
  static_assert(sizeof...(Views) == count,
                "perfdojo: run() takes one argument for each tensor and scalar, in the order in which "
                "the mathematics names them first");
  if constexpr (sizeof...(Views) == count) {
    static_assert(
        types_fit<mathematics, Views...>(),
        "perfdojo: an argument's element type or rank is not that of the tensor in the mathematics");
    static_assert(writes_are_mutable<mathematics, Views...>(),
                  "perfdojo: an argument that the kernel writes is const");
    using program = program_for<mathematics, Views...>;
    using result = scheduled<program, Schedule>;
    static_assert(perfdojo::detail::rejection_of<result>::type::ok);
    if constexpr (result::result.ok() && types_fit<mathematics, Views...>()) {
      if (const argument_verdict v =
              check_for<result>(std::make_index_sequence<sizeof...(Views)>{}, views...);
          !v.ok())
        return v;
      return run_checked_views<result, mathematics, all_unit_strides<mathematics>()>(executor, views...);
    }
  }
  return {};
}

}  // namespace PERFDOJO_ISA
}  // namespace exec

inline namespace PERFDOJO_ISA {

/// Runs a kernel by a schedule. Arguments: views (view.hpp) or numbers, in the order in which the mathematics names them first.
/// Sizes and strides are run-time values; extents in a view's type become constants. Contiguous last dimensions run as scheduled;
/// if an argument has another last stride, the program runs without schedule: right, but slow.
///
/// Errors: throws kernel_error for negative or disagreeing extents, null pointers with elements, overlap of a written argument
///         with another, leading dimensions shorter than a row, addresses beyond 64 bits, subscripts such as image(2*i + r) that
///         leave their dimension for these sizes, or no scratch memory.
template <class Kernel, class Schedule, viewable... Args>
void run_on(executor_ref executor, const Args&... args) {
  const exec::argument_verdict v = exec::run_views<Kernel, Schedule>(executor, as_view(args)...);
  if (!v.ok()) [[unlikely]]
    exec::fail(v, exec::names_of<lang::program_of<Kernel>>.of);
}
template <class Kernel, class Schedule, viewable... Args>
void run(const Args&... args) {
  run_on<Kernel, Schedule>(executor_ref{}, args...);
}
/// As run(), but returns the verdict: nothing was computed unless it is ok(). Only where a thread of the executor finds no scratch
/// memory may others have done their part.
template <class Kernel, class Schedule, viewable... Args>
exec::argument_verdict try_run(executor_ref executor, const Args&... args) {
  return exec::run_views<Kernel, Schedule>(executor, as_view(args)...);
}

/// Runs with arguments without types.
template <class Kernel, class Schedule>
exec::argument_verdict run_erased(executor_ref executor, const exec::argument* arguments) {
  using mathematics = lang::program_of<Kernel>;
  using result = scheduled<mathematics, Schedule>;
  static_assert(perfdojo::detail::rejection_of<result>::type::ok);
  return exec::run_checked<result, mathematics, exec::all_unit_strides<mathematics>()>(executor, arguments);
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo
