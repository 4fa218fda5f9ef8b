// SPDX-License-Identifier: Apache-2.0
#include "process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "error.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

constexpr std::size_t captured_limit = 1u << 20;

std::string contents_of(int memory) {
  std::string text(captured_limit, '\0');
  const ssize_t n = pread(memory, text.data(), text.size(), 0);
  text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return text;
}

// The environment of a child: ours, the given changes, and the C locale, so that messages and numbers are the
// same everywhere.
std::vector<std::string> child_environment(const command& what) {
  auto changes = what.environment;
  changes.emplace_back("LC_ALL", "C");
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const auto key = text.substr(0, text.find('='));
    if (std::none_of(changes.begin(), changes.end(), [&](const auto& c) { return c.first == key; }))
      result.emplace_back(text);
  }
  for (const auto& [key, value] : changes) result.push_back(key + "=" + value);
  return result;
}

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& s : strings) pointers.push_back(s.data());
  pointers.push_back(nullptr);
  return pointers;
}

struct running {
  std::size_t index = 0;
  pid_t pid = -1;
  descriptor handle, output, error;
  double began = 0;
};

bool begin(const command& what, std::size_t index, running& child, outcome& result) {
  child.index = index;
  child.output = descriptor(memfd_create("output", MFD_CLOEXEC));
  child.error = descriptor(memfd_create("error", MFD_CLOEXEC));
  const descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!child.output.open() || !child.error.open() || !nothing.open()) {
    result.error = std::string("no file descriptor left: ") + std::strerror(errno);
    return false;
  }
  try {
    child.pid = start_program(what, nothing.get(), child.output.get(), child.error.get());
  } catch (const environment_error& e) {
    result.error = e.what();
    return false;
  }
  // Without pidfd (Linux < 5.3) the wait below falls back to looking every few milliseconds.
  child.handle = descriptor(static_cast<int>(syscall(SYS_pidfd_open, child.pid, 0)));
  child.began = monotonic_seconds();
  result.started = true;
  return true;
}

void finish(running& child, int status, outcome& result) {
  result.seconds = monotonic_seconds() - child.began;
  result.output = contents_of(child.output.get());
  result.error = contents_of(child.error.get());
  if (WIFEXITED(status)) result.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
}

void wait_a_little(const std::vector<running>& children, double seconds) {
  std::vector<pollfd> polls;
  double limit = seconds;
  for (const running& child : children) {
    if (child.handle.open())
      polls.push_back({child.handle.get(), POLLIN, 0});
    else
      limit = (std::min)(limit, 0.003);
  }
  poll(polls.data(), polls.size(), static_cast<int>(limit * 1000) + 1);
}

}  // namespace

descriptor::~descriptor() { close(); }
void descriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? std::string("SIG") + name : "signal " + decimal(std::int64_t{signal});
}

std::string describe(const outcome& r) {
  if (!r.started) return "could not be started: " + r.error;
  if (r.cancelled) return "interrupted";
  if (r.timed_out) return "no end after " + decimal(r.seconds, 1) + " s";
  if (r.signal != 0) return "killed by " + signal_name(r.signal);
  return "exit status " + decimal(std::int64_t{r.exit_status});
}

pid_t start_program(const command& what, int input, int output, int error, int inherited) {
  auto arguments = what.argv;
  auto variables = child_environment(what);
  const auto argv = pointers_to(arguments);
  const auto envp = pointers_to(variables);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // dup2 onto itself would keep close-on-exec; glibc's spawn clears the flag in that case.
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_adddup2(&actions, error, 2);
  if (inherited >= 0) posix_spawn_file_actions_adddup2(&actions, inherited, 3);
  // Descriptors that others opened without close-on-exec stay here as well.
  posix_spawn_file_actions_addclosefrom_np(&actions, inherited >= 0 ? 4 : 3);
  if (!what.directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, what.directory.c_str());

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults, empty;
  sigemptyset(&empty);
  sigemptyset(&defaults);
  for (const int s : {SIGINT, SIGTERM, SIGPIPE, SIGHUP}) sigaddset(&defaults, s);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &empty);
  posix_spawnattr_setpgroup(&attributes, 0);
  // A group of its own: Ctrl-C in a terminal reaches pd-tuner alone, which then ends its children itself.
  posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                                           POSIX_SPAWN_SETSIGMASK));

  pid_t pid = -1;
  const int failure = posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0)
    throw environment_error("cannot start " + what.argv.front() + ": " + std::strerror(failure));
  return pid;
}

int kill_and_wait(pid_t child) {
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::vector<outcome> run_programs(std::span<const command> what, int parallel, double limit_seconds,
                                  const std::function<void(std::size_t, const outcome&)>& finished,
                                  double limit_of_all) {
  std::vector<outcome> results(what.size());
  const double began = monotonic_seconds();
  std::vector<running> children;
  std::size_t next = 0;
  const auto report = [&](std::size_t i) {
    if (finished) finished(i, results[i]);
  };
  while (next < what.size() || !children.empty()) {
    const bool over = monotonic_seconds() - began > limit_of_all;
    for (; over && next < what.size(); ++next) {
      results[next].timed_out = true;
      report(next);
    }
    while (next < what.size() && children.size() < static_cast<std::size_t>((std::max)(1, parallel)) &&
           !interrupted()) {
      running child;
      if (begin(what[next], next, child, results[next]))
        children.push_back(std::move(child));
      else
        report(next);
      ++next;
    }
    if (interrupted()) {
      for (running& child : children) {
        finish(child, kill_and_wait(child.pid), results[child.index]);
        results[child.index].cancelled = true;
      }
      for (; next < what.size(); ++next) results[next].cancelled = true;
      return results;
    }
    wait_a_little(children, 0.1);
    for (std::size_t i = 0; i < children.size();) {
      running& child = children[i];
      int status = 0;
      bool ended = waitpid(child.pid, &status, WNOHANG) == child.pid;
      if (!ended && (over || monotonic_seconds() - child.began > limit_seconds)) {
        status = kill_and_wait(child.pid);
        results[child.index].timed_out = true;
        ended = true;
      }
      if (!ended) {
        ++i;
        continue;
      }
      finish(child, status, results[child.index]);
      report(child.index);
      children.erase(children.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return results;
}

outcome run_program(const command& what, double limit_seconds) {
  return std::move(run_programs(std::span(&what, 1), 1, limit_seconds).front());
}

std::string find_program(const std::string& name) {
  if (name.empty()) return {};
  const auto runnable = [](const std::string& path) { return access(path.c_str(), X_OK) == 0; };
  if (name.find('/') != std::string::npos) return runnable(name) ? name : std::string();
  const char* path = std::getenv("PATH");
  for (const std::string& folder : split_text(path != nullptr ? path : "/usr/bin:/bin", ':'))
    if (const std::string candidate = folder + "/" + name; runnable(candidate)) return candidate;
  return {};
}

double monotonic_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace perfdojo::tuner
