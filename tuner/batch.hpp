// SPDX-License-Identifier: Apache-2.0
// Candidates to machine code: many per translation unit, all cores; bisection finds those that do not compile.
#pragma once

#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <perfdojo/ir/program.hpp>

#include "child.hpp"
#include "compiler.hpp"
#include "problem.hpp"
#include "search.hpp"

namespace perfdojo::tuner {

std::string candidate_symbol(std::size_t number);

/// The translation unit of some candidates; the i-th one has the entry candidate_symbol(i). Throws usage_error for a schedule that
/// is not legal.
std::string unit_source(const problem& p, std::span<const candidate> candidates);

struct compiled {
  std::optional<loadable> code;
  std::string error;  ///< the compiler's first ones; empty without code: there was no time
};

/// Lists of positions in `weights`, so that `bins` workers end at about the same time. No list is empty, none is longer than `most`.
std::vector<std::vector<std::size_t>> spread_evenly(std::span<const double> weights, std::size_t bins,
                                                    std::size_t most);

class batch_compiler {
public:
  batch_compiler(const problem& p, const compiler& with, std::filesystem::path folder,
                 std::filesystem::path precompiled, int cores);

  /// One result per candidate; after `limit_seconds` the rest is given up. Throws environment_error when the disk is full, and
  /// interruption.
  std::vector<compiled> compile(std::span<const candidate> candidates, double limit_seconds = HUGE_VAL);

  /// Deletes the shared objects made so far, but for those named.
  void forget(std::span<const std::string> kept_libraries);

private:
  std::size_t units_for(std::span<const double> weights) const;

  const problem& problem_;
  const compiler& compiler_;
  std::filesystem::path folder_, precompiled_;
  std::size_t cores_;
  ir::program start_;
  std::size_t number_ = 0;
  std::vector<std::string> made_;
  double seconds_per_weight_ = 0;  // of the units so far; 0: none yet
};

/// A folder from which a failure can be seen again: source, problem, and the command, in readme.txt. `pd-tuner
/// reproduce FOLDER` does it. Returns the folder.
std::filesystem::path keep_reproducer(const std::filesystem::path& reproducers, const problem& p,
                                      const compiler& with, const candidate& c,
                                      const stored_verdict& verdict);

}  // namespace perfdojo::tuner
