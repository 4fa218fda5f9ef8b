// SPDX-License-Identifier: Apache-2.0
#include "tuner/tuning.hpp"

#include <algorithm>
#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "toys.hpp"

using namespace perfdojo::tuner;
namespace fs = std::filesystem;

namespace {

// One tuning in a folder that may have seen others.
struct workplace {
  fs::path folder;
  locations where{folder, folder};
  compiler with = toys::compiler_here(folder);
  machine host = this_machine();
  problem p = toys::make_problem(folder, with);
  run_facts facts{"pd-tuner tune toy", host.signature(), with.signature(), "0", p.kernel, p.program};
  explicit workplace(const fs::path& at) : folder(at) {}

  counts tune(search_strategy& search, double budget = 30) {
    const run_folder scratch(where);
    store results(where.store());
    progress line;
    tuning_options options;
    options.budget_seconds = budget;
    options.call_limit_seconds = 1;
    options.worker = toys::tuner_program();
    tuning t(p, facts, {with, host, where, scratch.path(), results, line}, options);
    t.run(search);
    CHECK_FALSE(t.wrong_default());
    return t.counted();
  }
  std::vector<best_entry> best() { return store(where.store()).best(problem_key(facts)); }
};

const std::vector<std::string> every_kind{
    "toys::right",   "toys::all_nan", "toys::aborts",           "toys::sleeps",
    "toys::unknown", "toys::exits",   "toys::wrong_when_large", "toys::repeated<2>"};

}  // namespace

TEST_CASE("tuning: the fastest right candidate wins, the others are counted by class, reproducers are kept") {
  const toys::temporary_folder folder;
  workplace w(folder.path);
  toys::fixed_list search(every_kind);
  const counts c = w.tune(search);
  CHECK(c.ok == 2);
  CHECK(c.wrong == 2);
  CHECK(c.crashed == 2);
  CHECK(c.hung == 1);
  CHECK(c.failed_to_compile == 1);
  CHECK(search.reports.size() == every_kind.size());

  // Three times less work than the default: no noise hides that.
  const auto best = w.best();
  REQUIRE(best.size() == 1);
  CHECK(best[0].schedule == "toys::right");
  CHECK(best[0].shape == "N=4096");
  CHECK(best[0].seconds < best[0].default_seconds);

  int reproducers = 0;
  for (const auto& r : fs::directory_iterator(w.where.reproducers())) {
    ++reproducers;
    CHECK(fs::exists(r.path() / "candidate.cpp"));
    CHECK(problem_from_json(read_file(r.path() / "problem.json")) == w.p);
    CHECK(read_file(r.path() / "readme.txt").find("pd-tuner reproduce") != std::string::npos);
  }
  CHECK(reproducers == 6);
  CHECK(fs::is_empty(w.where.scratch()));
}

TEST_CASE("tuning: a second run takes what is known from the store and keeps the winner (H63)") {
  const toys::temporary_folder folder;
  workplace w(folder.path);
  toys::fixed_list search({"toys::right", "toys::all_nan", "toys::repeated<2>"});
  w.tune(search);
  const std::string winner = w.best().at(0).schedule;
  toys::fixed_list again({"toys::right", "toys::all_nan", "toys::repeated<2>"});
  const counts c = w.tune(again);
  CHECK(c.tried() == 0);
  CHECK(c.known >= 3);
  CHECK(w.best().at(0).schedule == winner);
  // The search hears of them all the same.
  CHECK(std::count_if(again.reports.begin(), again.reports.end(),
                      [](const auto& r) { return r.second.result == outcome_class::wrong; }) >= 1);
}

TEST_CASE("tuning: where nothing beats the default beyond the noise, the default stays") {
  const toys::temporary_folder folder;
  workplace w(folder.path);
  w.p.default_schedule = "toys::right";
  toys::fixed_list search({"toys::repeated<1>", "toys::repeated<4>"});
  w.tune(search);
  REQUIRE(w.best().size() == 1);
  CHECK(w.best()[0].schedule == "toys::right");
}

