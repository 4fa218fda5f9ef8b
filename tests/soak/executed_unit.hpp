// SPDX-License-Identifier: Apache-2.0
// write_unit: a source that compiles scheduled programs and compares the CPU executor with the reference interpreter.
#pragma once

#include <perfdojo/ir/program.hpp>

#include <cstdio>
#include <deque>
#include <string>

namespace support {

/// The CPU executor takes sizes from plain dimensions of arguments, as mathematics has them; the interpreter is told all of them.
inline bool arguments_give_sizes(const perfdojo::ir::program& p) {
  std::uint64_t known = 0;
  for (const perfdojo::ir::buffer& b : p.buffers)
    for (const perfdojo::ir::dimension& d : b.dimensions) {
      if (b.is_private() || d.symbol < 0 || d.unit != 1 || d.step != 1 || d.cap != perfdojo::ir::unbounded)
        continue;
      known |= std::uint64_t(1) << d.symbol;
    }
  for (int s = 0; s < p.symbols.size(); ++s)
    if (p.symbols[s].value < 0 && (known >> s & 1) == 0) return false;
  return true;
}

struct scheduled_program {
  std::uint64_t seed;
  std::string text;
};

/// False if the file could not be written.
inline bool write_unit(const char* path, const std::deque<scheduled_program>& programs) {
  // Programs beyond the capacities of the executor's plan do not compile; they are left out.
  std::string unit = R"(#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/ir/parse.hpp>
#include "support/executed.hpp"
template <class P>
void check() {
  static perfdojo::thread_pool pool(2);
  if constexpr (perfdojo::exec::make_plan(P::value).fits()) {
    CHECK(support::executed<P>());
    CHECK(support::executed<P>(pool));
  } else {
    std::puts("beyond the capacities of a plan");
  }
}
)";
  for (const scheduled_program& p : programs) {
    const std::string name = "seed_" + std::to_string(p.seed);
    unit += "PERFDOJO_TEST_PROGRAM(" + name + ", R\"(" + p.text + ")\");\nTEST_CASE(\"" + name +
            "\") { check<" + name + ">(); }\n";
  }
  std::FILE* const file = std::fopen(path, "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(unit.data(), 1, unit.size(), file) == unit.size();
  return std::fclose(file) == 0 && written;
}

}  // namespace support
