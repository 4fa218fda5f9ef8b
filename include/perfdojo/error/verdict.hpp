// SPDX-License-Identifier: Apache-2.0
// verdict: the result of a check, a value. schedule.hpp and run.hpp turn a bad one into an error.
#pragma once

#include <perfdojo/core/fixed_string.hpp>
#include <perfdojo/core/index_math.hpp>
#include <perfdojo/error/reason.hpp>

namespace perfdojo {

struct verdict {
  reason why = reason::ok;
  name scope;
  name buffer;
  index_t asked = 0;
  index_t found = 0;

  constexpr bool ok() const { return why == reason::ok; }
  friend constexpr bool operator==(const verdict&, const verdict&) = default;
};

constexpr verdict accept() { return {}; }
constexpr verdict reject(reason why, name scope = {}, index_t asked = 0, index_t found = 0) {
  return {why, scope, {}, asked, found};
}
constexpr verdict reject_buffer(reason why, name buffer, name scope = {}, index_t asked = 0,
                                index_t found = 0) {
  return {why, scope, buffer, asked, found};
}

}  // namespace perfdojo
