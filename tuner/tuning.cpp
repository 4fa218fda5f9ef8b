// SPDX-License-Identifier: Apache-2.0
#include "tuning.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

// Standings remembered per shape; more than can become finalists.
constexpr std::size_t remembered = 16;
constexpr std::size_t most_reproducers_per_class = 5;

std::vector<int> worker_cores(const machine& host, int threads) {
  // The last core: the first one serves most interrupts.
  if (threads == 1) return {host.cores.back()};
  return host.cores;
}

}  // namespace

tuning::tuning(problem p, run_facts facts, tools with, tuning_options options)
    : problem_(std::move(p)),
      facts_(std::move(facts)),
      with_(with),
      options_(std::move(options)),
      key_(problem_key(facts_)),
      compiling_(problem_, with_.compile, with_.folder,
                 precompile(with_.compile, with_.where, problem_.prologue),
                 static_cast<int>(with_.host.cores.size())),
      child_(problem_, {options_.worker, with_.folder, worker_cores(with_.host, problem_.threads), 60}),
      best_(problem_.timed.size()),
      confirmed_(problem_.timed.size()) {
  default_ = {problem_.default_schedule,
              options_.default_hash != 0 ? options_.default_hash : hash_text(problem_.default_schedule)};
  began_ = monotonic_seconds();
}

void tuning::run(search_strategy& strategy) {
  run_ = with_.results.begin_run(facts_);
  const double reserve = options_.budget_seconds * confirmation_share;
  try {
    show("preparing", true);
    if (!prepare()) {
      with_.results.end_run(run_, "wrong default");
      return;
    }
    load_known(strategy);
    search(strategy, began_ + options_.budget_seconds - reserve);
    confirm();
  } catch (const interruption&) {
    // Handled below; the store is between two transactions at any time.
  }
  if (interrupted())
    for (std::size_t i = 0; i < problem_.timed.size(); ++i)
      if (!confirmed_[i]) write_best_so_far(i);
  with_.results.end_run(run_, interrupted() ? "interrupted" : "done");
  with_.line.clear();
}

// Compiles the built-in schedule, compares it with the reference, and learns how long a call may take.
bool tuning::prepare() {
  const auto made = compiling_.compile(std::span(&default_, 1));
  if (!made[0].code)
    throw environment_error("the built-in schedule of " + problem_.kernel +
                            " does not compile: " + made[0].error);
  default_code_ = *made[0].code;
  const checked first = child_.check(default_code_);
  if (first.result != outcome_class::ok) {
    wrong_default_ = true;
    default_fault_ = std::string(to_text(first.result)) + " " + first.detail;
    keep_reproducer(with_.where.reproducers(), problem_, with_.compile, default_,
                    {first.result, first.detail, ""});
    return false;
  }
  measure_options quick;
  quick.first_rounds = 3;
  quick.second_rounds = quick.final_rounds = 0;
  double slowest = 0;
  for (const shape& s : problem_.timed) {
    const auto timings = child_.time(s, {default_code_}, {0}, quick);
    if (timings[0].result != outcome_class::ok)
      throw environment_error("the built-in schedule of " + problem_.kernel + " at " + to_text(problem_, s) +
                              ": " + timings[0].detail);
    slowest = (std::max)(slowest, summarize(timings[0].samples.seconds).median);
  }
  child_.set_limit((std::max)(options_.call_limit_seconds, 20 * slowest));
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
      seen_.emplace(c.program_hash, i);
      note_ok(strategy, again, i, summarize(seconds), summarize(built_in));
    }
  }
}

