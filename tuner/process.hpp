// SPDX-License-Identifier: Apache-2.0
// Runs other programs: without a shell, with a time limit, output captured, no descriptor leaked.
#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "interrupt.hpp"

namespace perfdojo::tuner {

/// A file descriptor that closes itself.
class descriptor {
public:
  descriptor() = default;
  explicit descriptor(int number) : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~descriptor();
  int get() const { return number_; }
  bool open() const { return number_ >= 0; }
  void close();

private:
  int number_ = -1;
};

/// A program and its arguments. argv[0] with a slash is a path; otherwise PATH is searched.
struct command {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> environment{};  ///< added to or replacing the caller's
  std::string directory{};                                         ///< where it runs; empty: here
};

struct outcome {
  bool started = false;  ///< false: `error` says why
  int exit_status = -1;  ///< of a normal end
  int signal = 0;        ///< that ended it, 0 for none
  bool timed_out = false;
  bool cancelled = false;  ///< the user interrupted pd-tuner
  double seconds = 0;
  std::string output{};  ///< standard output, the first MiB
  std::string error{};   ///< standard error, the first MiB
  bool ok() const { return started && signal == 0 && exit_status == 0; }
};

/// What a program's end means, in words: "exit status 1", "killed by SIGSEGV", "no end after 2.0 s".
std::string describe(const outcome& result);
std::string signal_name(int signal);

/// Runs one program to its end or for `limit` seconds; then its whole process group is killed.
outcome run_program(const command& what, double limit_seconds);

/// Runs up to `parallel` programs at a time, each for `limit_seconds` and none beyond `limit_of_all`. `finished(i, outcome)` is called
/// as each one ends.
std::vector<outcome> run_programs(std::span<const command> what, int parallel, double limit_seconds,
                                  const std::function<void(std::size_t, const outcome&)>& finished = {},
                                  double limit_of_all = HUGE_VAL);

/// Starts a program whose standard input, output and error are the given descriptors, in a process group of its
/// own; `inherited`, if not -1, arrives as descriptor 3. Returns its id; throws environment_error if it cannot start.
pid_t start_program(const command& what, int input, int output, int error, int inherited = -1);

/// Kills the process group of a child and waits for the child; returns its wait status.
int kill_and_wait(pid_t child);

/// Path of a program as execvp would find it, or empty.
std::string find_program(const std::string& name);

double monotonic_seconds();

}  // namespace perfdojo::tuner
