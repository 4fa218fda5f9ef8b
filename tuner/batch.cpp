// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <algorithm>
#include <numeric>

#include "error.hpp"
#include "game.hpp"
#include "program_value.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

namespace fs = std::filesystem;

// 16 to 40 candidates share the cost of a unit's start (performance.md, section 7); fewer when cores would be idle.
constexpr std::size_t most_per_unit = 16;
constexpr double compile_limit = 120;  // seconds for one unit; a whole packed gemm takes half a second
// A unit's start takes 0.2 s: below a tenth of this, and the last units of a batch still end at about the same time.
constexpr double unit_seconds = 2;

bool disk_is_full(const outcome& result) {
  return result.error.find("No space left on device") != std::string::npos;
}

// A candidate, and the program that its schedule makes where candidates are programs.
struct part {
  const candidate* what;
  std::size_t number;  // in the symbol
  ir::program made;

  std::string source(const problem& p) const {
    // Names by content: what the compiler makes of two programs must never share a name, in any two units.
    const std::string symbol = candidate_symbol(number), type = symbol + "_" + hex(hash_text(what->schedule));
    std::string text;
    if (p.calls_programs)
      text = "struct " + type + " { static constexpr ir::program value = " + program_value(made) + "; };\n";
    return text + "extern \"C\" void " + symbol +
           "(const perfdojo::exec::argument* arguments, int threads) noexcept {\n  " + p.call + "<" +
           (p.calls_programs ? type : what->schedule) + ">(arguments, threads);\n}\n";
  }
  static std::string head(const problem& p) {
    std::string text = p.prologue;
    if (!text.empty() && text.back() != '\n') text += '\n';
    return text + p.glue + "using namespace perfdojo;\n";
  }
};

}  // namespace

std::string candidate_symbol(std::size_t number) {
  return "pd_candidate_" + decimal(static_cast<std::int64_t>(number));
}

std::string unit_source(const problem& p, std::span<const candidate> candidates) {
  const ir::program start = p.calls_programs ? read_program(p.program) : ir::program{};
  std::string text = part::head(p);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    part one{&candidates[i], i, {}};
    if (p.calls_programs) {
      const auto made = replay(start, read_schedule(candidates[i].schedule));
      if (!made) throw usage_error("a step of " + candidates[i].schedule + " is not legal on " + p.kernel);
      one.made = *made;
    }
    text += one.source(p);
  }
  return text;
}

// The heaviest first, each to the lightest bin that has room.
std::vector<std::vector<std::size_t>> spread_evenly(std::span<const double> weights, std::size_t bins,
                                                    std::size_t most) {
  const std::size_t needed = (weights.size() + most - 1) / most;
  std::vector<std::vector<std::size_t>> lists((std::min)((std::max)(bins, needed), weights.size()));
  std::vector<double> sums(lists.size(), 0);
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
  for (const std::size_t w : order) {
    std::size_t best = lists.size();
    for (std::size_t i = 0; i < lists.size(); ++i)
      if (lists[i].size() < most && (best == lists.size() || sums[i] < sums[best])) best = i;
    lists[best].push_back(w);
    sums[best] += weights[w];
  }
  return lists;
}

batch_compiler::batch_compiler(const problem& p, const compiler& with, fs::path folder, fs::path precompiled,
                               int cores)
    : problem_(p),
      compiler_(with),
      folder_(std::move(folder)),
      precompiled_(std::move(precompiled)),
      cores_(static_cast<std::size_t>((std::max)(cores, 1))) {
  if (problem_.calls_programs) start_ = read_program(problem_.program);
}

// As many as keep all cores busy to the end, without paying for the start of many small ones.
std::size_t batch_compiler::units_for(std::span<const double> weights) const {
  const double all = std::accumulate(weights.begin(), weights.end(), 0.) * seconds_per_weight_;
  const double rounds = std::round(all / (unit_seconds * static_cast<double>(cores_)));
  return cores_ * static_cast<std::size_t>(std::clamp(rounds, 1., 1000.));
}

