// SPDX-License-Identifier: Apache-2.0
// choose: which schedule a call takes: the tuned header's, else the kernel's own default, else none at all.
#pragma once

#include <perfdojo/dispatch/tuned.hpp>
#include <perfdojo/schedule/schedule.hpp>

#include <type_traits>

namespace perfdojo {

/// Where the schedule of a kernel comes from.
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

}  // namespace dispatch

inline namespace PERFDOJO_DISPATCH {

/// Where calls of this kernel take their schedules from in this translation unit.
template <class Kernel>
constexpr schedule_source source_of() {
  return dispatch::is_tuned<Kernel>      ? schedule_source::tuned
         : dispatch::has_default<Kernel> ? schedule_source::built_in
                                         : schedule_source::none;
}

}  // namespace PERFDOJO_DISPATCH
}  // namespace perfdojo
