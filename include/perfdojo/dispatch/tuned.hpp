// SPDX-License-Identifier: Apache-2.0
// What a tuned header fills in: for a kernel, schedules and the sizes each is for, and the CPU that they were measured on.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/core/index_math.hpp>
#include <perfdojo/target/cpu.hpp>

#include <cstdint>

namespace perfdojo {

/// One schedule, for calls whose sizes multiply to at most UpTo.
template <index_t UpTo, class Schedule>
struct tuned_entry {
  static constexpr index_t up_to = UpTo;
  using schedule = Schedule;
};
/// Entries by ascending up_to; the last one serves everything above as well.
template <class... Entries>
struct tuned_entries {
  static constexpr int size = sizeof...(Entries);
};

/// Specialised by a tuned header: `using entries = tuned_entries<...>`, and `using origin`, a struct with the CPU that the entries
/// were measured on (`static constexpr target::cpu cpu`) and the sentence for a run on another one (`static constexpr char
/// refusal[]`). Without an origin the entries are for every CPU. For a kernel for small sizes perhaps
/// `static constexpr index_t largest_work`: up to which work it is taken. `using threaded_entries = tuned_entries<...>`: for calls
/// whose executor has several threads, which otherwise take `entries`. A kernel without specialisation uses its default_schedule.
template <class Kernel>
struct tuned {
  using entries = void;
};

}  // namespace perfdojo
