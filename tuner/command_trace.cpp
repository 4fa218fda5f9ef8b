// SPDX-License-Identifier: Apache-2.0
// trace and replay: what a schedule does to a kernel's program, kept as text.
#include <cstdio>

#include <perfdojo/schedule/read_trace.hpp>
#include <perfdojo/schedule/replay.hpp>

#include "commands.hpp"
#include "files.hpp"
#include "game.hpp"
#include "text.hpp"

namespace perfdojo::tuner {

exit_code trace(const common_options& o, const std::string& kernel, const std::string& own,
                const std::string& schedule) {
  if (kernel.empty() == own.empty())
    throw usage_error("say which kernel: a built-in one's type or --kernel FILE:TYPE");
  const kernel_facts facts = own.empty() ? built_in_kernel(kernel) : user_kernel(own);
  session s(o);
  const prepared p = prepare_kernel(facts, s.compile(), s.folder(), {}, 1);
  std::vector<move_record> moves;
  for (const step& one : schedule.empty() ? p.default_steps : read_schedule(schedule))
    for (const move_record& m : moves_of_step(one)) moves.push_back(m);
  if (const std::string refused = explain(p.start, moves); !refused.empty())
    throw usage_error("the schedule is not legal on " + facts.type + "\n" + refused);
  std::printf("%s", write_trace(record_trace(facts.type, p.start, moves)).c_str());
  return exit_code::ok;
}

exit_code replay(const common_options& o, const std::string& file, const std::string& own) {
  const parsed_trace t = read_trace(read_file(file));
  if (!t.ok()) throw usage_error(file + ": line " + decimal(std::int64_t{t.line}) + ": " + t.message);
  const kernel_facts facts = own.empty() ? built_in_kernel(t.value.kernel) : user_kernel(own);
  session s(o);
  const prepared p = prepare_kernel(facts, s.compile(), s.folder(), {}, 1);
  const replayed again = perfdojo::replay(p.start, t.value);
  if (!again.ok()) {
    std::printf("%s", again.message.c_str());
    return exit_code::wrong;
  }
  std::printf("%sthe same program after %zu moves\n", print_program(again.value).c_str(),
              t.value.steps.size());
  return exit_code::ok;
}

}  // namespace perfdojo::tuner
