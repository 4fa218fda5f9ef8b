// SPDX-License-Identifier: Apache-2.0
// What happens to a batch that is compiled: checked, measured, stored, reported. Nothing compiles meanwhile.
#include <algorithm>

#include "error.hpp"
#include "text.hpp"
#include "tuning.hpp"

namespace perfdojo::tuner {
namespace {

// Standings remembered per shape; more than can become finalists.
constexpr std::size_t remembered = 16;
constexpr std::size_t most_reproducers_per_class = 5;
// A candidate that is this much slower than the default at the shape it was proposed for is not measured at the others.
constexpr double promising = 1.15;
// Measuring a batch may take this part of what its compilation took, or this many seconds where that is more; half of it at the shape
// that the batch was proposed for.
constexpr double measuring_share = 0.15, least_measuring = 0.1;

}  // namespace

// Compares the built-in schedule with the reference, and learns how long a call may take.
bool tuning::check_default(const compiled& made) {
  if (!made.code)
    throw environment_error("the built-in schedule of " + problem_.kernel +
                            " does not compile: " + made.error);
  default_code_ = *made.code;
  const file_lock alone(with_.where.machine_lock(), file_lock::mode::exclusive, lock_limit);
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
  for (std::size_t i = 0; i < problem_.timed.size(); ++i) {
    const shape& s = problem_.timed[i];
    const auto timings = child_.time(s, {default_code_}, {0}, quick);
    if (timings[0].result != outcome_class::ok)
      throw environment_error("the built-in schedule of " + problem_.kernel + " at " + to_text(problem_, s) +
                              ": " + timings[0].detail);
    default_seconds_[i] = summarize(timings[0].samples.seconds).median;
  }
  child_.set_limit((std::max)(options_.call_limit_seconds,
                              20 * *std::max_element(default_seconds_.begin(), default_seconds_.end())));
  return true;
}

void tuning::judge(search_strategy& strategy, const std::vector<candidate>& fresh,
                   const std::vector<compiled>& made, std::size_t focus) {
  // Not by another pd-tuner on this machine either.
  const file_lock alone(with_.where.machine_lock(), file_lock::mode::exclusive, lock_limit);
  const field sound = checked_ones(strategy, fresh, made, focus);
  begin(activity::measuring);
  show();
  // Compiling and checking is most of the cost: what is good at one shape is measured at all of them.
  const field good = measure_at(strategy, sound, focus, true);
  for (std::size_t i = 0; i < problem_.timed.size(); ++i) {
    if (i == focus || good.who.size() < 2 || left() <= 0) continue;
    field unknown{{default_}, {default_code_}};
    for (std::size_t c = 1; c < good.who.size(); ++c)
      if (seen_.emplace(good.who[c].program_hash, i).second) {
        unknown.who.push_back(good.who[c]);
        unknown.code.push_back(good.code[c]);
      }
    if (unknown.who.size() > 1) measure_at(strategy, unknown, i, false);
  }
  forget_losers();
}

tuning::field tuning::checked_ones(search_strategy& strategy, const std::vector<candidate>& fresh,
                                   const std::vector<compiled>& made, std::size_t focus) {
  begin(activity::checking);
  show();
  field sound{{default_}, {default_code_}};
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    if (!made[i].code) {
      if (!made[i].error.empty())
        note_failure(strategy, fresh[i], focus, {outcome_class::failed_to_compile, made[i].error, ""});
      continue;
    }
    // Those that hang take their time; what is not checked when the time is over was not tried.
    if (left() <= 0 && sound.who.size() > 1) break;
    const checked verdict = child_.check(*made[i].code);
    show();
    if (verdict.result != outcome_class::ok) {
      note_failure(strategy, fresh[i], focus, {verdict.result, verdict.detail, ""});
      continue;
    }
    sound.who.push_back(fresh[i]);
    sound.code.push_back(*made[i].code);
  }
  return sound;
}

// Measures all at one shape. Returns the default and those that promise something elsewhere.
tuning::field tuning::measure_at(search_strategy& strategy, const field& all, std::size_t shape_index,
                                 bool is_focus) {
  field good{{default_}, {default_code_}};
  if (all.who.size() < 2) return good;
  measure_options how;
  how.seed = options_.seed + seen_.size();
  how.second_rounds = how.final_rounds = 20;
  how.budget_seconds = (std::max)(least_measuring, measuring_share * last_compile_) / 2;
  if (!is_focus) how.budget_seconds /= static_cast<double>(problem_.timed.size() - 1);
  const auto timings = child_.time(problem_.timed[shape_index], all.code, {0}, how);
  const auto id = [&](const candidate& c) {
    return with_.results.candidate(key_, c.program_hash, c.schedule);
  };
  with_.results.put_samples(id(default_), run_, shape_text(shape_index), timings[0].samples.seconds);
  const summary built_in = summarize(timings[0].samples.seconds);
  for (std::size_t i = 1; i < all.who.size(); ++i) {
    const candidate& c = all.who[i];
    if (timings[i].result != outcome_class::ok) {
      if (!is_focus) --counts_.ok;
      note_failure(strategy, c, shape_index, {timings[i].result, timings[i].detail, ""});
      continue;
    }
    const standing s{c, summarize(timings[i].samples.seconds), built_in, all.code[i]};
    if (is_focus) with_.results.put_verdict(id(c), run_, {outcome_class::ok, "", ""});
    with_.results.put_samples(id(c), run_, shape_text(shape_index), timings[i].samples.seconds);
    if (is_focus) ++counts_.ok;
    note_ok(strategy, s, shape_index);
    if (s.score() > promising) continue;
    good.who.push_back(c);
    good.code.push_back(all.code[i]);
  }
  return good;
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
  // Good at one shape and wrong at another is wrong.
  for (auto& list : best_)
    std::erase_if(list, [&](const standing& s) { return s.what.program_hash == c.program_hash; });
  strategy.report(c, focus, {verdict.result, 0, 0});
}

void tuning::note_ok(search_strategy& strategy, const standing& s, std::size_t shape_index) {
  verdicts_[s.what.program_hash] = {};
  seen_.emplace(s.what.program_hash, shape_index);
  auto& list = best_[shape_index];
  if (s.own.samples > 0 && s.built_in.samples > 0) {
    const auto after =
        std::find_if(list.begin(), list.end(), [&](const standing& x) { return s.score() < x.score(); });
    list.insert(after, s);
    if (list.size() > remembered) list.pop_back();
  }
  strategy.report(s.what, shape_index, {outcome_class::ok, s.own.p10, s.built_in.p10});
}

// The code of what may become a finalist stays, so that the confirmation need not compile it again.
void tuning::forget_losers() {
  std::vector<std::string> kept{default_code_.library};
  for (const auto& list : best_)
    for (const standing& s : list)
      if (s.code) kept.push_back(s.code->library);
  compiling_.forget(kept);
}

}  // namespace perfdojo::tuner
