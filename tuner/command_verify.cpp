// SPDX-License-Identifier: Apache-2.0
// verify, source and reproduce: candidates outside of a search.
#include <algorithm>
#include <cstdio>

#include "batch.hpp"
#include "child.hpp"
#include "commands.hpp"
#include "header_lines.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

namespace fs = std::filesystem;

// The kernel of an entry: a built-in one, or a user's, whose header must be found.
kernel_facts kernel_of(const tuned_kernel& t, const fs::path& header) {
  for (const kernel_facts& k : built_in_kernels())
    if (k.type == t.type) return k;
  const std::string file = t.include.size() > 2 ? t.include.substr(1, t.include.size() - 2) : "";
  for (const fs::path& folder : {fs::current_path(), fs::absolute(header).parent_path()})
    if (fs::exists(folder / file)) return user_kernel((folder / file).string() + ":" + t.type);
  throw usage_error("the header " + file + " of " + t.type + " is neither here nor beside " +
                    header.string());
}

// Is the header taken by this compiler on this machine, or does it refuse itself, and why?
void report_use(session& s, const fs::path& header) {
  const fs::path source = s.folder() / "use.cpp";
  write_atomically(source, "#include \"" + fs::absolute(header).string() +
                               "\"\n#if defined(PERFDOJO_TUNED_REFUSED)\n#error refused\n#endif\n");
  command what = shared_object(s.compile(), source, s.folder() / "use.so", {});
  what.argv.erase(std::find(what.argv.begin(), what.argv.end(), "-w"));
  const outcome result = run_program(what, 120);
  if (result.ok()) {
    std::printf("the header is used by %s with %s\n", s.compile().path.c_str(),
                join_text(s.compile().flags, " ").c_str());
    if (!is_for_cpu(read_file(header), target::this_cpu()))
      std::printf("but it was tuned on another CPU: on this one programs run the built-in schedules\n");
    return;
  }
  std::string why;
  for (const std::string& text : split_text(result.error, '\n'))
    if (const auto at = text.find("perfdojo: "); at != std::string::npos && why.empty())
      why = text.substr(at);
  std::printf("the header is not used here: %s\n",
              why.empty() ? first_errors(result.error).c_str() : why.c_str());
}

}  // namespace

exit_code verify(const common_options& o, const std::string& header) {
  session s(o);
  const fs::path path = header.empty() ? s.header() : fs::path(header);
  const read_header_result read = read_header(read_file(path));
  std::printf("%s: perfdojo %s, %s\n", path.c_str(), read.library.c_str(), read.compiler.c_str());
  report_use(s, path);
  int wrong = 0, right = 0;
  for (const tuned_kernel& t : read.kernels) {
    const kernel_facts kernel = kernel_of(t, path);
    std::vector<std::string> shapes;
    for (const best_entry& e : t.best) shapes.push_back(e.shape);
    prepared p = prepare_kernel(kernel, s.compile(), s.folder(), shapes, t.threads);
    compile_schedules(p.what, kernel);
    // A schedule serves all sizes of its class, so it is checked at sizes of every kind (H55).
    for (const shape& extra : shapes_to_check(p.what.sizes.size()))
      if (std::find(p.what.checked.begin(), p.what.checked.end(), extra) == p.what.checked.end())
        p.what.checked.push_back(extra);
    std::vector<candidate> all{{p.what.default_schedule, 0}};
    for (const size_class& c : size_classes(t)) all.push_back({c.entry.schedule, c.entry.program_hash});
    batch_compiler compiling(p.what, s.compile(), s.folder(),
                             precompile(s.compile(), s.where(), p.what.prologue),
                             static_cast<int>(s.host().cores.size()));
    const auto made = compiling.compile(all);
    const std::vector<int> cores = t.threads > 1 ? s.host().cores : std::vector<int>{s.host().cores.back()};
    child worker(p.what, {"/proc/self/exe", s.folder(), cores, 60});
    for (std::size_t i = 1; i < all.size(); ++i) {
      checked result{outcome_class::failed_to_compile, made[i].error};
      if (made[i].code) result = worker.check(*made[i].code);
      if (result.result == outcome_class::ok && made[0].code)
        for (const shape& timed_shape : p.what.timed) {
          measure_options quick;
          quick.first_rounds = 1;
          quick.second_rounds = quick.final_rounds = 0;
          const auto timings = worker.time(timed_shape, {*made[0].code, *made[i].code}, {0}, quick);
          if (timings[1].result != outcome_class::ok) result = {timings[1].result, timings[1].detail};
        }
      (result.result == outcome_class::ok ? right : wrong) += 1;
      std::printf("%s %s: %s%s%s\n", t.type.c_str(), all[i].schedule.c_str(), to_text(result.result),
                  result.detail.empty() ? "" : ", ", result.detail.c_str());
    }
  }
  std::printf("%d right, %d wrong\n", right, wrong);
  return wrong == 0 ? exit_code::ok : exit_code::wrong;
}

exit_code source(const common_options& o, const std::string& kernel,
                 const std::vector<std::string>& schedules) {
  session s(o);
  const problem p = prepare_kernel(built_in_kernel(kernel), s.compile(), s.folder(), {}, 1).what;
  std::vector<candidate> candidates;
  for (const std::string& schedule : schedules) candidates.push_back({schedule, 0});
  if (candidates.empty()) candidates.push_back({p.default_schedule, 0});
  std::printf("%s", unit_source(p, candidates).c_str());
  return exit_code::ok;
}

exit_code reproduce(const common_options& o, const std::string& folder) {
  session s(o);
  const fs::path from = folder;
  if (!fs::exists(from / "problem.json"))
    throw usage_error(folder + " is no folder of a kept failure: it has no problem.json");
  problem p = problem_from_json(read_file(from / "problem.json"));
  const fs::path object = s.folder() / "candidate.so";
  const outcome compiled = run_program(shared_object(s.compile(), from / "candidate.cpp", object, {}), 300);
  if (!compiled.ok()) {
    std::printf("%s: %s\n%s\n", to_text(outcome_class::failed_to_compile), describe(compiled).c_str(),
                first_errors(compiled.error, 5).c_str());
    return exit_code::wrong;
  }
  child worker(p, {"/proc/self/exe", s.folder(), {s.host().cores.back()}, 10});
  const loadable code{object.string(), candidate_symbol(0)};
  checked result = worker.check(code);
  for (std::size_t i = 0; i < p.timed.size() && result.result == outcome_class::ok; ++i) {
    measure_options quick;
    quick.second_rounds = quick.final_rounds = 0;
    const auto timings = worker.time(p.timed[i], {code}, {0}, quick);
    result = {timings[0].result, timings[0].detail};
  }
  std::printf("%s%s%s\n", to_text(result.result), result.detail.empty() ? "" : ": ", result.detail.c_str());
  return result.result == outcome_class::ok ? exit_code::ok : exit_code::wrong;
}

}  // namespace perfdojo::tuner