void tuning::search(search_strategy& strategy, double until) {
  std::size_t idle = 0, focus = 0, batch = (std::max)(options_.batch / 4, std::size_t{4});
  while (idle < problem_.timed.size() && monotonic_seconds() < until) {
    if (interrupted()) throw interruption();
    const double began = monotonic_seconds();
    std::vector<candidate> fresh;
    for (candidate& c : strategy.propose(batch, focus)) {
      if (!seen_.emplace(c.program_hash, focus).second || c.program_hash == default_.program_hash) {
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
    idle = fresh.empty() ? idle + 1 : 0;
    if (!fresh.empty()) try_batch(strategy, fresh, focus);
    focus = (focus + 1) % problem_.timed.size();
    // No batch should take more than an eighth of what is left, or the budget is overrun.
    const double taken = monotonic_seconds() - began, left = until - monotonic_seconds();
    if (taken > left / 8)
      batch = (std::max)(batch / 2, std::size_t{4});
    else if (taken < left / 16)
      batch = (std::min)(batch * 2, options_.batch);
  }
}

void tuning::try_batch(search_strategy& strategy, const std::vector<candidate>& fresh, std::size_t focus) {
  show("compiling");
  std::vector<compiled> made;
  {
    const file_lock together(with_.where.machine_lock(), file_lock::mode::shared, lock_limit);
    made = compiling_.compile(fresh);
  }
  // Nothing is measured while something compiles, in this process or in another pd-tuner on this machine.
  const file_lock alone(with_.where.machine_lock(), file_lock::mode::exclusive, lock_limit);
  show("checking");
  std::vector<loadable> sound{default_code_};
  std::vector<std::size_t> who{fresh.size()};
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    if (!made[i].code) {
      note_failure(strategy, fresh[i], focus, {outcome_class::failed_to_compile, made[i].error, ""});
      continue;
    }
    const checked verdict = child_.check(*made[i].code);
    show("checking");
    if (verdict.result != outcome_class::ok) {
      note_failure(strategy, fresh[i], focus, {verdict.result, verdict.detail, ""});
      continue;
    }
    sound.push_back(*made[i].code);
    who.push_back(i);
  }
  show("measuring");
  measure_options how;
  how.seed = options_.seed + seen_.size();
  how.budget_seconds = (std::max)(1., options_.budget_seconds / 10);
  how.second_rounds = 20;
  how.final_rounds = 20;
  const auto timings = child_.time(problem_.timed[focus], sound, {0}, how);
  const auto id = [&](const candidate& c) {
    return with_.results.candidate(key_, c.program_hash, c.schedule);
  };
  with_.results.put_samples(id(default_), run_, shape_text(focus), timings[0].samples.seconds);
  const summary built_in = summarize(timings[0].samples.seconds);
  for (std::size_t i = 1; i < sound.size(); ++i) {
    const candidate& c = fresh[who[i]];
    if (timings[i].result != outcome_class::ok) {
      note_failure(strategy, c, focus, {timings[i].result, timings[i].detail, ""});
      continue;
    }
    with_.results.put_verdict(id(c), run_, {outcome_class::ok, "", ""});
    with_.results.put_samples(id(c), run_, shape_text(focus), timings[i].samples.seconds);
    ++counts_.ok;
    note_ok(strategy, c, focus, summarize(timings[i].samples.seconds), built_in);
  }
  compiling_.forget(std::span(&default_code_.library, 1));
  show("searching");
}

void tuning::note_failure(search_strategy& strategy, const candidate& c, std::size_t focus,
                          const stored_verdict& verdict) {
  stored_verdict kept = verdict;
  int& number = verdict.result == outcome_class::wrong     ? counts_.wrong
                : verdict.result == outcome_class::crashed ? counts_.crashed
                : verdict.result == outcome_class::hung    ? counts_.hung
                                                           : counts_.failed_to_compile;
  if (static_cast<std::size_t>(++number) <= most_reproducers_per_class)
    kept.reproducer =
        keep_reproducer(with_.where.reproducers(), problem_, with_.compile, c, verdict).string();
  with_.results.put_verdict(with_.results.candidate(key_, c.program_hash, c.schedule), run_, kept);
  verdicts_[c.program_hash] = kept;
  strategy.report(c, focus, {verdict.result, 0, 0});
}

void tuning::note_ok(search_strategy& strategy, const candidate& c, std::size_t focus, const summary& own,
                     const summary& built_in) {
  verdicts_[c.program_hash] = {};
  auto& list = best_[focus];
  if (own.samples > 0 && built_in.samples > 0) {
    const standing s{c, own, built_in};
    const auto after =
        std::find_if(list.begin(), list.end(), [&](const standing& x) { return s.score() < x.score(); });
    list.insert(after, s);
    if (list.size() > remembered) list.pop_back();
  }
  strategy.report(c, focus, {outcome_class::ok, own.p10, built_in.p10});
}

void tuning::show(const char* doing, bool now) {
  const double passed = monotonic_seconds() - began_;
  std::string line = short_name(problem_.kernel) + ", " + doing + ": " + to_text(counts_);
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
