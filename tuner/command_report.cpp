// SPDX-License-Identifier: Apache-2.0
// doctor, list, show, emit: what there is, without running a kernel.
#include <cstdio>

#include <perfdojo/core/config.hpp>

#include "commands.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

namespace fs = std::filesystem;

void line(const char* what, const std::string& value) { std::printf("%-10s %s\n", what, value.c_str()); }

std::string free_space(const fs::path& folder) {
  std::error_code error;
  const auto space = fs::space(folder, error);
  return error ? "" : " (" + decimal(static_cast<double>(space.available) / (1u << 30), 1) + " GiB free)";
}

// What a part of the check printed, or its error; counts errors.
template <class F>
void attempt(const char* what, int& faults, F&& f) {
  try {
    line(what, f());
  } catch (const environment_error& e) {
    ++faults;
    line(what, std::string("NOT OK: ") + e.what());
  }
}

}  // namespace

exit_code doctor(const common_options& o) {
  int faults = 0;
  line("perfdojo", PERFDOJO_VERSION);
  const machine m = this_machine();
  line("cpu", m.cpu);
  line("features", join_text(m.features, " "));
  line("caches", "L1 " + decimal(m.l1_bytes / 1024) + " KiB, L2 " + decimal(m.l2_bytes / 1024) + " KiB, L3 " +
                     decimal(m.l3_bytes / 1024) + " KiB");
  line("system", m.kernel);
  std::vector<std::string> cores;
  for (const int c : m.cores) cores.push_back(decimal(std::int64_t{c}));
  line("cores", join_text(cores, " "));
  std::optional<locations> where;
  attempt("cache", faults, [&] {
    where = find_locations(o.cache_dir);
    require_writable_folder(where->cache, "scratch files");
    return where->cache.string() + free_space(where->cache);
  });
  if (!where) return exit_code::environment;
  attempt("store", faults, [&] {
    require_writable_folder(where->data, "the store");
    const store s(where->store());
    return where->store().string() + free_space(where->data);
  });
  attempt("header", faults, [&] {
    const fs::path header = o.output.empty() ? where->header() : fs::absolute(o.output);
    require_writable(*where, header);
    return header.string();
  });
  line("failures", where->reproducers().string());
  attempt("compiler", faults, [&] {
    const run_folder folder(*where);
    const double began = monotonic_seconds();
    const compiler c = find_compiler(compiler_options_from(o), folder.path());
    return c.path + ": " + c.signature() + "; include " +
           (c.includes.empty() ? "" : c.includes.back().string()) + "; probed in " +
           duration(monotonic_seconds() - began);
  });
  std::printf(faults == 0 ? "all is well\n" : "%d of these must be put right before pd-tuner can tune\n",
              faults);
  return faults == 0 ? exit_code::ok : exit_code::environment;
}

exit_code list(const common_options& o) {
  std::string before;
  for (const kernel_facts& k : built_in_kernels()) {
    std::printf("%-18s %s\n%-18s %s, tuned at %s\n", k.command == before ? "" : k.command.c_str(),
                k.description.c_str(), "", k.type.c_str(), join_text(k.timed, " ").c_str());
    before = k.command;
  }
  const locations where = find_locations(o.cache_dir);
  if (!fs::exists(where.store())) {
    std::printf("\nnothing is tuned yet (store: %s)\n", where.store().c_str());
    return exit_code::ok;
  }
  store results(where.store());
  const std::string here = this_machine().signature();
  std::printf("\ntuned (store: %s):\n", where.store().c_str());
  for (const run_facts& f : results.tuned("")) {
    std::printf("%s, perfdojo %s, %s%s\n", f.kernel.c_str(), f.library.c_str(), f.compiler.c_str(),
                f.machine == here ? "" : ", another machine");
    for (const best_entry& e : results.best(problem_key(f)))
      std::printf("  %s: %s, built-in %s\n", e.shape.c_str(), duration(e.seconds).c_str(),
                  duration(e.default_seconds).c_str());
  }
  return exit_code::ok;
}

exit_code show(const common_options& o, const std::string& kernel, bool every_step) {
  const locations where = find_locations(o.cache_dir);
  if (!fs::exists(where.store()))
    throw usage_error("nothing is tuned yet: there is no " + where.store().string());
  store results(where.store());
  const std::string here = this_machine().signature();
  int shown = 0;
  for (const run_facts& f : results.tuned("")) {
    // Any part of the type's name: gemm finds perfdojo::gemm_kernel<float>.
    if (f.machine != here || f.kernel.find(kernel) == std::string::npos) continue;
    const ir::program start = read_program(f.program);
    std::printf("%s, %s\n%s\n", f.kernel.c_str(), f.compiler.c_str(), f.program.c_str());
    for (const best_entry& e : results.best(problem_key(f))) {
      ++shown;
      std::printf("%s: %s (spread %s %%), built-in %s, %s\n  %s\n", e.shape.c_str(),
                  duration(e.seconds).c_str(), decimal(100 * e.spread, 1).c_str(),
                  duration(e.default_seconds).c_str(), e.date.c_str(), e.schedule.c_str());
      steps so_far;
      for (const step& s : read_schedule(e.schedule)) {
        so_far.push_back(s);
        const auto made = replay(start, so_far);
        const bool last = so_far.size() == read_schedule(e.schedule).size();
        std::printf("\nstep %zu: %s%s\n", so_far.size(), spell_step(s).c_str(),
                    made ? "" : " (no longer legal)");
        if (made && (every_step || last)) std::printf("%s", print_program(*made).c_str());
      }
      std::printf("\n");
    }
  }
  if (shown == 0)
    throw usage_error("nothing called " + kernel + " is tuned on this machine; pd-tuner list shows what is");
  return exit_code::ok;
}

exit_code emit(const common_options& o) {
  session s(o);
  const std::size_t kernels = s.write_header();
  std::printf("wrote %s: %zu kernel%s\n", s.header().c_str(), kernels, kernels == 1 ? "" : "s");
  return exit_code::ok;
}

}  // namespace perfdojo::tuner
