// SPDX-License-Identifier: Apache-2.0
#include "tuner/search/portfolio.hpp"

#include <algorithm>
#include <map>

#include "tuner/error.hpp"

namespace perfdojo::tuner {
namespace {

// How many good schedules per shape are kept as parents.
constexpr std::size_t most_good = 12;
// What costs the compiler more than three of the built-in schedule takes the place of many others and is rarely fast; 80 are some
// 0.4 seconds.
constexpr double heavier = 3, always_light = 80;

class portfolio : public search_strategy {
public:
  portfolio(const ir::program& start, std::vector<steps> seeds, std::vector<std::vector<index_t>> sizes,
            const portfolio_options& o)
      : seeds_(std::move(seeds)), next_seed_(sizes.size(), 0) {
    e_.start = start;
    e_.choices.may_reassociate = o.may_reassociate;
    if (!o.may_parallelize) e_.forbidden.push_back("parallelize");
    e_.random.seed(o.seed);
    e_.good.resize(sizes.size());
    e_.proposed.resize(sizes.size());
    e_.sizes = std::move(sizes);
    // The built-in schedule is the default, measured as such, and the first parent.
    const auto built_in = seeds_.empty() ? std::nullopt : replay(start, seeds_.front());
    e_.heaviest = (std::max)(always_light, heavier * compile_weight(built_in ? *built_in : start));
    if (!seeds_.empty())
      for (auto& good : e_.good) good.push_back({seeds_.front(), 1});
  }

  std::vector<candidate> propose(std::size_t count, std::size_t shape_index) override {
    std::vector<candidate> some;
    const auto take = [&](std::vector<position> positions, std::size_t most) {
      for (position& p : positions) {
        if (some.size() >= count || most == 0) return;
        if (!e_.proposed[shape_index].insert(p.hash).second) continue;
        --most;
        some.push_back({spell_steps(p.schedule), p.hash});
        known_[p.hash] = std::move(p.schedule);
      }
    };
    std::size_t& seed = next_seed_[shape_index];
    while (seed < seeds_.size() && some.size() < count)
      if (auto p = e_.follow(seeds_[seed++])) take({std::move(*p)}, 1);
    const std::size_t rest = count - some.size();
    if (rest == 0) return some;
    take(near_good_ones(e_, shape_index, rest / 2 + 1), rest / 2 + 1);
    take(beam(e_, shape_index, rest / 3 + 1), rest / 3 + 1);
    take(random_walks(e_, rest), rest);
    // Programs with few legal moves run out of chance.
    if (some.size() < count) take(near_good_ones(e_, shape_index, count - some.size()), count);
    return some;
  }

  void report(const candidate& c, std::size_t shape_index, const candidate_result& r) override {
    if (r.result != outcome_class::ok || !(r.seconds > 0) || !(r.default_seconds > 0)) return;
    auto known = known_.find(c.program_hash);
    if (known == known_.end()) {
      // From an earlier run. A schedule that no longer reads belongs to another version.
      try {
        known = known_.emplace(c.program_hash, read_schedule(c.schedule)).first;
      } catch (const environment_error&) {
        return;
      }
    }
    e_.proposed[shape_index].insert(c.program_hash);
    auto& good = e_.good[shape_index];
    const double ratio = r.seconds / r.default_seconds;
    const auto after = std::find_if(good.begin(), good.end(), [&](const auto& x) { return ratio < x.ratio; });
    good.insert(after, {known->second, ratio});
    if (good.size() > most_good) good.pop_back();
  }

private:
  explored e_;
  std::vector<steps> seeds_;
  std::vector<std::size_t> next_seed_;
  std::map<std::uint64_t, steps> known_;
};

}  // namespace

std::unique_ptr<search_strategy> make_portfolio(const ir::program& start, std::vector<steps> seeds,
                                                std::vector<std::vector<index_t>> sizes,
                                                const portfolio_options& options) {
  return std::make_unique<portfolio>(start, std::move(seeds), std::move(sizes), options);
}

}  // namespace perfdojo::tuner
