// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

#include <algorithm>

#include <perfdojo/core/config.hpp>

#include "error.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

namespace fs = std::filesystem;

// In a kernel's name in the store, in front of the number of threads: "gemm_kernel<float>, 2 threads".
constexpr const char* threads_mark = ", ";

std::pair<std::string, int> kernel_and_threads(const std::string& name) {
  const auto words = split_text(name, ' ');
  std::int64_t threads = 1;
  if (words.size() < 3 || words.back() != "threads" || !read_integer(words[words.size() - 2], threads))
    return {name, 1};
  return {name.substr(0, name.rfind(threads_mark)), static_cast<int>(threads)};
}

// Installed: bin/pd-tuner and include/. In a build folder of the source tree: build/tuner/pd-tuner and include/.
std::optional<fs::path> own_headers() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (fs::path folder = program.parent_path(); !folder.empty() && folder != folder.root_path();
       folder = folder.parent_path())
    if (fs::exists(folder / "include" / "perfdojo" / "core" / "config.hpp", error)) return folder / "include";
#if defined(PERFDOJO_INCLUDE_DIR)
  if (fs::exists(fs::path(PERFDOJO_INCLUDE_DIR) / "perfdojo", error)) return PERFDOJO_INCLUDE_DIR;
#endif
  return std::nullopt;
}

fs::path checked_header(const common_options& o, const locations& where) {
  const fs::path header = o.output.empty() ? where.header() : fs::absolute(o.output);
  require_writable(where, header);
  return header;
}

}  // namespace

compiler_options compiler_options_from(const common_options& o) {
  compiler_options result;
  result.program = o.cxx;
  result.flags = o.flags;
  for (const std::string& folder : o.includes) result.includes.emplace_back(folder);
  if (const auto own = own_headers()) result.includes.push_back(*own);
  return result;
}

session::session(const common_options& o)
    : options_(o),
      where_(find_locations(o.cache_dir)),
      header_(checked_header(o, where_)),
      folder_(where_),
      machine_(this_machine()),
      compiler_(find_compiler(compiler_options_from(o), folder_.path())),
      macros_(target_macros(compiler_, folder_.path())),
      store_(where_.store()) {}

run_facts session::facts_of(const prepared& p, const kernel_facts& kernel) const {
  run_facts f;
  f.command = as_typed(options_.typed);
  f.machine = machine_.signature();
  f.compiler = compiler_.signature();
  f.library = PERFDOJO_VERSION;
  f.kernel = kernel.type;
  if (p.what.threads > 1) f.kernel += threads_mark + decimal(std::int64_t{p.what.threads}) + " threads";
  f.program = p.what.program;
  f.include = kernel.definition;
  return f;
}

std::vector<run_facts> session::tuned_here(const std::string& kernel) {
  std::vector<run_facts> here;
  for (const run_facts& f : store_.tuned(""))
    if (f.machine == machine_.signature() && f.compiler == compiler_.signature() &&
        f.library == PERFDOJO_VERSION && (kernel.empty() || f.kernel == kernel) &&
        // The latest program of a kernel counts; a user's kernel may have changed.
        std::none_of(here.begin(), here.end(), [&](const run_facts& x) { return x.kernel == f.kernel; }))
      here.push_back(f);
  std::sort(here.begin(), here.end(),
            [](const run_facts& a, const run_facts& b) { return a.kernel < b.kernel; });
  return here;
}

std::size_t session::write_header() {
  std::vector<tuned_kernel> kernels;
  for (const run_facts& f : tuned_here("")) {
    const auto [type, threads] = kernel_and_threads(f.kernel);
    kernels.push_back({type, f.include, "", store_.best(problem_key(f)), threads});
  }
  header_facts facts;
  facts.library = PERFDOJO_VERSION;
  facts.machine = machine_.signature();
  facts.compiler = compiler_.signature();
  facts.kind = compiler_.kind;
  facts.compiler_version = compiler_.version;
  facts.defined = macros_;
  facts.command = as_typed(options_.typed);
  facts.cpu = target::this_cpu();
  write_atomically(header_, header_text(facts, kernels));
  return kernels.size();
}

}  // namespace perfdojo::tuner
