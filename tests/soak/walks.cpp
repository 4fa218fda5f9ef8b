// SPDX-License-Identifier: Apache-2.0
// Random legal schedules of random programs, checked by the reference interpreter after every move, for SOAK_SECONDS from SOAK_SEED
// on. SOAK_UNIT: a source that is written, which runs the last few scheduled programs through the CPU executor.
#include "support/random_pipelines.hpp"
#include "support/random_schedules.hpp"
#include "support/sample_programs.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>

namespace pd = perfdojo;

namespace {

constexpr int moves_of_a_walk = 12;
constexpr std::size_t programs_of_a_unit = 10;

std::uint64_t setting(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

pd::ir::program start_of(std::uint64_t seed) {
  if (seed % 3 == 0) return support::random_pipeline(seed);
  if (seed % 3 == 1) return support::random_program(seed);
  return samples::all[seed / 3 % std::size(samples::all)].program;
}

/// The CPU executor takes sizes from plain dimensions of arguments, as mathematics has them; the interpreter is told all of them.
bool arguments_give_sizes(const pd::ir::program& p) {
  std::uint64_t known = 0;
  for (const pd::ir::buffer& b : p.buffers)
    for (const pd::ir::dimension& d : b.dimensions) {
      if (b.is_private() || d.symbol < 0 || d.unit != 1 || d.step != 1 || d.cap != pd::ir::unbounded)
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

void write_unit(const char* path, const std::deque<scheduled_program>& programs) {
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
  REQUIRE(file != nullptr);
  std::fwrite(unit.data(), 1, unit.size(), file);
  std::fclose(file);
}

}  // namespace

TEST_CASE("soak: programs keep their meaning under random legal schedules") {
  using clock = std::chrono::steady_clock;
  const auto end = clock::now() + std::chrono::seconds(setting("SOAK_SECONDS", 10));
  std::uint64_t seed = setting("SOAK_SEED", 1), walks = 0, moves = 0;
  std::deque<scheduled_program> last;
  for (; walks == 0 || clock::now() < end; ++seed, ++walks) {
    pd::ir::program p = start_of(seed);
    const support::walk_result walk = support::walk_random_schedule(
        p, seed, moves_of_a_walk,
        [&p](const pd::ir::program& before, const pd::move_record& move) { p = pd::apply(move, before); });
    moves += static_cast<std::uint64_t>(walk.moves);
    INFO(walk.report);
    REQUIRE(walk.report.empty());
    if (arguments_give_sizes(p)) last.push_back({seed, support::text(p)});
    if (last.size() > programs_of_a_unit) last.pop_front();
  }
  std::printf("%llu walks, %llu moves, up to seed %llu\n", static_cast<unsigned long long>(walks),
              static_cast<unsigned long long>(moves), static_cast<unsigned long long>(seed - 1));
  if (const char* const path = std::getenv("SOAK_UNIT")) write_unit(path, last);
}
