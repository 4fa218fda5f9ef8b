// SPDX-License-Identifier: Apache-2.0
// choose: which schedule a call takes: the tuned header's, else the kernel's own default, else none at all.
#pragma once

#include <perfdojo/dispatch/tuned.hpp>
#include <perfdojo/schedule/schedule.hpp>

#include <type_traits>

namespace perfdojo {

/// Where the schedule of a kernel comes from. none: the mathematics runs as it stands, right but slow.
enum class schedule_source : std::uint8_t { tuned, built_in, none };

namespace dispatch {

template <class Kernel>
concept has_default = requires {
  typename Kernel::default_schedule;
};

template <class Kernel>
struct default_entries {
  using type = tuned_entries<tuned_entry<INT64_MAX, schedule<>>>;
};
template <has_default Kernel>
struct default_entries<Kernel> {
  using type = tuned_entries<tuned_entry<INT64_MAX, typename Kernel::default_schedule>>;
};
/// A kernel may have a default for each class of sizes; default_schedule is then that of the smallest.
template <has_default Kernel>
requires requires { typename Kernel::default_entries; }
struct default_entries<Kernel> {
  using type = typename Kernel::default_entries;
};
template <class Kernel>
inline constexpr bool is_tuned = !std::is_void_v<typename tuned<Kernel>::entries>;

template <class Kernel>
struct entries {
  using type = typename default_entries<Kernel>::type;
};
template <class Kernel>
requires is_tuned<Kernel>
struct entries<Kernel> {
  using type = typename tuned<Kernel>::entries;
};
template <class Kernel>
using entries_of = typename entries<Kernel>::type;

/// Up to which work a kernel for small sizes is taken: the tuned header may know better than the kernel.
template <class Small>
constexpr index_t largest_work_of() {
  if constexpr (requires { tuned<Small>::largest_work; }) {
    return tuned<Small>::largest_work;
  } else {
    return Small::largest_work;
  }
}

/// Calls f.template operator()<Schedule>() with the schedule for `work`, the product of the sizes.
template <class Entry, class... Rest, class F>
constexpr auto with_schedule(tuned_entries<Entry, Rest...>, [[maybe_unused]] index_t work, F&& f) {
  if constexpr (sizeof...(Rest) == 0) {
    return f.template operator()<typename Entry::schedule>();
  } else {
    if (work <= Entry::up_to) return f.template operator()<typename Entry::schedule>();
    return with_schedule(tuned_entries<Rest...>{}, work, static_cast<F&&>(f));
  }
}

template <class Kernel>
concept is_tuned_for_threads = requires {
  typename tuned<Kernel>::threaded_entries;
};
template <class Kernel>
concept has_origin = (is_tuned<Kernel> || is_tuned_for_threads<Kernel>)&&requires {
  tuned<Kernel>::origin::cpu;
};
/// Is there anything that another CPU would run instead of the entries? For a kernel without default they stay: code for
/// another CPU of this instruction set is far better than none.
template <class Kernel>
concept falls_back = has_origin<Kernel> && has_default<Kernel>;

inline namespace PERFDOJO_DISPATCH {

// 1: this is the CPU of the origin, -1: it is another one, 0: nobody asked yet. Threads that ask at once find the same.
template <class Origin>
inline signed char at_home = 0;

template <class Origin>
[[gnu::cold, gnu::noinline]] bool ask_cpu() {
  const bool same = target::this_cpu() == Origin::cpu;
  __atomic_store_n(&at_home<Origin>, static_cast<signed char>(same ? 1 : -1), __ATOMIC_RELAXED);
  return same;
}
/// Is this the CPU that the entries were measured on? A load and a branch from the second call on.
template <class Origin>
PERFDOJO_INLINE bool is_at_home() {
  const signed char known = __atomic_load_n(&at_home<Origin>, __ATOMIC_RELAXED);
  return known > 0 || (known == 0 && ask_cpu<Origin>());
}

// Apart, so that the defaults of a kernel cost no instruction where the tuned schedules run.
template <class Kernel, class F>
[[gnu::cold, gnu::noinline]] auto with_default(index_t work, F&& f) {
  return with_schedule(typename default_entries<Kernel>::type{}, work, static_cast<F&&>(f));
}

/// The same for the schedules of a kernel on this CPU.
template <class Kernel, class F>
PERFDOJO_INLINE auto with_schedule_of(index_t work, F&& f) {
  if constexpr (falls_back<Kernel>) {
    if (!is_at_home<typename tuned<Kernel>::origin>()) [[unlikely]]
      return with_default<Kernel>(work, static_cast<F&&>(f));
  }
  return with_schedule(entries_of<Kernel>{}, work, static_cast<F&&>(f));
}

/// The same for a call with an executor.
template <class Kernel, class Executor, class F>
PERFDOJO_INLINE auto with_schedule_for([[maybe_unused]] const Executor& executor, index_t work, F&& f) {
  if constexpr (is_tuned_for_threads<Kernel>) {
    bool here = true;
    if constexpr (falls_back<Kernel>) here = is_at_home<typename tuned<Kernel>::origin>();
    if (here && executor.concurrency() > 1)
      return with_schedule(typename tuned<Kernel>::threaded_entries{}, work, static_cast<F&&>(f));
  }
  return with_schedule_of<Kernel>(work, static_cast<F&&>(f));
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace dispatch

inline namespace PERFDOJO_DISPATCH {

/// Where calls of this kernel take their schedules from in this translation unit, on the CPU that it was compiled for.
template <class Kernel>
constexpr schedule_source source_of() {
  return dispatch::is_tuned<Kernel>      ? schedule_source::tuned
         : dispatch::has_default<Kernel> ? schedule_source::built_in
                                         : schedule_source::none;
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace perfdojo
