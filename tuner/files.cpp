// SPDX-License-Identifier: Apache-2.0
#include "files.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

namespace fs = std::filesystem;

// A hint where the cause alone does not say what to do.
std::string cause_of(int error) {
  std::string text = std::strerror(error);
  if (error == ENOSPC || error == EDQUOT)
    text += "; free some space and run the same command again, nothing is lost";
  return text;
}

// Distinct among the processes and threads that write the same file: process, thread-safe counter.
fs::path beside(const fs::path& path) {
  static std::atomic<unsigned> counter{0};
  fs::path name = path.filename();
  name += ".tmp." + decimal(std::int64_t{getpid()}) + "." + decimal(std::int64_t{counter++});
  return (path.has_parent_path() ? path.parent_path() : fs::path(".")) / name;
}

int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n < 0 ? errno : EIO;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

}  // namespace

std::string read_file(const fs::path& path) {
  const descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) throw environment_error("cannot read " + path.string() + ": " + std::strerror(errno));
  std::string text;
  char block[65536];
  for (;;) {
    const ssize_t n = read(file.get(), block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw environment_error("cannot read " + path.string() + ": " + std::strerror(errno));
    if (n == 0) return text;
    text.append(block, static_cast<std::size_t>(n));
  }
}

void write_atomically(const fs::path& path, std::string_view text) {
  const fs::path temporary = beside(path);
  descriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  const auto fail = [&](int error) {
    file.close();
    unlink(temporary.c_str());
    throw environment_error("cannot write " + path.string() + ": " + cause_of(error));
  };
  if (!file.open()) fail(errno);
  if (const int error = write_all(file.get(), text); error != 0) fail(error);
  if (fsync(file.get()) != 0 && errno != EINVAL) fail(errno);
  if (::rename(temporary.c_str(), path.c_str()) != 0) fail(errno);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const descriptor parent(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.open())
    fsync(parent.get());  // Best effort: some file systems refuse it, and the file is complete.
}

void require_writable_folder(const fs::path& folder, std::string_view what_for) {
  std::error_code error;
  fs::create_directories(folder, error);
  const auto fail = [&](const std::string& cause) {
    throw environment_error("cannot write " + std::string(what_for) + " to " + folder.string() + ": " +
                            cause);
  };
  if (error) fail(error.message());
  const fs::path probe = beside(folder / "probe");
  const descriptor file(open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.open()) fail(cause_of(errno));
  const int failure = write_all(file.get(), std::string(4096, 'x'));
  unlink(probe.c_str());
  if (failure != 0) fail(cause_of(failure));
}

file_lock::file_lock(const fs::path& path, mode how, double limit_seconds) {
  descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file.open()) return;
  const int kind = how == mode::shared ? LOCK_SH : LOCK_EX;
  const double until = monotonic_seconds() + limit_seconds;
  while (flock(file.get(), kind | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return;
    if (monotonic_seconds() >= until || interrupted()) return;
    poll(nullptr, 0, 5);
  }
  file_ = std::move(file);
}

}  // namespace perfdojo::tuner
