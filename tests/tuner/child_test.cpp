// SPDX-License-Identifier: Apache-2.0
#include "tuner/child.hpp"

#include <csignal>

#include <doctest/doctest.h>

#include "toys.hpp"
#include "tuner/batch.hpp"

namespace {

using namespace perfdojo::tuner;

struct bench {
  toys::temporary_folder folder;
  compiler with = toys::compiler_here(folder.path);
  problem p = toys::make_problem(folder.path, with);
  batch_compiler compiling{p, with, folder.path, {}, 2};
  child worker;
  explicit bench(double limit = 2) : worker(p, {toys::tuner_program(), folder.path, {}, limit}) {}
  std::vector<loadable> code(const std::vector<std::string>& schedules) {
    std::vector<candidate> all;
    for (const auto& s : schedules) all.push_back({s, 0});
    std::vector<loadable> result;
    for (const compiled& c : compiling.compile(all)) {
      REQUIRE(c.code.has_value());
      result.push_back(*c.code);
    }
    return result;
  }
};

// Few samples: these tests are about what happens, not about how long it takes.
measure_options few() {
  measure_options how;
  how.first_rounds = 2;
  how.second_rounds = how.final_rounds = 1;
  return how;
}

}  // namespace

TEST_CASE("child: every way to fail has its class, and the next candidate still runs") {
  bench b;
  struct expected {
    const char* schedule;
    outcome_class result;
    const char* detail;
  };
  const std::vector<expected> cases{
      {"toys::right", outcome_class::ok, ""},
      {"toys::all_nan", outcome_class::wrong, "nan"},
      {"toys::one_nan", outcome_class::wrong, "element 3: nan"},
      {"toys::infinite", outcome_class::wrong, "element 3: inf"},
      {"toys::slightly_off", outcome_class::wrong, "element 3"},
      {"toys::nothing", outcome_class::wrong, "y, element 0"},
      {"toys::spoils_the_input", outcome_class::wrong, "wrote to the input x"},
      {"toys::past_the_end", outcome_class::crashed, "SIGSEGV, past the end of y"},
      {"toys::before_the_start", outcome_class::wrong, "outside the elements of y"},
      {"toys::reads_past_the_end", outcome_class::crashed, "SIGSEGV, past the end of x"},
      {"toys::aborts", outcome_class::crashed, "SIGABRT"},
      {"toys::throws", outcome_class::crashed, "SIGABRT"},
      {"toys::exits", outcome_class::crashed, "status 7"},
      {"toys::eats_the_stack", outcome_class::crashed, "SIGSEGV"},
      {"toys::repeated<2>", outcome_class::ok, ""}};
  std::vector<std::string> schedules;
  for (const auto& c : cases) schedules.emplace_back(c.schedule);
  const auto code = b.code(schedules);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(cases[i].schedule);
    const checked result = b.worker.check(code[i]);
    CAPTURE(result.detail);
    CHECK(to_text(result.result) == std::string(to_text(cases[i].result)));
    CHECK(result.detail.find(cases[i].detail) != std::string::npos);
  }
}

TEST_CASE("H54: a candidate that sleeps for a minute is killed after its limit and the rest goes on") {
  bench b(1);
  const auto code = b.code({"toys::sleeps", "toys::right"});
  const double began = monotonic_seconds();
  const checked slept = b.worker.check(code[0]);
  // The limit, and far less than the sleep; not a measure of speed.
  CHECK(monotonic_seconds() - began < 20);
  CHECK(slept.result == outcome_class::hung);
  CHECK(slept.detail.find("no end after 1.") == 0);
  CHECK(b.worker.check(code[1]).result == outcome_class::ok);
}

TEST_CASE("child: a candidate that fails only when timed is named, and the others are measured") {
  bench b(1);
  const auto code = b.code({"toys::right", "toys::crashes_when_large", "toys::repeated<2>",
                            "toys::sleeps_when_large", "toys::wrong_when_large", "toys::repeated<4>"});
  for (const loadable& c : code) CHECK(b.worker.check(c).result == outcome_class::ok);
  const auto timings = b.worker.time({4096}, code, {0}, few());
  const std::vector<outcome_class> want{outcome_class::ok,   outcome_class::crashed, outcome_class::ok,
                                        outcome_class::hung, outcome_class::wrong,   outcome_class::ok};
  for (std::size_t i = 0; i < want.size(); ++i) {
    CAPTURE(i);
    CAPTURE(timings[i].detail);
    CHECK(timings[i].result == want[i]);
    CHECK(timings[i].samples.seconds.empty() == (want[i] != outcome_class::ok));
  }
}

