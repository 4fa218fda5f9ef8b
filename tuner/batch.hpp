// SPDX-License-Identifier: Apache-2.0
// Candidates to machine code: many per translation unit, all cores; bisection finds those that do not compile.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "child.hpp"
#include "compiler.hpp"
#include "problem.hpp"
#include "search.hpp"

namespace perfdojo::tuner {

/// The translation unit of some candidates; the i-th one has the entry candidate_symbol(first + i).
std::string candidate_source(const problem& p, std::span<const candidate> candidates, std::size_t first);
std::string candidate_symbol(std::size_t number);

struct compiled {
  std::optional<loadable> code;
  std::string error;  ///< the compiler's first ones
};

class batch_compiler {
public:
  batch_compiler(const problem& p, const compiler& with, std::filesystem::path folder,
                 std::filesystem::path precompiled, int cores)
      : problem_(p),
        compiler_(with),
        folder_(std::move(folder)),
        precompiled_(std::move(precompiled)),
        cores_(cores) {}

  /// One result per candidate. Throws environment_error when the disk is full or the user interrupts.
  std::vector<compiled> compile(std::span<const candidate> candidates);

  /// Deletes the shared objects made so far, but for those named.
  void forget(std::span<const std::string> kept_libraries);

private:
  struct unit {
    std::size_t begin, count;
  };
  const problem& problem_;
  const compiler& compiler_;
  std::filesystem::path folder_, precompiled_;
  int cores_;
  std::size_t number_ = 0;
  std::vector<std::string> made_;
};

/// A folder from which a failure can be seen again: source, problem, and the command, in readme.txt. `pd-tuner
/// reproduce FOLDER` does it. Returns the folder.
std::filesystem::path keep_reproducer(const std::filesystem::path& reproducers, const problem& p,
                                      const compiler& with, const candidate& c,
                                      const stored_verdict& verdict);

}  // namespace perfdojo::tuner
