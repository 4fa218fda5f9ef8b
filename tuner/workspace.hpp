// SPDX-License-Identifier: Apache-2.0
// Where pd-tuner keeps things: store, precompiled headers, reproducers, and one scratch folder per process.
#pragma once

#include <filesystem>
#include <string>

#include "files.hpp"

namespace perfdojo::tuner {

/// The folders in use, each printable and overridable.
///
///     cache    --cache-dir, else PERFDOJO_CACHE_DIR, else $XDG_CACHE_HOME/perfdojo, else ~/.cache/perfdojo
///     data     cache if that was given, else $XDG_DATA_HOME/perfdojo, else ~/.local/share/perfdojo
struct locations {
  std::filesystem::path cache;  ///< may be deleted at any time
  std::filesystem::path data;   ///< the store and the tuned header

  std::filesystem::path store() const { return data / "store.sqlite"; }
  std::filesystem::path header() const { return data / "perfdojo_tuned.hpp"; }
  std::filesystem::path reproducers() const { return data / "reproducers"; }
  std::filesystem::path precompiled() const { return cache / "precompiled"; }
  std::filesystem::path scratch() const { return cache / "runs"; }
  std::filesystem::path machine_lock() const { return cache / "machine.lock"; }
};

locations find_locations(const std::string& cache_option);

/// Creates the folders and proves that store, cache and header can be written, before any work is done.
void require_writable(const locations& where, const std::filesystem::path& header);

/// A scratch folder of this process alone. Removed at the end; those of killed processes are removed by the next
/// one, so nothing half-written is ever taken up again.
class run_folder {
public:
  explicit run_folder(const locations& where);
  run_folder(const run_folder&) = delete;
  run_folder& operator=(const run_folder&) = delete;
  ~run_folder();
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
  file_lock alive_;
};

}  // namespace perfdojo::tuner
