// SPDX-License-Identifier: Apache-2.0
// The end of a tuning: the few best are measured once more, against the default and each other.
#include <algorithm>

#include "error.hpp"
#include "text.hpp"
#include "tuning.hpp"

namespace perfdojo::tuner {

// The best at this shape, the best two at the others, and what the store calls the best.
std::vector<candidate> tuning::finalists(std::size_t shape_index) const {
  std::vector<candidate> all;
  const auto add = [&](const candidate& c) {
    const auto same = [&](const candidate& x) { return x.program_hash == c.program_hash; };
    if (c.program_hash != default_.program_hash && std::none_of(all.begin(), all.end(), same))
      all.push_back(c);
  };
  for (const best_entry& e : with_.results.best(key_))
    if (e.shape == shape_text(shape_index)) add({e.schedule, e.program_hash});
  for (std::size_t i = 0; i < best_.size(); ++i)
    for (std::size_t rank = 0; rank < best_[i].size() && rank < (i == shape_index ? 5 : 2); ++rank)
      add(best_[i][rank].what);
  return all;
}

void tuning::confirm() {
  for (std::size_t i = 0; i < problem_.timed.size(); ++i) {
    if (interrupted()) throw interruption();
    confirm_shape(i, compiling_);
    confirmed_[i] = true;
  }
}

void tuning::confirm_shape(std::size_t shape_index, batch_compiler& compiling) {
  show("confirming", true);
  const std::vector<candidate> all = finalists(shape_index);
  std::vector<loadable> code{default_code_};
  std::vector<candidate> who{default_};
  {
    const file_lock together(with_.where.machine_lock(), file_lock::mode::shared, lock_limit);
    const auto made = compiling.compile(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!made[i].code) continue;
      code.push_back(*made[i].code);
      who.push_back(all[i]);
    }
  }
  const file_lock alone(with_.where.machine_lock(), file_lock::mode::exclusive, lock_limit);
  measure_options how;
  how.seed = options_.seed + 1'000'003 * (shape_index + 1);
  how.first_rounds = 20;
  how.second_rounds = 40;
  how.final_rounds = 140;
  how.finalists = 3;
  // Nothing to compare: the default's time is only noted.
  if (code.size() == 1) how.second_rounds = how.final_rounds = 0;
  how.budget_seconds = (std::max)(
      1., options_.budget_seconds * confirmation_share / static_cast<double>(problem_.timed.size()));
  const auto timings =
      child_.time(problem_.timed[shape_index], code, {0, static_cast<int>(code.size()) > 1 ? 1 : 0}, how);
  if (interrupted()) throw interruption();
  compiling.forget(std::span(&default_code_.library, 1));

  std::vector<series> measured;
  for (const timed& t : timings) measured.push_back(t.result == outcome_class::ok ? t.samples : series{});
  for (std::size_t i = 0; i < who.size(); ++i)
    if (!measured[i].seconds.empty())
      with_.results.put_samples(with_.results.candidate(key_, who[i].program_hash, who[i].schedule), run_,
                                shape_text(shape_index), measured[i].seconds);
  const auto sum = [&](std::size_t i) { return summarize(measured[i].seconds); };
  // The default stands unless something beats it beyond the noise, and so does the best of an earlier run.
  std::size_t winner = 0;
  for (const std::size_t champion : {std::size_t{1}, static_cast<std::size_t>(ranking(measured).front())})
    if (champion < who.size() && beats(sum(champion), sum(winner))) winner = champion;
  put_best(shape_index, who[winner], sum(winner), sum(0));
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
