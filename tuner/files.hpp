// SPDX-License-Identifier: Apache-2.0
// Files: read whole, written atomically, locked. A reader sees the old text or the new one, never a part.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "process.hpp"

namespace perfdojo::tuner {

std::string read_file(const std::filesystem::path& path);

/// Writes beside the target, syncs, renames, syncs the folder. Throws environment_error with path and cause; then the
/// old file is as it was and nothing is left beside it.
void write_atomically(const std::filesystem::path& path, std::string_view text);

/// Creates the folder if needed and proves that it takes a file. Throws environment_error with path and cause.
void require_writable_folder(const std::filesystem::path& folder, std::string_view what_for);

/// A lock between processes that the system releases when the holder dies, however it dies.
class file_lock {
public:
  enum class mode { shared, exclusive };
  file_lock() = default;
  /// Waits up to `limit_seconds`; held() tells whether it was got.
  file_lock(const std::filesystem::path& path, mode how, double limit_seconds);
  bool held() const { return file_.open(); }

private:
  descriptor file_;
};

}  // namespace perfdojo::tuner
