// SPDX-License-Identifier: Apache-2.0
// run_kernel: a kernel of the library by the schedule that is chosen for the size of the call.
#pragma once

#include <perfdojo/dispatch/choose.hpp>
#include <perfdojo/exec/bind_views.hpp>
#include <perfdojo/exec/run.hpp>

namespace perfdojo::dispatch {
inline namespace PERFDOJO_DISPATCH {

/// Runs a kernel by its tuned or default schedule. The views were checked one by one and against each other, but for their sizes.
/// work: the product of the sizes. Units: arguments, as bits, whose last stride the schedule takes for 1; others run without schedule.
template <class Kernel, std::uint32_t Units, class... Views>
PERFDOJO_INLINE exec::argument_verdict run_kernel(const executor_ref& executor, index_t work,
                                                  const Views&... views) {
  using mathematics = lang::program_of<Kernel>;
  return dispatch::with_schedule_for<Kernel>(executor, work, [&]<class Schedule>() {
    using result = scheduled<mathematics, Schedule>;
    static_assert(perfdojo::detail::rejection_of<result>::type::ok);
    return exec::run_checked_views<result, mathematics, Units>(executor, views...);
  });
}

/// The same for views whose sizes agree. Fallback: the program for other strides; void if the caller saw to the unit strides.
/// Program: the kernel's, perhaps with sizes as constants.
template <class Kernel, std::uint32_t Units, class Fallback = lang::program_of<Kernel>,
          class Program = lang::program_of<Kernel>, class... Views>
PERFDOJO_INLINE exec::argument_verdict run_kernel_of_size(const executor_ref& executor, index_t work,
                                                          const Views&... views) {
  using mathematics = lang::program_of<Kernel>;
  static_assert(exec::subscripts_of<mathematics>.count == 0,
                "perfdojo: this way in checks no subscripts of several indices; run_kernel does");
  return dispatch::with_schedule_for<Kernel>(executor, work, [&]<class Schedule>() {
    using result = scheduled<Program, Schedule>;
    static_assert(perfdojo::detail::rejection_of<result>::type::ok);
    return exec::run_agreeing_views<result, Fallback, Units>(executor, views...);
  });
}

/// Bits of the arguments whose last stride a kernel takes for 1.
template <class Kernel>
constexpr std::uint32_t bit_of(const char (&argument)[2]) {
  return 1u << lang::program_of<Kernel>::value.find_buffer(name(argument));
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace perfdojo::dispatch
