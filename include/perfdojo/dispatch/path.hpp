// SPDX-License-Identifier: Apache-2.0
// path_of: which way a call of a kernel takes, so that nothing is slow in silence. why_not_tuned: the reason, as a sentence.
#pragma once

#include <perfdojo/dispatch/choose.hpp>
#include <perfdojo/lang/lower.hpp>

#include <concepts>

namespace perfdojo {

/// Sizes of a call, in the order in which the mathematics names them first: M, N, K for gemm, R, N for softmax.
template <index_t... Sizes>
struct shape {};

/// How the arguments of a call lie in memory. unit: each has elements next to each other along its last dimension. any: one
/// that the schedule takes for such has not.
enum class strides : std::uint8_t { unit, any };

/// The way that a call takes.
struct call_path {
  schedule_source source = schedule_source::none;  ///< of its schedule; none: right but slow
  bool small_kernel =
      false;      ///< the kernel's own kernel for small sizes runs, which uses operands where they are
  int entry = 0;  ///< position among the schedules of that source, by ascending work
  bool threaded = false;  ///< the entry is one of those for several threads
  friend constexpr bool operator==(const call_path&, const call_path&) = default;
};

/// "tuned", "built-in", "none".
constexpr const char* name_of(schedule_source s) {
  return s == schedule_source::tuned ? "tuned" : s == schedule_source::built_in ? "built-in" : "none";
}

namespace dispatch {

template <class Kernel>
concept has_small_kernel = requires {
  Kernel::small_kernel::largest_work;
};

inline namespace PERFDOJO_DISPATCH {

template <class... Entries>
constexpr int entry_for(tuned_entries<Entries...>, double work) {
  const index_t limits[] = {Entries::up_to...};
  int at = 0;
  while (at + 1 < static_cast<int>(sizeof...(Entries)) && work > static_cast<double>(limits[at])) ++at;
  return at;
}

template <class Kernel>
call_path path_of_work(double work, strides where) {
  if (where == strides::any) return {};
  if constexpr (falls_back<Kernel>) {
    if (!is_at_home<typename tuned<Kernel>::origin>())
      return {schedule_source::built_in, false, entry_for(typename default_entries<Kernel>::type{}, work)};
  }
  return {source_of<Kernel>(), false, entry_for(entries_of<Kernel>{}, work)};
}

/// Does the kernel's own kernel for small sizes take contiguous operands of these sizes?
template <has_small_kernel Kernel, class... Sizes>
bool is_small(double work, Sizes... sizes) {
  using small = typename Kernel::small_kernel;
  constexpr index_t limit = largest_work_of<small>();
  if constexpr (requires { small::suits_contiguous(limit, sizes...); })
    return small::suits_contiguous(limit, sizes...);
  return work <= static_cast<double>(limit);
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace dispatch

inline namespace PERFDOJO_DISPATCH {

/// The path of a call with these sizes, on the CPU that runs this. Asked for gemm_kernel it covers what gemm() does: small_kernel says
/// that small_gemm_kernel runs, as it does for alpha == 1, contiguous rows of B and C, and one thread.
template <class Kernel, std::convertible_to<index_t>... Sizes>
requires(sizeof...(Sizes) > 0) call_path path_of(strides where, Sizes... sizes) {
  static_assert(sizeof...(Sizes) == lang::program_of<Kernel>::value.symbols.size(),
                "perfdojo: path_of wants one number for each size of the kernel, in the order in which "
                "the mathematics names them first");
  // As doubles: the product may pass 64 bits.
  const double work = (1. * ... * static_cast<double>(sizes));
  if constexpr (dispatch::has_small_kernel<Kernel>) {
    if (where == strides::unit && dispatch::is_small<Kernel>(work, static_cast<index_t>(sizes)...)) {
      call_path path = dispatch::path_of_work<typename Kernel::small_kernel>(work, where);
      path.small_kernel = true;
      return path;
    }
  }
  return dispatch::path_of_work<Kernel>(work, where);
}
template <class Kernel, std::convertible_to<index_t>... Sizes>
requires(sizeof...(Sizes) > 0) call_path path_of(Sizes... sizes) {
  return path_of<Kernel>(strides::unit, sizes...);
}

/// The same for a call whose schedule gets an executor with these threads. The kernels of the library leave an executor aside for small
/// work (gemm below 2^21 multiply-adds, softmax below 65536 elements); then the path is the one without.
template <class Kernel, class Executor, std::convertible_to<index_t>... Sizes>
requires(sizeof...(Sizes) > 0 && requires(const Executor& e) { e.concurrency(); }) call_path
    path_of(const Executor& executor, Sizes... sizes) {
  if (executor.concurrency() <= 1) return path_of<Kernel>(strides::unit, sizes...);
  const double work = (1. * ... * static_cast<double>(sizes));
  if constexpr (dispatch::is_tuned_for_threads<Kernel>) {
    bool here = true;
    if constexpr (dispatch::falls_back<Kernel>) here = dispatch::is_at_home<typename tuned<Kernel>::origin>();
    if (here)
      return {schedule_source::tuned, false,
              dispatch::entry_for(typename tuned<Kernel>::threaded_entries{}, work), true};
  }
  return dispatch::path_of_work<Kernel>(work, strides::unit);
}

/// The same for sizes that are known: path_of<gemm_kernel<float>, shape<512, 512, 512>>().
template <class Kernel, class Shape, strides Where = strides::unit>
call_path path_of() {
  return [&]<index_t... Sizes>(shape<Sizes...>) { return path_of<Kernel>(Where, index_t(Sizes)...); }
  (Shape{});
}

}  // namespace PERFDOJO_DISPATCH

/// Why calls of this kernel do not run by a tuned schedule here and now, with the command to tune again where one is known; empty
/// if they do. Static: what a unit knows of a header that it refused is its own.
template <class Kernel>
static const char* why_not_tuned() {
  if constexpr (dispatch::has_origin<Kernel>) {
    if (!dispatch::is_at_home<typename tuned<Kernel>::origin>()) return tuned<Kernel>::origin::refusal;
  }
  if constexpr (dispatch::is_tuned<Kernel>) return "";
#if defined(PERFDOJO_TUNED_REFUSED)
  return PERFDOJO_TUNED_REFUSED;
#elif defined(PERFDOJO_TUNED_INCLUDED)
  return "perfdojo: perfdojo_tuned.hpp has no schedule for this kernel; pd-tuner tune adds one";
#else
  return "perfdojo: perfdojo_tuned.hpp is not included; pd-tuner tune writes it";
#endif
}

}  // namespace perfdojo
