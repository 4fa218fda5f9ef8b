// SPDX-License-Identifier: Apache-2.0
// explain<kernel, schedule>(): the long form of the compile error schedule_rejected.
#pragma once

#include <perfdojo/exec/executable.hpp>
#include <perfdojo/lang/lower.hpp>
#include <perfdojo/schedule/explain.hpp>

#include <cstdio>
#include <string>

namespace perfdojo {
inline namespace PERFDOJO_ISA {

/// Prints to standard error why the schedule does not fit the kernel: the step, the cause with values, the program at
/// that step, and what would be legal instead; or the scheduled program if it fits. Returns the same text.
template <class Kernel, class Schedule>
std::string explain() {
  using program = lang::program_of<Kernel>;
  std::string text = explain_schedule<program, Schedule>();
  if (text.empty()) {
    const ir::program& made = scheduled<program, Schedule>::value;
    text = "the schedule is legal; it makes of the kernel\n";
    ir::print_to(text, made);
    if (const verdict v = exec::check_executable(made, exec::make_plan(made)); !v.ok())
      text += "but " + sentence(v) + "\n";
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
  return text;
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo
