// SPDX-License-Identifier: Apache-2.0
// kernel_class<kernel, schedule>: what a schedule may do to the results of a kernel.
#pragma once

#include <perfdojo/lang/lower.hpp>
#include <perfdojo/schedule/schedule_class.hpp>

namespace perfdojo {

/// static_assert(kernel_class<my_kernel, by_hand> == result_class::bitwise_equal): the schedule changes no bit of the results, apart
/// from what contraction of a*b+c may. Requires that the schedule is legal.
template <class Kernel, class Schedule>
inline constexpr result_class kernel_class = schedule_class<lang::program_of<Kernel>, Schedule>;

}  // namespace perfdojo
