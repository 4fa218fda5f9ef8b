// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <algorithm>
#include <optional>

#include "error.hpp"
#include "game.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

namespace fs = std::filesystem;

// 16 to 40 candidates share the cost of a unit's start (performance.md, section 7); fewer when cores would be idle.
constexpr std::size_t most_per_unit = 16;
constexpr double compile_limit = 120;  // seconds for one unit; a whole packed gemm takes half a second

// The program that a schedule makes, as a type of its own. Its text is the schedule already applied: reading it costs the compiler a tenth
// of applying fifty moves to the kernel's program, and the value is the same (tests/laws/text_form_test.cpp).
std::string program_type(const problem& p, const candidate& c, const std::string& type) {
  const std::optional<ir::program> made = replay(read_program(p.program), read_schedule(c.schedule));
  if (!made) throw usage_error("a step of " + c.schedule + " is not legal on the program of " + p.kernel);
  return "struct " + type + " { static constexpr ir::program value = ir::parse(R\"program(" +
         print_program(*made) + ")program\").value; };\n";
}

std::string why_not_legal(const problem& p, const candidate& c) {
  try {
    if (replay(read_program(p.program), read_schedule(c.schedule))) return {};
    return "a step is not legal on the program of " + p.kernel;
  } catch (const environment_error& e) {
    return e.what();
  }
}

bool disk_is_full(const outcome& result) {
  return result.error.find("No space left on device") != std::string::npos;
}

}  // namespace

std::string candidate_symbol(std::size_t number) {
  return "pd_candidate_" + decimal(static_cast<std::int64_t>(number));
}

std::string candidate_source(const problem& p, std::span<const candidate> candidates, std::size_t first) {
  std::string text = p.prologue;
  if (!text.empty() && text.back() != '\n') text += '\n';
  text += p.glue + "using namespace perfdojo;\n";
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    // Names by content: what the compiler makes of two programs must never share a name, in any two units.
    const std::string symbol = candidate_symbol(first + i),
                      type = symbol + "_" + hex(hash_text(candidates[i].schedule));
    if (p.calls_programs) text += program_type(p, candidates[i], type);
    text += "extern \"C\" void " + symbol +
            "(const perfdojo::exec::argument* arguments, int threads) noexcept {\n  " + p.call + "<" +
            (p.calls_programs ? type : candidates[i].schedule) + ">(arguments, threads);\n}\n";
  }
  return text;
}

std::vector<compiled> batch_compiler::compile(std::span<const candidate> all) {
  std::vector<compiled> results(all.size());
  // A schedule that does not fit is known before the compiler sees it.
  std::vector<candidate> candidates;
  std::vector<std::size_t> place;
  for (std::size_t i = 0; i < all.size(); ++i) {
    results[i].error = problem_.calls_programs ? why_not_legal(problem_, all[i]) : std::string();
    if (!results[i].error.empty()) continue;
    candidates.push_back(all[i]);
    place.push_back(i);
  }
  const std::size_t share =
      (candidates.size() + static_cast<std::size_t>(cores_) - 1) / static_cast<std::size_t>(cores_);
  const std::size_t size = std::clamp(share, std::size_t{1}, most_per_unit);
  std::vector<unit> todo;
  for (std::size_t at = 0; at < candidates.size(); at += size)
    todo.push_back({at, (std::min)(size, candidates.size() - at)});

  while (!todo.empty()) {
    std::vector<command> commands;
    std::vector<std::string> objects;
    for (const unit& u : todo) {
      const std::string stem = "unit-" + decimal(static_cast<std::int64_t>(number_++));
      const fs::path source = folder_ / (stem + ".cpp");
      const fs::path object = folder_ / (stem + ".so");
      write_atomically(source,
                       candidate_source(problem_, std::span(candidates).subspan(u.begin, u.count), u.begin));
      commands.push_back(shared_object(compiler_, source, object, precompiled_));
      objects.push_back(object.string());
    }
    const auto outcomes = run_programs(commands, cores_, compile_limit);
    std::vector<unit> again;
    for (std::size_t i = 0; i < todo.size(); ++i) {
      const unit& u = todo[i];
      std::error_code ignored;
      if (!outcomes[i].ok()) fs::remove(fs::path(objects[i]).replace_extension(".cpp"), ignored);
      if (outcomes[i].cancelled) throw interruption();
      if (disk_is_full(outcomes[i]))
        throw environment_error(
            "the disk of " + folder_.string() +
            " is full; free some space and run the same command again, results so far are kept");
      // A unit counts only when the compiler said so: a partial object of a killed compiler is never loaded.
      if (outcomes[i].ok()) {
        made_.push_back(objects[i]);
        for (std::size_t c = u.begin; c < u.begin + u.count; ++c)
          results[place[c]].code = {objects[i], candidate_symbol(c)};
      } else if (u.count > 1) {
        again.push_back({u.begin, u.count / 2});
        again.push_back({u.begin + u.count / 2, u.count - u.count / 2});
      } else {
        results[place[u.begin]].error = describe(outcomes[i]) + "\n" + first_errors(outcomes[i].error);
      }
    }
    todo = std::move(again);
  }
  return results;
}

void batch_compiler::forget(std::span<const std::string> kept) {
  std::vector<std::string> left;
  for (const std::string& object : made_) {
    if (std::find(kept.begin(), kept.end(), object) != kept.end()) {
      left.push_back(object);
      continue;
    }
    std::error_code ignored;
    fs::remove(object, ignored);
    fs::remove(fs::path(object).replace_extension(".cpp"), ignored);
  }
  made_ = std::move(left);
}

fs::path keep_reproducer(const fs::path& reproducers, const problem& p, const compiler& with,
                         const candidate& c, const stored_verdict& verdict) {
  std::string kernel = p.kernel;
  std::replace_if(
      kernel.begin(), kernel.end(), [](char ch) { return ch == '<' || ch == '>' || ch == '/' || ch == ' '; },
      '_');
  const fs::path folder = reproducers / (kernel + "-" + hex(c.program_hash));
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path source = folder / "candidate.cpp";
  write_atomically(source, candidate_source(p, std::span(&c, 1), 0));
  write_atomically(folder / "problem.json", to_json(p));
  const std::vector<std::string> argument{folder.string()};
  const command compile = shared_object(with, source, folder / "candidate.so", {});
  write_atomically(folder / "readme.txt",
                   "A schedule of " + p.kernel + " that " + to_text(verdict.result) + ":\n\n  " + c.schedule +
                       "\n\n" + verdict.detail + "\n\nTo see it again:\n\n  pd-tuner reproduce " +
                       as_typed(argument) +
                       "\n\nwhich compiles it like this and runs it in a child process:\n\n  " +
                       as_typed(compile.argv) + "\n");
  return folder;
}

}  // namespace perfdojo::tuner
