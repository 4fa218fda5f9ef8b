// SPDX-License-Identifier: Apache-2.0
#include "tuner/process.hpp"

#include <csignal>
#include <cstdlib>
#include <thread>

#include <unistd.h>

#include <doctest/doctest.h>

#include "tuner/text.hpp"

using namespace perfdojo::tuner;

TEST_CASE("process: output, errors and exit status arrive apart") {
  const outcome r = run_program({{"sh", "-c", "echo out; echo err >&2; exit 5"}}, 10);
  CHECK(r.started);
  CHECK(r.output == "out\n");
  CHECK(r.error == "err\n");
  CHECK(r.exit_status == 5);
  CHECK_FALSE(r.ok());
  CHECK(describe(r) == "exit status 5");
}

TEST_CASE("process: arguments arrive as they are, whatever a shell would make of them") {
  const std::vector<std::string> strange{"a b", "$HOME", "`id`", ";exit", "\"", "'", "*", ""};
  command what{{"printf", "%s|"}};
  what.argv.insert(what.argv.end(), strange.begin(), strange.end());
  CHECK(run_program(what, 10).output == join_text(strange, "|") + "|");
}

TEST_CASE("process: a program that cannot be started is an outcome, not a crash") {
  const outcome r = run_program({{"/no/such/program"}}, 10);
  CHECK_FALSE(r.started);
  CHECK(describe(r).find("could not be started") == 0);
  CHECK(describe(r).find("/no/such/program: No such file") != std::string::npos);
}

TEST_CASE("process: the time limit ends the program and what it started") {
  const outcome r = run_program({{"sh", "-c", "sleep 60 & sleep 60"}}, 0.3);
  CHECK(r.timed_out);
  CHECK(r.seconds < 30);
  CHECK(describe(r).find("no end after 0.") == 0);
}

TEST_CASE("process: a signal is named") {
  const outcome r = run_program({{"sh", "-c", "kill -SEGV $$"}}, 10);
  CHECK(describe(r) == "killed by SIGSEGV");
}

TEST_CASE("process: many run, at most so many at a time, and each has its own result") {
  std::vector<command> all;
  for (int i = 0; i < 20; ++i) all.push_back({{"sh", "-c", "exit " + decimal(std::int64_t{i})}});
  std::size_t finished = 0;
  const auto results = run_programs(all, 3, 10, [&](std::size_t i, const outcome& r) {
    ++finished;
    CHECK(r.exit_status == static_cast<int>(i));
  });
  CHECK(finished == 20);
  for (std::size_t i = 0; i < 20; ++i) CHECK(results[i].exit_status == static_cast<int>(i));
}

TEST_CASE("H59: children run in the C locale") {
  setenv("LC_ALL", "de_DE.UTF-8", 1);
  const outcome r = run_program({{"sh", "-c", "echo $LC_ALL"}}, 10);
  unsetenv("LC_ALL");
  CHECK(r.output == "C\n");
}

TEST_CASE("process: an interrupt ends what runs, and nothing new is started") {
  const std::vector<command> all(4, command{{"sleep", "60"}});
  std::thread later([] {
    usleep(200'000);
    interrupt_now();
  });
  const double began = monotonic_seconds();
  const auto results = run_programs(all, 2, 100);
  later.join();
  clear_interrupt();
  CHECK(monotonic_seconds() - began < 30);
  for (const outcome& r : results) CHECK(r.cancelled);
  CHECK(results[0].started);
  CHECK_FALSE(results[3].started);
}

TEST_CASE("process: children inherit no descriptors but the three") {
  const outcome r = run_program({{"sh", "-c", "ls /proc/self/fd"}}, 10);
  // 0, 1, 2, and the folder that ls itself has open.
  CHECK(split_text(r.output, '\n').size() == 4);
}

TEST_CASE("process: programs are found as execvp finds them") {
  CHECK(find_program("sh").find("/sh") != std::string::npos);
  CHECK(find_program("/bin/sh") == "/bin/sh");
  CHECK(find_program("no-such-program-at-all").empty());
  CHECK(find_program("").empty());
}
