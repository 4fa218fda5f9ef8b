// SPDX-License-Identifier: Apache-2.0
// entry.cpp compiled at run time: with a tuned header that was made after this program, or with other flags.
#pragma once

#include "entry.hpp"

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace perfdojo::bench {

/// The compile failed; the message holds the first lines of what the compiler said.
struct compile_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Compiler and flags of the build, as configured.
struct entry_compiler {
  std::string program;
  std::vector<std::string> flags;         // optimisation and instruction set
  std::vector<std::string> object_flags;  // what a shared object needs besides
  std::vector<std::string> includes;
  std::filesystem::path source;  // entry.cpp
  std::filesystem::path library_headers;
  std::filesystem::path cache;  // compiled objects are kept here, named by all that they depend on
};
entry_compiler configured_compiler();

/// Compiles (or finds in the cache) and loads; stays loaded. Without a header: the built-in schedules.
/// Throws compile_error.
const our_entries* load_entries(const entry_compiler& with,
                                const std::optional<std::filesystem::path>& header);

}  // namespace perfdojo::bench
