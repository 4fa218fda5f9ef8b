// SPDX-License-Identifier: Apache-2.0
#include "tuner/files.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tuner/error.hpp"
#include "tuner/text.hpp"
#include "tuner/workspace.hpp"

using namespace perfdojo::tuner;
namespace fs = std::filesystem;

namespace {
struct folder {
  fs::path path;
  folder() {
    std::string pattern = (fs::temp_directory_path() / "files test XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~folder() { fs::remove_all(path); }
  std::size_t entries() const {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& e : fs::directory_iterator(path)) ++n;
    return n;
  }
};
template <class F>
std::string complaint(F&& f) {
  try {
    f();
  } catch (const environment_error& e) {
    return e.what();
  }
  return "none";
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
}  // namespace

TEST_CASE("files: what is written is read, and nothing is left beside it") {
  const folder f;
  write_atomically(f.path / "a", "one");
  write_atomically(f.path / "a", std::string(300'000, 'x'));
  CHECK(read_file(f.path / "a") == std::string(300'000, 'x'));
  CHECK(f.entries() == 1);
}

TEST_CASE("files: a full disk is reported with what to do, and the old file stays") {
  // The size limit of a process stands for a full disk: the write fails half-way.
  const folder f;
  write_atomically(f.path / "a", "old");
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string text = complaint([&] { write_atomically(f.path / "a", std::string(100'000, 'x')); });
    _exit(has(text, "cannot write " + (f.path / "a").string()) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(read_file(f.path / "a") == "old");
  CHECK(f.entries() == 1);
  if (fs::exists("/dev/full"))
    CHECK(has(complaint([] { write_atomically("/dev/full/x", "y"); }), "cannot write /dev/full/x"));
}

TEST_CASE("files: an output that cannot be written is found before any work, with its path and cause") {
  const folder f;
  write_atomically(f.path / "file", "x");
  locations where{f.path / "cache", f.path / "data"};
  CHECK(complaint([&] { require_writable(where, f.path / "new" / "perfdojo_tuned.hpp"); }) == "none");
  CHECK(f.entries() == 4);
  const std::string below_file = complaint([&] { require_writable(where, f.path / "file" / "x.hpp"); });
  CHECK(has(below_file, "cannot write the tuned header to " + (f.path / "file").string()));
  CHECK(has(complaint([&] { require_writable(where, f.path / "data"); }), "is a folder"));
  where.data = f.path / "file";
  CHECK(has(complaint([&] { require_writable(where, f.path / "x.hpp"); }), "cannot write the store"));
  // Root may write everywhere but here.
  CHECK(has(complaint([&] { require_writable_folder("/proc/nowhere", "the store"); }),
            "cannot write the store to /proc/nowhere"));
}

TEST_CASE("files: one holds the lock, and it is free when the holder is killed") {
  const folder f;
  const auto lock = f.path / "lock";
  {
    const file_lock mine(lock, file_lock::mode::exclusive, 0);
    CHECK(mine.held());
    CHECK_FALSE(file_lock(lock, file_lock::mode::exclusive, 0.05).held());
    CHECK_FALSE(file_lock(lock, file_lock::mode::shared, 0).held());
  }
  const file_lock a(lock, file_lock::mode::shared, 0), b(lock, file_lock::mode::shared, 0);
  CHECK((a.held() && b.held()));

  const auto other = f.path / "other";
  const pid_t child = fork();
  if (child == 0) {
    const file_lock theirs(other, file_lock::mode::exclusive, 0);
    pause();
  }
  while (file_lock(other, file_lock::mode::exclusive, 0).held()) usleep(1000);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  CHECK(file_lock(other, file_lock::mode::exclusive, 1).held());
}

TEST_CASE("H53: what a killed process left half-made is removed and never taken up") {
  const folder f;
  const locations where{f.path, f.path};
  const pid_t child = fork();
  if (child == 0) {
    const run_folder mine(where);
    write_atomically(mine.path() / "unit-0.cpp", "half a sour");
    write_atomically(f.path / "ready", "");
    pause();
  }
  while (!fs::exists(f.path / "ready")) usleep(1000);
  fs::path theirs;
  for (const auto& e : fs::directory_iterator(where.scratch())) theirs = e.path();
  {
    const run_folder alive_beside(where);
    CHECK(fs::exists(theirs / "unit-0.cpp"));
    CHECK(alive_beside.path() != theirs);
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  const run_folder next(where);
  CHECK_FALSE(fs::exists(theirs));
  CHECK(fs::is_directory(next.path()));
}

TEST_CASE("H63: there is one place for results, printable, and every way to choose it") {
  const folder f;
  unsetenv("PERFDOJO_CACHE_DIR");
  setenv("XDG_CACHE_HOME", "/xdg/cache", 1);
  setenv("XDG_DATA_HOME", "relative/is/ignored", 1);
  setenv("HOME", "/home/somebody", 1);
  CHECK(find_locations("").cache == "/xdg/cache/perfdojo");
  CHECK(find_locations("").store() == "/home/somebody/.local/share/perfdojo/store.sqlite");
  CHECK(find_locations("").header() == "/home/somebody/.local/share/perfdojo/perfdojo_tuned.hpp");
  setenv("PERFDOJO_CACHE_DIR", "/from/environment", 1);
  CHECK(find_locations("").store() == "/from/environment/store.sqlite");
  CHECK(find_locations("/from/option").cache == "/from/option");
  CHECK(find_locations("/from/option").data == "/from/option");
  unsetenv("PERFDOJO_CACHE_DIR");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("XDG_DATA_HOME");
  unsetenv("HOME");
  CHECK(has(complaint([] { find_locations(""); }), "say where to keep results with --cache-dir"));
}
