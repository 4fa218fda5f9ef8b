// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <future>

#include <perfdojo/ir/hash.hpp>

#include "commands.hpp"
#include "error.hpp"
#include "search/portfolio.hpp"
#include "seeds.hpp"
#include "text.hpp"
#include "tuning.hpp"

namespace perfdojo::tuner {
namespace {

namespace fs = std::filesystem;

std::vector<kernel_facts> chosen(const tune_options& o) {
  std::vector<kernel_facts> all;
  std::vector<std::string> known;
  for (const kernel_facts& k : built_in_kernels())
    if (std::find(known.begin(), known.end(), k.command) == known.end()) known.push_back(k.command);
  for (const std::string& name : o.kernels) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw usage_error("there is no kernel " + name + "; there are " + join_text(known, ", ") +
                        ", and --kernel FILE:TYPE for your own");
    for (const kernel_facts& k : built_in_kernels())
      if (k.command == name) all.push_back(k);
  }
  if (!o.user_kernel.empty()) all.push_back(user_kernel(o.user_kernel));
  if (all.empty())
    throw usage_error("say what to tune: " + join_text(known, ", ") + ", or --kernel FILE:TYPE");
  return all;
}

// Of the sizes given, those that calls of this kernel can have.
std::vector<std::string> sizes_for(const kernel_facts& k, const std::vector<std::string>& given) {
  std::vector<std::string> fit;
  for (const std::string& s : given)
    if (const std::int64_t work = work_of(s); work >= k.least_work && work <= k.most_work) fit.push_back(s);
  return fit;
}

void print_best(session& s, const run_facts& facts, const problem& p, std::uint64_t default_hash) {
  const std::string key = problem_key(facts);
  for (const best_entry& e : s.results().best(key)) {
    const auto is_this = [&](const shape& timed) { return to_text(p, timed) == e.shape; };
    if (std::none_of(p.timed.begin(), p.timed.end(), is_this)) continue;
    std::printf("%s %s: %s, built-in %s: ", short_name(facts.kernel).c_str(), e.shape.c_str(),
                duration(e.seconds).c_str(), duration(e.default_seconds).c_str());
    const double gain = e.seconds > 0 ? e.default_seconds / e.seconds : 1;
    if (gain > 1.0001)
      std::printf("%s x, spread %s %%\n", decimal(gain, 2).c_str(), decimal(100 * e.spread, 1).c_str());
    else
      std::printf("the built-in schedule is as good as any found\n");
    const auto cold = [&](std::uint64_t hash, const std::string& schedule) {
      const auto samples =
          s.results().samples(s.results().candidate(key, hash, schedule), e.shape + cold_mark);
      return samples.empty() ? std::string() : duration(summarize(samples).p10);
    };
    if (const std::string own = cold(e.program_hash, e.schedule);
        !own.empty() && e.program_hash != default_hash)
      std::printf("  with cold caches %s, built-in %s\n", own.c_str(),
                  cold(default_hash, p.default_schedule).c_str());
    std::printf("  %s\n", e.schedule.c_str());
  }
}

// Tunes one kernel and prints its best. False if its built-in schedule is wrong.
bool tune_one(session& s, const wanted_kernel& wanted, const prepared& p, const fs::path& precompiled,
              const tune_options& what, double budget, progress& line) {
  const kernel_facts& k = wanted.kernel;
  const auto made = replay(p.start, p.default_steps);
  if (!made) throw environment_error("the built-in schedule of " + k.type + " is not legal for its program");

  tuning_options how;
  how.budget_seconds = budget;
  how.call_limit_seconds = what.limit_seconds;
  how.seed = what.seed;
  how.default_hash = ir::hash(*made);
  portfolio_options search;
  search.seed = what.seed;
  search.may_reassociate = !what.strict;
  search.may_parallelize = what.threads > 1;
  const run_facts facts = s.facts_of(p, k);
  const double began = monotonic_seconds();
  tuning t(p.what, facts, {s.compile(), s.host(), s.where(), s.folder(), s.results(), line, precompiled},
           how);
  const auto strategy = make_portfolio(
      p.start, what.strict ? std::vector<steps>{p.default_steps} : seeds_from(p.start, p.default_steps),
      p.what.timed, search);
  t.run(*strategy);
  line.clear();
  if (t.wrong_default()) {
    std::fprintf(stderr, "pd-tuner: the built-in schedule of %s is %s\n", k.type.c_str(),
                 t.default_fault().c_str());
    return false;
  }
  const double taken = monotonic_seconds() - began;
  std::printf("%s: %s, %s per second in %s s (%s)\n", short_name(k.type).c_str(),
              to_text(t.counted()).c_str(), decimal(t.counted().tried() / taken, 1).c_str(),
              decimal(taken, 1).c_str(), t.times().text().c_str());
  print_best(s, facts, p.what, how.default_hash);
  std::fflush(stdout);
  return true;
}

}  // namespace

exit_code tune(const common_options& options, const tune_options& what) {
  const double began = monotonic_seconds();
  const std::vector<kernel_facts> kernels = chosen(what);
  session s(options);
  if (static_cast<std::size_t>(what.threads) > s.host().cores.size())
    throw usage_error("--threads " + decimal(std::int64_t{what.threads}) + ": pd-tuner may use " +
                      decimal(static_cast<std::int64_t>(s.host().cores.size())) + " cores here");
  progress line;
  std::vector<wanted_kernel> wanted;
  std::vector<double> shares;
  for (const kernel_facts& k : kernels) {
    const auto sizes = sizes_for(k, what.sizes);
    if (!what.sizes.empty() && sizes.empty()) continue;
    // Kernels for small sizes run alone, whatever the executor has.
    if (what.threads > 1 && k.most_work != INT64_MAX) continue;
    wanted.push_back({k, sizes});
    shares.push_back(k.share);
  }
  if (wanted.empty()) throw usage_error("no kernel takes these sizes");

  line.show("reading the programs of the kernels", true);
  // Two compilers at once: the header that all candidates share, and the probes.
  auto header = std::async(std::launch::async, [&] {
    return precompile(s.compile(), s.where(), candidate_prologue(what.threads));
  });
  const std::vector<prepared> ready = prepare_kernels(wanted, s.compile(), s.folder(), what.threads);
  const fs::path precompiled = header.get();
  // Each size is compared with the built-in schedule that a call of that size runs.
  std::vector<std::pair<const wanted_kernel*, prepared>> parts;
  std::vector<double> part_shares;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    for (prepared& part : by_default(ready[i])) {
      part_shares.push_back(shares[i] * static_cast<double>(part.what.timed.size()) /
                            static_cast<double>(ready[i].what.timed.size()));
      parts.emplace_back(&wanted[i], std::move(part));
    }

  budget_split split(what.budget_seconds, part_shares);
  bool wrong = false;
  for (const auto& [kernel, part] : parts) {
    if (interrupted()) break;
    const double budget = split.next(monotonic_seconds() - began);
    try {
      wrong = !tune_one(s, *kernel, part, precompiled, what, budget, line) || wrong;
    } catch (const interruption&) {
      // What is in the store goes into the header below.
    }
  }
  s.write_header();
  std::printf("wrote %s\n", s.header().c_str());
  if (interrupted()) {
    std::fprintf(
        stderr,
        "pd-tuner: interrupted; the best so far is in the header, and the same command goes on from here\n");
    return exit_code::interrupted;
  }
  return wrong ? exit_code::wrong : exit_code::ok;
}

}  // namespace perfdojo::tuner
