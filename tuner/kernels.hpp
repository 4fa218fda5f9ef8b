// SPDX-License-Identifier: Apache-2.0
// The kernels that pd-tuner knows by name, and how any kernel, a user's too, becomes a problem.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "compiler.hpp"
#include "game.hpp"
#include "problem.hpp"

namespace perfdojo::tuner {

/// A kernel's type and the sizes it is tuned and checked at.
struct kernel_facts {
  std::string command;                      ///< the word on the command line: gemm
  std::string type;                         ///< in C++: perfdojo::gemm_kernel<float>
  std::string header;                       ///< as in #include: <perfdojo/gemm.hpp>
  std::string description;                  ///< one line
  std::string definition;                   ///< the header that defines the type, for the tuned header
  std::vector<std::string> timed, checked;  ///< "M=64,N=64,K=64"
  std::vector<std::pair<std::string, double>> scalars{};  ///< values while timed
  bool timed_overwrites = false;                          ///< with these, nothing is read that is written
  double share = 1;                                       ///< of the budget of a command that names several
  std::int64_t least_work = 0, most_work = INT64_MAX;  ///< products of sizes that calls of this kernel have
};

std::span<const kernel_facts> built_in_kernels();

/// The built-in kernel of that type, with or without namespace. Throws usage_error with the names that there are.
const kernel_facts& built_in_kernel(const std::string& type);

/// FILE:TYPE of --kernel. Throws usage_error if there is no such file or no type.
kernel_facts user_kernel(const std::string& argument);

/// The built-in schedule of a class of sizes, those with a product of at most up_to.
struct default_class {
  std::int64_t up_to = INT64_MAX;
  steps schedule;
};

/// A problem, and what a search starts from.
struct prepared {
  problem what;
  ir::program start;
  steps default_steps;                  ///< of the smallest sizes
  std::vector<default_class> defaults;  ///< of all sizes, ascending
};
/// One problem for each class that has timed shapes, with these and with its built-in schedule.
std::vector<prepared> by_default(const prepared& p);

/// A kernel and the sizes to tune it for; none: its own.
struct wanted_kernel {
  kernel_facts kernel;
  std::vector<std::string> timed{};
};

/// Compiles and runs probes that print the kernels' programs and default schedules. Throws usage_error for a kernel that does not
/// compile or sizes that do not fit.
std::vector<prepared> prepare_kernels(std::span<const wanted_kernel> wanted, const compiler& with,
                                      const std::filesystem::path& scratch, int threads);
prepared prepare_kernel(const kernel_facts& kernel, const compiler& with,
                        const std::filesystem::path& scratch, const std::vector<std::string>& timed,
                        int threads);

/// The includes of every candidate's translation unit. They name no kernel: a candidate is a program, so one precompiled header
/// serves all kernels, and a user's header may change without making it stale.
std::string candidate_prologue(int threads);

/// Candidates of this problem then include the kernel and apply their schedules in the compiler, as a user's program does, instead of
/// carrying the scheduled program.
void compile_schedules(problem& p, const kernel_facts& kernel);

/// Small and odd sizes, each with 0, 1 and around the register tiles of any target, for `count` size names.
std::vector<shape> shapes_to_check(std::size_t count);

}  // namespace perfdojo::tuner
