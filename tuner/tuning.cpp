// SPDX-License-Identifier: Apache-2.0
#include "tuning.hpp"

#include <algorithm>

#include "error.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

// The last ones: the first core serves most interrupts. The pool of a candidate has as many threads as there are cores here.
std::vector<int> worker_cores(const machine& host, int threads) {
  const auto count = (std::min)(host.cores.size(), static_cast<std::size_t>(threads));
  return {host.cores.end() - static_cast<std::ptrdiff_t>(count), host.cores.end()};
}

}  // namespace

tuning::tuning(problem p, run_facts facts, tools with, tuning_options options)
    : problem_(std::move(p)),
      facts_(std::move(facts)),
      with_(with),
      options_(std::move(options)),
      key_(problem_key(facts_)),
      compiling_(problem_, with_.compile, with_.folder, with_.precompiled,
                 static_cast<int>(with_.host.cores.size())),
      child_(problem_, {options_.worker, with_.folder, worker_cores(with_.host, problem_.threads), 60}),
      pace_(with_.host.cores.size(), options_.batch),
      default_seconds_(problem_.timed.size(), 0),
      best_(problem_.timed.size()),
      confirmed_(problem_.timed.size()) {
  default_ = {problem_.default_schedule,
              options_.default_hash != 0 ? options_.default_hash : hash_text(problem_.default_schedule)};
  began_ = monotonic_seconds();
  reserve_ = confirmation_share * options_.budget_seconds;
}

void tuning::run(search_strategy& strategy) {
  run_ = with_.results.begin_run(facts_);
  try {
    if (!prepare(strategy)) {
      with_.results.end_run(run_, "wrong default");
      return;
    }
    search(strategy);
    confirm();
  } catch (const interruption&) {
    // Handled below; the store is between two transactions at any time.
  }
  times_.end(monotonic_seconds());
  if (interrupted())
    for (std::size_t i = 0; i < problem_.timed.size(); ++i)
      if (!confirmed_[i]) write_best_so_far(i);
  with_.results.end_run(run_, interrupted() ? "interrupted" : "done");
  with_.line.clear();
}

double tuning::left() const { return began_ + options_.budget_seconds - reserve_ - monotonic_seconds(); }

// The built-in schedule and the first candidates: compiled together, since one unit alone would leave cores idle.
bool tuning::prepare(search_strategy& strategy) {
  begin(activity::preparing);
  show(true);
  load_known(strategy);
  const std::size_t cores = with_.host.cores.size();
  // With little time every candidate beside the default may be one too many.
  std::vector<candidate> fresh = fresh_ones(strategy, left() > 10 ? 2 * cores - 1 : cores, 0);
  std::vector<candidate> all{default_};
  all.insert(all.end(), fresh.begin(), fresh.end());
  const double started = monotonic_seconds();
  auto made = compile(all, HUGE_VAL);
  if (!check_default(made[0])) return false;
  made.erase(made.begin());
  if (!fresh.empty()) judge(strategy, fresh, made, 0);
  pace_.note(all.size(), monotonic_seconds() - started);
  return true;
}

void tuning::load_known(search_strategy& strategy) {
  for (const stored_candidate& c : with_.results.candidates(key_)) {
    const auto verdict = with_.results.verdict(c.id);
    if (!verdict) continue;
    verdicts_[c.program_hash] = *verdict;
    if (c.program_hash == default_.program_hash) continue;
    for (std::size_t i = 0; i < problem_.timed.size(); ++i) {
      const candidate again{c.schedule, c.program_hash};
      if (verdict->result != outcome_class::ok) {
        strategy.report(again, i, {verdict->result, 0, 0});
        continue;
      }
      const auto seconds = with_.results.samples(c.id, shape_text(i));
      if (seconds.empty()) continue;
      // Against the default as it was measured then: the machine may have been in another mood.
      const auto built_in = with_.results.samples(
          with_.results.candidate(key_, default_.program_hash, default_.schedule), shape_text(i));
      ++counts_.known;
      note_ok(strategy, {again, summarize(seconds), summarize(built_in), {}}, i);
    }
  }
}

// What the strategy proposes and nobody has tried.
std::vector<candidate> tuning::fresh_ones(search_strategy& strategy, std::size_t count, std::size_t focus) {
  std::vector<candidate> fresh;
  for (candidate& c : strategy.propose(count, focus)) {
    if (c.program_hash == default_.program_hash || !seen_.emplace(c.program_hash, focus).second) {
      ++counts_.known;
      continue;
    }
    const auto known = verdicts_.find(c.program_hash);
    if (known != verdicts_.end() && known->second.result != outcome_class::ok) {
      ++counts_.known;
      strategy.report(c, focus, {known->second.result, 0, 0});
      continue;
    }
    fresh.push_back(std::move(c));
  }
  return fresh;
}

std::vector<compiled> tuning::compile(std::span<const candidate> all, double limit_seconds) {
  const double started = monotonic_seconds();
  const file_lock together(with_.where.machine_lock(), file_lock::mode::shared, lock_limit);
  auto made = compiling_.compile(all, limit_seconds);
  last_compile_ = monotonic_seconds() - started;
  return made;
}

void tuning::search(search_strategy& strategy) {
  std::size_t idle = 0, focus = 1 % problem_.timed.size();
  while (idle < problem_.timed.size()) {
    if (interrupted()) throw interruption();
    const std::size_t count = pace_.batch(left());
    if (count == 0) return;
    const double started = monotonic_seconds();
    begin(activity::proposing);
    const std::vector<candidate> fresh = fresh_ones(strategy, count, focus);
    idle = fresh.empty() ? idle + 1 : 0;
    if (!fresh.empty()) {
      begin(activity::compiling);
      show();
      const auto made = compile(fresh, left());
      judge(strategy, fresh, made, focus);
      pace_.note(fresh.size(), monotonic_seconds() - started);
    }
    focus = (focus + 1) % problem_.timed.size();
  }
}

void tuning::begin(activity what) { times_.begin(what, monotonic_seconds()); }

void tuning::show(bool now) {
  const double passed = monotonic_seconds() - began_;
  std::string line = short_name(problem_.kernel) + ", " + to_text(times_.current()) + ": " + to_text(counts_);
  if (counts_.tried() > 0 && passed > 0) line += ", " + decimal(counts_.tried() / passed, 1) + "/s";
  double gain = 0;
  std::size_t where = 0;
  for (std::size_t i = 0; i < best_.size(); ++i)
    if (!best_[i].empty() && 1 / best_[i].front().score() > gain) {
      gain = 1 / best_[i].front().score();
      where = i;
    }
  if (gain > 0)
    line += " | best " + decimal(gain, 2) + " x default at " + shape_text(where) + " (" +
            duration(best_[where].front().own.p10) + ")";
  line += " | " + decimal((std::max)(0., options_.budget_seconds - passed), 0) + " s left";
  with_.line.show(line, now);
}

}  // namespace perfdojo::tuner
