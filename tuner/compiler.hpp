// SPDX-License-Identifier: Apache-2.0
// The system compiler: found, proved to work before anything starts, and run on many sources at once.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "process.hpp"
#include "workspace.hpp"

namespace perfdojo::tuner {

struct compiler {
  enum class family { gcc, clang };
  std::string path;
  family kind = family::gcc;
  std::string version;             ///< "12.2.0"
  std::vector<std::string> flags;  ///< what decides the code: optimisation, instruction set, language
  std::vector<std::filesystem::path> includes;

  std::string signature() const;  ///< "g++ 12.2.0; -O2 -march=native ..."
};

/// What the user may set; empty means the default.
struct compiler_options {
  std::string program{};             ///< --cxx, else $CXX, else g++, else clang++
  std::vector<std::string> flags{};  ///< --flag, appended to the defaults (-O2 -march=native)
  std::vector<std::filesystem::path> includes{};
};

/// Finds a compiler and checks its version by a compile of the library's headers in `scratch`, so that everything that
/// can be missing is found here. Throws environment_error: no compiler; not g++ >= 12 or clang++ >= 14; no headers.
compiler find_compiler(const compiler_options& options, const std::filesystem::path& scratch);

/// Compiles all `sources`, `parallel` at a time, and runs them; what each printed. Throws usage_error with the compiler's first
/// errors.
std::vector<std::string> run_probes(const compiler& with, const std::filesystem::path& scratch,
                                    std::span<const std::string> sources, int parallel);

/// Makes, or finds, the precompiled form of the given include lines. Returns the header to pass to `shared_object`,
/// or an empty path when the compiler refused; then candidates only compile more slowly.
std::filesystem::path precompile(const compiler& with, const locations& where,
                                 const std::string& include_lines);

/// The command that compiles one source into one shared object.
command shared_object(const compiler& with, const std::filesystem::path& source,
                      const std::filesystem::path& object, const std::filesystem::path& precompiled);

/// The macros about vector instructions and the core's name that the flags define, sorted.
std::vector<std::string> target_macros(const compiler& with, const std::filesystem::path& scratch);
/// All that target_macros() looks for.
std::span<const char* const> known_target_macros();

/// The first lines of a compiler's output that name an error.
std::string first_errors(const std::string& output, std::size_t lines = 3);

}  // namespace perfdojo::tuner
