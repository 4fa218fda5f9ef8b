// SPDX-License-Identifier: Apache-2.0
// The end of a tuning: the few best are measured once more, against the default and each other.
#include <algorithm>

#include "emit.hpp"
#include "error.hpp"
#include "text.hpp"
#include "tuning.hpp"

namespace perfdojo::tuner {
namespace {

// Calls of one candidate that a confirmation needs: a check, a calibration, and samples that tell noise from a win.
constexpr double least_calls = 10;

}  // namespace

// What the store calls the best, the best at these shapes, and the best two at the others; the most promising first.
std::vector<candidate> tuning::finalists(const std::vector<std::size_t>& shapes) const {
  std::vector<candidate> all;
  const auto add = [&](const candidate& c) {
    const auto same = [&](const candidate& x) { return x.program_hash == c.program_hash; };
    if (c.program_hash != default_.program_hash && std::none_of(all.begin(), all.end(), same))
      all.push_back(c);
  };
  const auto here = [&](std::size_t i) { return std::find(shapes.begin(), shapes.end(), i) != shapes.end(); };
  for (const best_entry& e : with_.results.best(key_))
    for (const std::size_t i : shapes)
      if (e.shape == shape_text(i)) add({e.schedule, e.program_hash});
  const auto add_ranks = [&](std::size_t from, std::size_t to, bool wanted) {
    for (std::size_t rank = from; rank < to; ++rank)
      for (std::size_t i = 0; i < best_.size(); ++i)
        if (rank < best_[i].size() && here(i) == wanted) add(best_[i][rank].what);
  };
  add_ranks(0, 3, true);
  add_ranks(0, 2, false);
  add_ranks(3, 5, true);
  return all;
}

// Those that are compiled, or can be in a part of the time that is left, after the default.
tuning::field tuning::with_code(const std::vector<candidate>& all) {
  field result{{default_}, {default_code_}};
  std::vector<candidate> missing;
  for (const candidate& c : all) {
    const standing* found = nullptr;
    for (const auto& list : best_)
      for (const standing& s : list)
        if (s.what.program_hash == c.program_hash && s.code) found = &s;
    if (found != nullptr) {
      result.who.push_back(c);
      result.code.push_back(*found->code);
    } else {
      missing.push_back(c);
    }
  }
  if (missing.empty()) return result;
  const double rest = began_ + options_.budget_seconds - monotonic_seconds();
  const auto made = compile(missing, (std::max)(1., rest / 2));
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (!made[i].code) continue;
    result.who.push_back(missing[i]);
    result.code.push_back(*made[i].code);
  }
  return result;
}

void tuning::confirm() {
  begin(activity::confirming);
  show(true);
  // Shapes of equal work are served by one entry of the header.
  std::map<std::int64_t, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < problem_.timed.size(); ++i) groups[work_of(shape_text(i))].push_back(i);
  std::vector<std::size_t> everywhere;
  for (std::size_t i = 0; i < problem_.timed.size(); ++i) everywhere.push_back(i);
  const field code = with_code(finalists(everywhere));

  std::size_t to_do = groups.size();
  for (const auto& [work, shapes] : groups) {
    if (interrupted()) throw interruption();
    const double rest = began_ + options_.budget_seconds - monotonic_seconds();
    const double seconds = (std::max)(0.2, rest / static_cast<double>(to_do--));
    double per_candidate = 0;
    for (const std::size_t i : shapes) per_candidate += least_calls * default_seconds_[i];
    // As many as can be measured well; the best at these shapes come first.
    const auto most = static_cast<std::size_t>(std::clamp(seconds / (per_candidate + 1e-9), 2., 64.));
    field some{{default_}, {default_code_}};
    for (const candidate& c : finalists(shapes))
      for (std::size_t k = 1; k < code.who.size(); ++k)
        if (code.who[k].program_hash == c.program_hash && some.who.size() < most + 1) {
          some.who.push_back(c);
          some.code.push_back(code.code[k]);
        }
    confirm_group(shapes, some, seconds);
    for (const std::size_t i : shapes) confirmed_[i] = true;
    show();
  }
}

