// SPDX-License-Identifier: Apache-2.0
// Beam search over legal moves with the model's guess as value, and random walks.
#include <algorithm>

#include <perfdojo/ir/hash.hpp>

#include "tuner/model.hpp"
#include "tuner/search/explored.hpp"

namespace perfdojo::tuner {
namespace {

// Arbitrary; a few thousand programs per search, about a tenth of a second.
constexpr std::size_t width = 12, branches = 24, most_depth = 14;

struct valued {
  position at;
  double cycles;
};

double value(explored& e, const ir::program& p, std::size_t shape_index) {
  // A little noise, so that two searches do not walk the same way.
  return guess_cycles(p, e.sizes[shape_index]) * std::uniform_real_distribution<double>(0.9, 1.1)(e.random);
}

}  // namespace

std::vector<position> beam(explored& e, std::size_t shape_index, std::size_t count) {
  std::vector<valued> front, all;
  std::unordered_set<std::uint64_t> seen;
  front.push_back({{{}, e.start, ir::hash(e.start)}, value(e, e.start, shape_index)});
  for (std::size_t depth = 0; depth < most_depth; ++depth) {
    std::vector<valued> next;
    for (const valued& v : front) {
      const auto moves = e.legal(v.at.made);
      for (std::size_t b = 0; b < branches && !moves.empty(); ++b) {
        const auto move = e.pick(moves);
        position p{v.at.schedule, apply(move, v.at.made), 0};
        p.hash = ir::hash(p.made);
        if (!seen.insert(p.hash).second || !e.compiles_soon(p.made) || !has_room(p.made)) continue;
        p.schedule.push_back({move, -1, {}});
        const double cycles = value(e, p.made, shape_index);
        next.push_back({std::move(p), cycles});
      }
    }
    if (next.empty()) break;
    std::stable_sort(next.begin(), next.end(),
                     [](const valued& a, const valued& b) { return a.cycles < b.cycles; });
    // Some that look worse stay: a split is worth nothing until its parts are unrolled.
    front.assign(next.begin(), next.begin() + static_cast<std::ptrdiff_t>((std::min)(width, next.size())));
    for (std::size_t i = 0; i < width / 3 && next.size() > width; ++i)
      front.push_back(next[width + e.below(next.size() - width)]);
    for (std::size_t i = 0; i < (std::min)(width, next.size()); ++i) all.push_back(std::move(next[i]));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const valued& a, const valued& b) { return a.cycles < b.cycles; });
  std::vector<position> best;
  for (valued& v : all)
    if (best.size() < count && !e.proposed[shape_index].contains(v.at.hash)) best.push_back(std::move(v.at));
  return best;
}

std::vector<position> random_walks(explored& e, std::size_t count) {
  std::vector<position> found;
  for (std::size_t attempt = 0; found.size() < count && attempt < 20 * count; ++attempt) {
    position p{{}, e.start, 0};
    for (std::size_t length = 2 + e.below(8); p.schedule.size() < length;) {
      const auto move = has_room(p.made) ? e.draw(p.made) : std::nullopt;
      if (!move) break;
      p.made = apply(*move, p.made);
      p.schedule.push_back({*move, -1, {}});
    }
    p.hash = ir::hash(p.made);
    if (e.compiles_soon(p.made)) found.push_back(std::move(p));
  }
  return found;
}

}  // namespace perfdojo::tuner
