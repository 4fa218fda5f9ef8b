// SPDX-License-Identifier: Apache-2.0
#include "workspace.hpp"

#include <cstdlib>

#include <unistd.h>

#include "error.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

namespace fs = std::filesystem;

// XDG Base Directory Specification: a relative path in these variables is invalid and ignored.
fs::path xdg(const char* variable, const char* below_home) {
  if (const char* value = std::getenv(variable); value != nullptr && fs::path(value).is_absolute())
    return fs::path(value) / "perfdojo";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return fs::path(home) / below_home / "perfdojo";
  throw environment_error(
      std::string("neither ") + variable +
      " nor HOME is set; say where to keep results with --cache-dir or PERFDOJO_CACHE_DIR");
}

void remove_abandoned(const fs::path& scratch) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(scratch, ignored)) {
    const fs::path lock = entry.path() / "alive";
    // A folder without the file is being made or being removed by somebody else.
    if (!fs::exists(lock, ignored)) continue;
    if (const file_lock mine(lock, file_lock::mode::exclusive, 0); mine.held())
      fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace

locations find_locations(const std::string& cache_option) {
  std::string chosen = cache_option;
  if (const char* value = std::getenv("PERFDOJO_CACHE_DIR"); chosen.empty() && value != nullptr)
    chosen = value;
  if (!chosen.empty()) return {fs::absolute(chosen), fs::absolute(chosen)};
  return {xdg("XDG_CACHE_HOME", ".cache"), xdg("XDG_DATA_HOME", ".local/share")};
}

void require_writable(const locations& where, const fs::path& header) {
  require_writable_folder(where.data, "the store");
  require_writable_folder(where.cache, "scratch files");
  const fs::path absolute = fs::absolute(header);
  require_writable_folder(absolute.parent_path(), "the tuned header");
  std::error_code ignored;
  if (fs::is_directory(absolute, ignored))
    throw environment_error("cannot write the tuned header: " + absolute.string() + " is a folder");
}

run_folder::run_folder(const locations& where) {
  const fs::path scratch = where.scratch();
  require_writable_folder(scratch, "scratch files");
  remove_abandoned(scratch);
  for (int attempt = 0;; ++attempt) {
    path_ = scratch / ("run-" + decimal(std::int64_t{getpid()}) + "-" + decimal(std::int64_t{attempt}));
    std::error_code error;
    if (!fs::create_directory(path_, error)) {
      if (error || attempt > 1000)
        throw environment_error("cannot create " + path_.string() + ": " + error.message());
      continue;
    }
    alive_ = file_lock(path_ / "alive", file_lock::mode::exclusive, 1);
    // Another process may have taken the folder for an abandoned one before the lock was ours.
    if (alive_.held() && fs::exists(path_ / "alive", error)) break;
  }
}

run_folder::~run_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace perfdojo::tuner
