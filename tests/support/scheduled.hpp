// SPDX-License-Identifier: Apache-2.0
// scheduled: what a schedule, as a type, makes of a program tag: does it run as the program did, and which nests are there?
#pragma once

#include <perfdojo/schedule/schedule.hpp>

#include "support/executed.hpp"

namespace support {

/// P under Schedule by the CPU executor, against the reference interpreter on P itself, over sizes up to `most`.
template <class P, class Schedule>
agreement executed_after(double tolerance = 1e-5, index_t most = 20) {
  using scheduled = perfdojo::scheduled<P, Schedule>;
  CAPTURE(perfdojo::sentence(scheduled::result));
  REQUIRE(scheduled::result.ok());
  return executed_as(P::value, &execute_program<scheduled, exec::all_unit_strides<scheduled>()>,
                     &execute_program<scheduled, 0>, {}, tolerance, most);
}

/// The text of P under Schedule from its first nest on, after both interpreters have run it.
template <class P, class Schedule>
std::string nests_after() {
  using scheduled = perfdojo::scheduled<P, Schedule>;
  CHECK(executed_after<P, Schedule>());
  CHECK(same_result(P::value, scheduled::value, reassociation));
  std::string text;
  ir::print_to(text, scheduled::value);
  const auto is_declaration = [](std::string_view line) {
    for (const std::string_view word : {"perfdojo ", "size ", "argument ", "heap ", "stack ", "registers "})
      if (line.starts_with(word)) return true;
    return false;
  };
  std::size_t from = 0;
  while (is_declaration(std::string_view(text).substr(from))) from = text.find('\n', from) + 1;
  return text.substr(from);
}

}  // namespace support
