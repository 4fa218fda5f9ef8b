// SPDX-License-Identifier: Apache-2.0
// Policies on the kernels that a unit calls, checked while it compiles: require_tuned and require_strict.
#pragma once

#include <perfdojo/dispatch/choose.hpp>
#include <perfdojo/lang/lower.hpp>
#include <perfdojo/schedule/strict.hpp>

namespace perfdojo {
namespace dispatch {

template <class Kernel>
struct must_be_tuned {
  static_assert(is_tuned<Kernel>,
                "perfdojo: require_tuned: this kernel has no tuned schedule here. Include the "
                "perfdojo_tuned.hpp that `pd-tuner tune` writes for this machine and compiler before every "
                "other header of perfdojo");
  static constexpr bool ok = true;
};
template <class Kernel>
constexpr bool tuned_with_parts() {
  if constexpr (requires { typename Kernel::small_kernel; })
    return must_be_tuned<Kernel>::ok && must_be_tuned<typename Kernel::small_kernel>::ok;
  else
    return must_be_tuned<Kernel>::ok;
}

template <class Kernel, class Schedule>
struct must_be_strict {
  using result = scheduled<lang::program_of<Kernel>, strict<Schedule>>;
  static constexpr bool ok = perfdojo::detail::rejection_of<result>::type::ok;
};
template <class Kernel, class... Entries>
constexpr bool entries_are_strict(tuned_entries<Entries...>) {
  return (must_be_strict<Kernel, typename Entries::schedule>::ok && ...);
}
template <class Kernel>
constexpr bool strict_with_fallback() {
  bool ok = entries_are_strict<Kernel>(entries_of<Kernel>{});
  if constexpr (is_tuned_for_threads<Kernel>)
    ok = ok && entries_are_strict<Kernel>(typename tuned<Kernel>::threaded_entries{});
  if constexpr (falls_back<Kernel>)
    ok = ok && entries_are_strict<Kernel>(typename default_entries<Kernel>::type{});
  return ok;
}

}  // namespace dispatch

inline namespace PERFDOJO_DISPATCH {

/// static_assert(require_tuned<gemm_kernel<float>>): a compile error that says what to do unless a tuned header has schedules for the
/// kernels, and for the kernels that calls of them take for small sizes. On another CPU than the header's the built-in schedules run
/// nevertheless: why_not_tuned() (path.hpp) tells.
template <class... Kernels>
inline constexpr bool require_tuned = (dispatch::tuned_with_parts<Kernels>() && ...);

/// static_assert(require_strict<scale_shift_relu_kernel<float>>): an error, schedule_rejected<reassociation_is_forbidden, ...>, if a
/// schedule by which calls of the kernels may run changes the order of a floating-point sum or product.
template <class... Kernels>
inline constexpr bool require_strict = (dispatch::strict_with_fallback<Kernels>() && ...);

}  // namespace PERFDOJO_DISPATCH
}  // namespace perfdojo
