// SPDX-License-Identifier: Apache-2.0
// What the commands have in common: options, and the machine, compiler, folders and store that they make of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler.hpp"
#include "emit.hpp"
#include "kernels.hpp"
#include "machine.hpp"
#include "store.hpp"
#include "workspace.hpp"

namespace perfdojo::tuner {

struct common_options {
  std::string cache_dir{}, cxx{}, output{};
  std::vector<std::string> flags{}, includes{};
  std::vector<std::string> typed{};  ///< the command line
};

/// Opened in an order that finds every fault before work starts: folders, compiler, store.
class session {
public:
  explicit session(const common_options& options);

  const common_options& options() const { return options_; }
  const locations& where() const { return where_; }
  const std::filesystem::path& header() const { return header_; }
  const std::filesystem::path& folder() const { return folder_.path(); }
  const compiler& compile() const { return compiler_; }
  const machine& host() const { return machine_; }
  store& results() { return store_; }

  run_facts facts_of(const prepared& p, const kernel_facts& kernel) const;
  /// Problems with a best entry on this machine, with this compiler and library.
  std::vector<run_facts> tuned_here(const std::string& kernel);
  /// Writes the header of everything tuned here. Returns how many kernels it holds.
  std::size_t write_header();

private:
  common_options options_;
  locations where_;
  std::filesystem::path header_;
  run_folder folder_;
  machine machine_;
  compiler compiler_;
  std::vector<std::string> macros_;  // asked for early: after an interrupt no program is started
  store store_;
};

/// Options of the compiler, with the library's own headers found beside pd-tuner when none were given.
compiler_options compiler_options_from(const common_options& options);

}  // namespace perfdojo::tuner