TEST_CASE("child: nothing is said about others when the trusted candidate fails") {
  bench b(1);
  const auto timings = b.worker.time({4096}, b.code({"toys::crashes_when_large", "toys::right"}), {0}, few());
  CHECK(timings[0].result == outcome_class::crashed);
  CHECK(timings[1].samples.seconds.empty());
}

TEST_CASE("child: with cold caches the results are the same, and there are samples of single calls") {
  bench b(5);
  const auto code = b.code({"toys::right", "toys::repeated<2>", "toys::wrong_when_large"});
  measure_options how = few();
  how.cold = true;
  const auto timings = b.worker.time({4096}, code, {0, 1}, how);
  CHECK(timings[0].result == outcome_class::ok);
  CHECK(timings[1].result == outcome_class::ok);
  CHECK(timings[2].result == outcome_class::wrong);
  CHECK_FALSE(timings[0].samples.seconds.empty());
  CHECK_FALSE(timings[1].samples.seconds.empty());
}

TEST_CASE("child: candidates of different units share no variables, whatever their names") {
  bench b;
  std::vector<loadable> code;
  for (const char* s : {"toys::remembers<1>", "toys::remembers<2>", "toys::remembers<3>"})
    code.push_back(b.code({s})[0]);
  for (const timed& t : b.worker.time({64}, code, {0, 1, 2}, few())) {
    CAPTURE(t.detail);
    CHECK(t.result == outcome_class::ok);
  }
}

TEST_CASE("child: a killed worker is replaced") {
  bench b;
  const auto code = b.code({"toys::right"});
  CHECK(b.worker.check(code[0]).result == outcome_class::ok);
  const pid_t first = b.worker.id();
  kill(first, SIGKILL);
  CHECK(b.worker.check(code[0]).result == outcome_class::crashed);
  CHECK(b.worker.check(code[0]).result == outcome_class::ok);
  CHECK(b.worker.id() != first);
}

TEST_CASE("H56: a kernel that works in place gets its input back, however often it is tuned") {
  toys::temporary_folder folder;
  const compiler with = toys::compiler_here(folder.path);
  problem p = toys::make_problem(folder.path, with);
  p.operands = {{"x", element::f32, role::inout, {"N"}}};
  p.checked = {{8}};
  p.timed = {{8}};
  write_atomically(folder.path / "reference.cpp",
                   "#include \"candidates.hpp\"\nextern \"C\" void perfdojo_reference(toys::arguments a, "
                   "int) { toys::halves_in_place::run(a); }\n");
  REQUIRE(
      run_program(shared_object(with, folder.path / "reference.cpp", folder.path / "half.so", {}), 60).ok());
  p.reference = (folder.path / "half.so").string();
  batch_compiler compiling(p, with, folder.path, {}, 2);
  const std::vector<candidate> five(5, candidate{"toys::halves_in_place", 0});
  std::vector<loadable> code;
  for (const compiled& c : compiling.compile(five)) code.push_back(c.code.value());
  child worker(p, {toys::tuner_program(), folder.path, {}, 5});
  CHECK(worker.check(code[0]).result == outcome_class::ok);
  for (const timed& t : worker.time({8}, code, {0}, few())) CHECK(t.result == outcome_class::ok);
  // Thousands of calls later the input is what it was: halves again give the expected result.
  CHECK(worker.check(code[4]).result == outcome_class::ok);
  for (const timed& t : worker.time({8}, code, {0}, few())) CHECK(t.result == outcome_class::ok);
  measure_options cold = few();
  cold.cold = true;
  for (const timed& t : worker.time({8}, code, {0}, cold)) CHECK(t.result == outcome_class::ok);
  CHECK(worker.check(code[0]).result == outcome_class::ok);
}