void tuning::confirm_group(const std::vector<std::size_t>& shapes, const field& all, double seconds) {
  const file_lock alone(with_.where.machine_lock(), file_lock::mode::exclusive, lock_limit);
  measure_options how;
  how.first_rounds = 20;
  how.second_rounds = 40;
  how.final_rounds = 140;
  how.finalists = 3;
  // Nothing to compare: the default's time is only noted.
  if (all.code.size() == 1) how.second_rounds = how.final_rounds = 0;
  how.budget_seconds = seconds / static_cast<double>(shapes.size());
  contest sums(all.who.size());
  for (const std::size_t i : shapes) {
    how.seed = options_.seed + 1'000'003 * (i + 1);
    const auto timings = child_.time(problem_.timed[i], all.code, {0, all.code.size() > 1 ? 1 : 0}, how);
    if (interrupted()) throw interruption();
    std::vector<summary> here;
    for (std::size_t c = 0; c < all.who.size(); ++c) {
      const bool ok = timings[c].result == outcome_class::ok && !timings[c].samples.seconds.empty();
      here.push_back(ok ? summarize(timings[c].samples.seconds) : summary{});
      if (ok)
        with_.results.put_samples(with_.results.candidate(key_, all.who[c].program_hash, all.who[c].schedule),
                                  run_, shape_text(i), timings[c].samples.seconds);
    }
    sums.add(here);
  }
  // Who wins with warm caches must not lose more with cold ones: operands of real programs are often in none.
  std::size_t winner = sums.winner();
  while (winner != 0 && loses_cold(shapes, all, winner, sums, how.budget_seconds / 4)) {
    sums.exclude(winner);
    winner = sums.winner();
  }
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    // The best of an earlier run that could not be measured again stays, unless something beats the default.
    if (winner == 0)
      for (const best_entry& e : with_.results.best(key_))
        if (e.shape == shape_text(shapes[k]) &&
            std::none_of(all.who.begin(), all.who.end(),
                         [&](const candidate& c) { return c.program_hash == e.program_hash; }))
          return;
    put_best(shapes[k], all.who[winner], sums.at(k, winner), sums.at(k, 0));
  }
}

// Is the default faster at any of the shapes when the operands are in no cache, beyond the noise and by more than the candidate gains
// when they are?
bool tuning::loses_cold(const std::vector<std::size_t>& shapes, const field& all, std::size_t challenger,
                        const contest& warm, double seconds) {
  measure_options how;
  how.cold = true;
  how.first_rounds = 20;
  how.second_rounds = how.final_rounds = 0;
  how.budget_seconds = seconds;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const std::string text = shape_text(shapes[k]) + cold_mark;
    const auto timings =
        child_.time(problem_.timed[shapes[k]], {all.code[0], all.code[challenger]}, {0, 1}, how);
    if (timings[1].result != outcome_class::ok) return true;
    for (const std::size_t c : {std::size_t{0}, challenger}) {
      const timed& t = timings[c == 0 ? 0 : 1];
      with_.results.put_samples(with_.results.candidate(key_, all.who[c].program_hash, all.who[c].schedule),
                                run_, text, t.samples.seconds);
    }
    const summary built_in = summarize(timings[0].samples.seconds),
                  own = summarize(timings[1].samples.seconds);
    const double gained = warm.at(k, 0).p10 / warm.at(k, challenger).p10;
    if (beats(built_in, own) && own.p10 > gained * built_in.p10) return true;
  }
  return false;
}

// After an interrupt there is no time to confirm; what beat the default while searching is the best so far. A best of an
// earlier run stays, since that was confirmed.
void tuning::write_best_so_far(std::size_t shape_index) {
  for (const best_entry& e : with_.results.best(key_))
    if (e.shape == shape_text(shape_index)) return;
  for (const standing& s : best_[shape_index]) {
    if (!beats(s.own, s.built_in)) continue;
    put_best(shape_index, s.what, s.own, s.built_in);
    return;
  }
}

void tuning::put_best(std::size_t shape_index, const candidate& c, const summary& own,
                      const summary& built_in) {
  with_.results.put_best(key_, {shape_text(shape_index), c.schedule, c.program_hash, own.p10, own.spread(),
                                built_in.p10, built_in.spread(), now_utc(), facts_.command});
}

}  // namespace perfdojo::tuner
