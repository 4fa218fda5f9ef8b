// SPDX-License-Identifier: Apache-2.0
// size_is_unknown: a program, made as a value, that runs over a size which no argument has.
// REJECT: schedule_rejected<.*\bsize_is_unknown, .*\bscope<'N'>.*call_explain_for_details
#include <perfdojo/exec/run_program.hpp>
#include <perfdojo/ir/parse.hpp>

namespace pd = perfdojo;

struct program {
#ifdef REJECT
  static constexpr std::string_view text = R"(perfdojo 1
size M
size N
argument y f32 [M]
i M
| k N
| | y[i] += 1
)";
#else
  static constexpr std::string_view text = R"(perfdojo 1
size M
size N = 3
argument y f32 [M]
i M
| k N
| | y[i] += 1
)";
#endif
  static constexpr pd::ir::program value = pd::ir::parse(text).value;
};

pd::exec::argument_verdict call(pd::executor_ref e, const pd::exec::argument* y) {
  return pd::exec::run_dense<program>(e, y);
}
