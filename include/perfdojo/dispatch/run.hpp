// SPDX-License-Identifier: Apache-2.0
// run without a schedule: a kernel by the schedule that is chosen for it, as the kernels of the library are run.
#pragma once

#include <perfdojo/dispatch/choose.hpp>
#include <perfdojo/exec/bind_views.hpp>
#include <perfdojo/exec/run.hpp>

namespace perfdojo {
namespace dispatch {
inline namespace PERFDOJO_DISPATCH {

// Schedules are tuned for sizes known at run time only, so that is what they are applied to.
template <class T, index_t... E>
constexpr dynamic_view<T, sizeof...(E)> with_run_time_sizes(const tensor_view<T, E...>& v) {
  return v;
}
template <class T>
constexpr scalar_view<T> with_run_time_sizes(const scalar_view<T>& v) {
  return v;
}

/// The product of the sizes of a call, whose arguments may be wrong still.
template <class P, class... Views>
index_t work_of(const Views&... views) {
  index_t work = 1;
  int b = 0;
  const auto see = [&](const auto& view) {
    for (int r = 0; r < P::value.buffers[b].rank(); ++r)
      if (const int s = P::value.buffers[b].dimensions[r].symbol;
          s >= 0 && exec::decides_size(P::value, b, r, s))
        work = limited_product(work, view.extent(r), 1);
    ++b;
  };
  const auto see_view = [&]<class View>(const View& view) {
    if constexpr (View::rank > 0) {
      see(view);
    } else {
      ++b;
    }
  };
  (see_view(views), ...);
  return work;
}

template <class Kernel, class... Views>
exec::argument_verdict run_chosen(executor_ref executor, const Views&... views) {
  using mathematics = lang::program_of<Kernel>;
  if constexpr (sizeof...(Views) == exec::argument_count(mathematics::value)) {
    if constexpr (exec::types_fit<mathematics, Views...>()) {
      return dispatch::with_schedule_for<Kernel>(
          executor, dispatch::work_of<mathematics>(views...), [&]<class Schedule>() {
            return exec::run_views<Kernel, Schedule>(executor, dispatch::with_run_time_sizes(views)...);
          });
    }
  }
  return exec::run_views<Kernel, schedule<>>(executor, views...);  // which says what is wrong
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace dispatch

inline namespace PERFDOJO_DISPATCH {

/// Runs a kernel by the schedule that a tuned header has for these sizes, else by its default_schedule, else as the mathematics
/// stands: right but slow. path_of (path.hpp) tells which. Arguments and errors are those of run() with a schedule.
template <class Kernel, viewable... Args>
void run_on(executor_ref executor, const Args&... args) {
  const exec::argument_verdict v = dispatch::run_chosen<Kernel>(executor, as_view(args)...);
  if (!v.ok()) [[unlikely]]
    exec::fail(v, exec::names_of<lang::program_of<Kernel>>.of);
}
template <class Kernel, viewable... Args>
void run(const Args&... args) {
  perfdojo::run_on<Kernel>(executor_ref{}, args...);
}
/// As run(), but returns the verdict.
template <class Kernel, viewable... Args>
exec::argument_verdict try_run(executor_ref executor, const Args&... args) {
  return dispatch::run_chosen<Kernel>(executor, as_view(args)...);
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace perfdojo