std::vector<compiled> batch_compiler::compile(std::span<const candidate> all, double limit_seconds) {
  const double began = monotonic_seconds();
  std::vector<compiled> results(all.size());
  std::vector<part> parts;
  std::vector<double> weights;
  for (std::size_t i = 0; i < all.size(); ++i) {
    part one{&all[i], i, {}};
    if (problem_.calls_programs) {
      // A schedule that does not fit is known before the compiler sees it.
      try {
        const auto made = replay(start_, read_schedule(all[i].schedule));
        if (!made) {
          results[i].error = "a step is not legal on the program of " + problem_.kernel;
          continue;
        }
        one.made = *made;
      } catch (const environment_error& e) {
        results[i].error = e.what();
        continue;
      }
    }
    weights.push_back(compile_weight(one.made));
    parts.push_back(one);
  }
  auto todo = spread_evenly(weights, units_for(weights), most_per_unit);

  while (!todo.empty()) {
    std::vector<command> commands;
    std::vector<std::string> objects;
    for (const auto& unit : todo) {
      const std::string stem = "unit-" + decimal(static_cast<std::int64_t>(number_++));
      const fs::path source = folder_ / (stem + ".cpp"), object = folder_ / (stem + ".so");
      std::string text = part::head(problem_);
      for (const std::size_t i : unit) text += parts[i].source(problem_);
      write_atomically(source, text);
      commands.push_back(shared_object(compiler_, source, object, precompiled_));
      objects.push_back(object.string());
    }
    const auto outcomes = run_programs(commands, static_cast<int>(cores_), compile_limit, {},
                                       limit_seconds - (monotonic_seconds() - began));
    const bool over = monotonic_seconds() - began > limit_seconds;
    // clang 14 crashes on the executor's templates from a precompiled header. One with which nothing ever compiled is not used again.
    const auto worked = [](const outcome& o) { return o.ok(); };
    const auto stopped = [](const outcome& o) { return o.cancelled || disk_is_full(o); };
    if (!precompiled_.empty() && made_.empty() && !over &&
        std::none_of(outcomes.begin(), outcomes.end(), worked) &&
        std::none_of(outcomes.begin(), outcomes.end(), stopped)) {
      precompiled_.clear();
      continue;
    }
    std::vector<std::vector<std::size_t>> again;
    double weight = 0, seconds = 0;
    for (std::size_t u = 0; u < todo.size(); ++u) {
      const auto& unit = todo[u];
      const outcome& result = outcomes[u];
      std::error_code ignored;
      if (!result.ok()) fs::remove(fs::path(objects[u]).replace_extension(".cpp"), ignored);
      if (result.cancelled) throw interruption();
      if (disk_is_full(result))
        throw environment_error(
            "the disk of " + folder_.string() +
            " is full; free some space and run the same command again, results so far are kept");
      // A unit counts only when the compiler said so: a partial object of a killed compiler is never loaded.
      if (result.ok()) {
        made_.push_back(objects[u]);
        seconds += result.seconds;
        for (const std::size_t i : unit) {
          results[parts[i].number].code = {objects[u], candidate_symbol(parts[i].number)};
          weight += weights[i];
        }
      } else if (over) {
        continue;
      } else if (unit.size() > 1) {
        const auto middle = unit.begin() + static_cast<std::ptrdiff_t>(unit.size() / 2);
        again.emplace_back(unit.begin(), middle);
        again.emplace_back(middle, unit.end());
      } else {
        results[parts[unit[0]].number].error = describe(result) + "\n" + first_errors(result.error);
      }
    }
    if (weight > 0) seconds_per_weight_ = seconds / weight;
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
  try {
    write_atomically(source, unit_source(p, std::span(&c, 1)));
  } catch (const usage_error& e) {
    write_atomically(source, std::string("#error ") + e.what() + "\n");
  }
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
