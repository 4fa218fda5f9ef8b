// SPDX-License-Identifier: Apache-2.0
// replay: does again what a trace tells, and says where the outcome differs.
#pragma once

#include <perfdojo/schedule/explain.hpp>
#include <perfdojo/schedule/trace.hpp>

#include <string>

namespace perfdojo {

/// The program of a trace, if ok(): its hash is the trace's final one. Otherwise the program before the move that went another way.
struct replayed {
  ir::program value;
  int failed_step = -1;  ///< from 1; 0: the program at the start is another one
  std::string message;

  bool ok() const { return failed_step < 0; }
};

namespace detail {
inline std::string divergence(const trace& t, std::string_view where, std::uint64_t found,
                              std::uint64_t wanted) {
  std::string out;
  put(out, where, " has the hash ");
  put_hash(out, found);
  put(out, "; in the trace of ", t.kernel, " by version ", t.version, " it is ");
  put_hash(out, wanted);
  out.push_back('\n');
  return out;
}
}  // namespace detail

/// Applies the moves of t to the program of its kernel. Stops at the first one that is refused or makes another program than it did.
inline replayed replay(const ir::program& start, const trace& t) {
  replayed r;
  r.value = start;
  if (const std::uint64_t found = ir::hash(start); found != t.start) {
    r.failed_step = 0;
    r.message = detail::divergence(t, "the kernel's program", found, t.start);
    return r;
  }
  for (std::size_t i = 0; i < t.steps.size(); ++i) {
    const move_record& move = t.steps[i].move;
    const int number = static_cast<int>(i) + 1;
    if (const verdict v = check(move, r.value); !v.ok()) {
      r.failed_step = number;
      r.message = explain_move(r.value, move, v, number, spell(move));
      return r;
    }
    ir::program after = apply(move, r.value);
    if (const std::uint64_t found = ir::hash(after); found != t.steps[i].hash) {
      std::string where = "step ";
      put(where, number, ": ", spell(move), "\n  what it makes");
      r.failed_step = number;
      r.message = detail::divergence(t, where, found, t.steps[i].hash);
      return r;
    }
    r.value = after;
  }
  return r;
}

}  // namespace perfdojo
