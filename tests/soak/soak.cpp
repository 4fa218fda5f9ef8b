// SPDX-License-Identifier: Apache-2.0
// soak: random legal schedules of random programs under the laws of support/schedule_laws.hpp, until it is stopped. A fault is shrunk to a
// test case.
#define DOCTEST_CONFIG_IMPLEMENT
#include "support/random_starts.hpp"
#include "support/shrink.hpp"

#include "soak/executed_unit.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace pd = perfdojo;

namespace {

constexpr std::size_t programs_of_a_unit = 10;
constexpr const char* usage =
    "usage: soak [--seed S] [--seconds T] [--unit FILE]\n"
    "Checks random legal schedules of random programs with the interpreter, until Ctrl-C or for T seconds.\n"
    "Exit code 1: a fault, printed as a test case. FILE: a test of the last programs with the CPU "
    "executor.\n";

volatile std::sig_atomic_t stopped = 0;

struct settings {
  std::uint64_t seed = static_cast<std::uint64_t>(std::random_device()());
  double seconds = -1;  // no limit
  const char* unit = nullptr;
};

bool read_settings(int count, char** words, settings& s) {
  for (int i = 1; i < count; i += 2) {
    if (i + 1 == count) return false;
    char* end = words[i + 1];
    if (std::strcmp(words[i], "--unit") == 0) {
      s.unit = words[i + 1];
      continue;
    }
    if (std::strcmp(words[i], "--seed") == 0)
      s.seed = std::strtoull(words[i + 1], &end, 10);
    else if (std::strcmp(words[i], "--seconds") == 0)
      s.seconds = std::strtod(words[i + 1], &end);
    if (end == words[i + 1] || *end != '\0') return false;
  }
  return true;
}

struct counts {
  unsigned long long programs = 0, pairs = 0;
  std::vector<unsigned long long> by_kind = std::vector<unsigned long long>(pd::move_kinds.size());

  void print_line(std::uint64_t seed, double seconds) const {
    std::printf("%.0f s: %llu programs, %llu pairs, at seed %llu\n", seconds, programs, pairs,
                static_cast<unsigned long long>(seed));
    std::fflush(stdout);
  }
  void print_kinds() const {
    for (std::size_t k = 0; k < by_kind.size(); ++k)
      std::printf("%10llu %.*s\n", by_kind[k], static_cast<int>(pd::move_kinds[k].name.size()),
                  pd::move_kinds[k].name.data());
  }
};

void print_fault(const support::walk_result& walk, std::uint64_t seed) {
  const auto fails = [](const support::failing_schedule& s) {
    return !support::first_fault(s.start, s.moves, s.seed).empty();
  };
  std::printf("fault: %s\n", walk.report.c_str());
  std::fflush(stdout);
  const support::failing_schedule found{support::random_start(seed), walk.schedule, seed};
  std::printf("\nshrunk:\n%s", support::test_case_of(support::shrink(found, fails)).c_str());
}

}  // namespace

int main(int count, char** words) {
  settings set;
  if (!read_settings(count, words, set)) {
    std::fputs(usage, stderr);
    return 2;
  }
  doctest::Context context;
  context.setAsDefaultForAssertsOutOfTestCases();  // of the generators
  std::signal(SIGINT, [](int) { stopped = 1; });
  std::signal(SIGTERM, [](int) { stopped = 1; });
  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  const auto elapsed = [start] { return std::chrono::duration<double>(clock::now() - start).count(); };
  std::printf("seed %llu\n", static_cast<unsigned long long>(set.seed));
  counts all;
  std::deque<support::scheduled_program> last;
  std::uint64_t seed = set.seed;
  bool is_right = true;
  for (double next_line = 10;
       stopped == 0 && (set.seconds < 0 || all.programs == 0 || elapsed() < set.seconds); ++seed) {
    const pd::ir::program begin = support::random_start(seed);
    pd::ir::program p = begin;
    const support::walk_result walk = support::walk_random_schedule(
        begin, seed, 25,
        [&p](const pd::ir::program& before, const pd::move_record& move) { p = pd::apply(move, before); });
    ++all.programs;
    all.pairs += walk.schedule.size();
    for (const pd::move_record& m : walk.schedule) ++all.by_kind[static_cast<std::size_t>(m.kind)];
    is_right = walk.report.empty();
    if (!is_right) {
      print_fault(walk, seed);
      break;
    }
    if (set.unit != nullptr && support::arguments_give_sizes(p)) last.push_back({seed, support::text(p)});
    if (last.size() > programs_of_a_unit) last.pop_front();
    if (elapsed() < next_line) continue;
    all.print_line(seed, elapsed());
    next_line = elapsed() + 10;
  }
  all.print_kinds();
  all.print_line(seed, elapsed());
  if (set.unit != nullptr && !support::write_unit(set.unit, last)) {
    std::fprintf(stderr, "%s cannot be written\n", set.unit);
    return 2;
  }
  return is_right ? 0 : 1;
}
