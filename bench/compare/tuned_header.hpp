// SPDX-License-Identifier: Apache-2.0
// Where a tuned header may lie, and a key that changes with everything an object compiled from it depends on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace perfdojo::bench {

/// The tuned header to use: $PERFDOJO_TUNED_HEADER if set (an empty value means none), else perfdojo_tuned.hpp in
/// the build folder, else in $XDG_DATA_HOME/perfdojo or ~/.local/share/perfdojo. Nothing if there is none.
inline std::optional<std::filesystem::path> find_tuned_header(const std::filesystem::path& build_folder) {
  namespace fs = std::filesystem;
  if (const char* named = std::getenv("PERFDOJO_TUNED_HEADER")) {
    if (*named == '\0') return std::nullopt;
    return fs::path(named);  // also if absent: its compilation then says so
  }
  std::vector<fs::path> candidates = {build_folder / "perfdojo_tuned.hpp"};
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  if (data != nullptr && *data != '\0') {
    candidates.push_back(fs::path(data) / "perfdojo" / "perfdojo_tuned.hpp");
  } else if (home != nullptr) {
    candidates.push_back(fs::path(home) / ".local" / "share" / "perfdojo" / "perfdojo_tuned.hpp");
  }
  for (const fs::path& candidate : candidates) {
    std::error_code failed;
    if (fs::is_regular_file(candidate, failed)) return candidate;
  }
  return std::nullopt;
}

/// FNV-1a over texts; the length of each counts, so that moving a boundary changes the key.
class content_key {
public:
  void add(std::string_view text) {
    step(text.size());
    for (const char c : text) step(static_cast<unsigned char>(c));
  }

  /// Name and content; an unreadable file counts as empty.
  void add_file(const std::filesystem::path& file) {
    add(file.string());
    std::ifstream stream(file, std::ios::binary);
    add(std::string(std::istreambuf_iterator<char>(stream), {}));
  }

  /// All files below, in the order of their names.
  void add_folder(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, failed)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files) add_file(file);
  }

  std::string text() const {
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[value_ >> shift & 15];
    return digits;
  }

private:
  void step(std::uint64_t byte) { value_ = (value_ ^ byte) * 0x100000001b3u; }
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace perfdojo::bench