TEST_CASE("tuning: each shape has its own winner, and candidates of one are tried at the other") {
  const toys::temporary_folder folder;
  workplace w(folder.path);
  w.p.timed = {{4096}, {100}};
  toys::fixed_list search({"toys::right"}, 2);
  w.tune(search);
  CHECK(w.best().size() == 2);
  for (const best_entry& e : w.best()) CHECK(e.schedule == "toys::right");
}

TEST_CASE("tuning: sizes of equal work share an entry, which loses to the default at none of them") {
  const toys::temporary_folder folder;
  workplace w(folder.path);
  // K is no extent of anything; it makes two sizes the same work.
  w.p.sizes = {"N", "K"};
  w.p.checked = {{7, 1}, {64, 1}};
  w.p.timed = {{4096, 1}, {64, 64}};
  toys::fixed_list slow({"toys::slow_when_small"}, 2);
  w.tune(slow);
  REQUIRE(w.best().size() == 2);
  for (const best_entry& e : w.best()) CHECK(e.schedule == "toys::repeated<3>");
  toys::fixed_list both({"toys::slow_when_small", "toys::right"}, 2);
  w.tune(both);
  for (const best_entry& e : w.best()) CHECK(e.schedule == "toys::right");
}

TEST_CASE("tuning: when the time is over, what is not checked was not tried") {
  const toys::temporary_folder folder;
  workplace w(folder.path);
  std::vector<std::string> schedules{"toys::right"};
  // Each takes a second until it is given up.
  for (int i = 0; i < 40; ++i) schedules.push_back("toys::sleeps_too<" + decimal(std::int64_t{i}) + ">");
  toys::fixed_list search(schedules);
  const counts c = w.tune(search, 6);
  CHECK(c.ok == 1);
  CHECK(c.hung >= 1);
  CHECK(c.hung < 20);
  CHECK(w.best().at(0).schedule == "toys::right");
}

TEST_CASE("tuning: a wrong built-in schedule is reported as that") {
  const toys::temporary_folder folder;
  workplace w(folder.path);
  w.p.default_schedule = "toys::one_nan";
  const run_folder scratch(w.where);
  store results(w.where.store());
  progress line;
  tuning_options options;
  options.worker = toys::tuner_program();
  tuning t(w.p, w.facts, {w.with, w.host, w.where, scratch.path(), results, line}, options);
  toys::fixed_list search({"toys::right"});
  t.run(search);
  CHECK(t.wrong_default());
  CHECK(t.default_fault().find("wrong at N=7") == 0);
}

TEST_CASE("tuning: an interrupt keeps the best so far, and so does a kill at any moment") {
  const toys::temporary_folder folder;
  workplace w(folder.path);
  // Ends only when it is stopped.
  struct endless : toys::fixed_list {
    int number = 1;
    endless() : fixed_list({"toys::right"}) {}
    std::vector<candidate> propose(std::size_t count, std::size_t shape) override {
      auto some = fixed_list::propose(count, shape);
      if (!some.empty()) return some;
      const std::string s = "toys::repeated<" + decimal(std::int64_t{++number}) + ">";
      return {{s, hash_text(s)}};
    }
  };
  SUBCASE("interrupt") {
    struct stops : endless {
      void report(const candidate& c, std::size_t i, const candidate_result& r) override {
        endless::report(c, i, r);
        if (reports.size() == 3) interrupt_now();
      }
    } search;
    w.tune(search, 1000);
    clear_interrupt();
    REQUIRE(w.best().size() == 1);
    CHECK(w.best()[0].schedule == "toys::right");
    CHECK(fs::is_empty(w.where.scratch()));
  }
  SUBCASE("kill") {
    const pid_t child = fork();
    if (child == 0) {
      endless search;
      w.tune(search, 1000);
      _exit(0);
    }
    const std::string key = problem_key(w.facts);
    for (int wait = 0; wait < 600; ++wait) {
      usleep(100'000);
      if (fs::exists(w.where.store()) && store(w.where.store()).candidates(key).size() >= 3) break;
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    toys::fixed_list search({"toys::right"});
    const counts c = w.tune(search);
    CHECK(c.known >= 2);
    CHECK(w.best().at(0).schedule == "toys::right");
    CHECK(fs::is_empty(w.where.scratch()));
  }
}
