// SPDX-License-Identifier: Apache-2.0
// Local search: one small change to a schedule that is already good.
#include <algorithm>

#include <perfdojo/schedule/catalogue.hpp>

#include "tuner/search/explored.hpp"

namespace perfdojo::tuner {
namespace {

// Parents: mostly the best, sometimes others.
constexpr std::size_t most_parents = 6;

// Another value for a numeric parameter: mostly a neighbour of the old one.
index_t changed(explored& e, domain d, index_t old) {
  if (d == domain::tail) return static_cast<index_t>(e.below(5));
  if (d == domain::place) return static_cast<index_t>(1 + e.below(3));
  if (d == domain::instruction) return static_cast<index_t>(e.below(instruction_count));
  if (d == domain::sharing || d == domain::where) return static_cast<index_t>(e.below(2));
  if (d != domain::factor)
    return static_cast<index_t>(e.below(static_cast<std::size_t>(e.choices.largest_number) + 1));
  switch (e.below(6)) {
    case 0:
      return old * 2;
    case 1:
      return (std::max)(old / 2, index_t{2});
    case 2:
      return old + 1;
    case 3:
      return (std::max)(old - 1, index_t{2});
    case 4:
      return old + old / 2;
    default:
      return e.choices.factors[e.below(e.choices.factors.size())];
  }
}

void change_move(explored& e, steps& all, step& one) {
  const auto& kind = move_kinds[static_cast<std::size_t>(one.move.kind)];
  std::vector<int> numeric;
  for (int i = 0; i < kind.domains.size(); ++i)
    if (kind.domains[i] != domain::scope && kind.domains[i] != domain::buffer &&
        kind.domains[i] != domain::new_name && kind.domains[i] != domain::scope_or_top &&
        kind.domains[i] != domain::around)
      numeric.push_back(i);
  if (numeric.empty()) return;
  const int at = numeric[e.below(numeric.size())];
  const domain d = kind.domains[at];
  const index_t old = one.move.values[at].number, fresh = changed(e, d, old);
  one.move.values[at].number = fresh;
  // The same factor often stands for one thing in several moves (the rows of a tile, the depth of a panel): half of the
  // time all of them change together.
  if (d != domain::factor || e.chance(0.5)) return;
  for (step& other : all) {
    if (other.family >= 0) continue;
    const auto& k = move_kinds[static_cast<std::size_t>(other.move.kind)];
    for (int i = 0; i < k.domains.size(); ++i)
      if (k.domains[i] == domain::factor && other.move.values[i].number == old)
        other.move.values[i].number = fresh;
  }
}

void change_parameter(explored& e, steps& all) {
  if (all.empty()) return;
  step& one = all[e.below(all.size())];
  if (one.family < 0) return change_move(e, all, one);
  index_t& value = one.values[e.below(one.values.size())];
  value = (std::max)(changed(e, domain::factor, value), index_t{1});
}

// A composed step becomes its moves, which then change one by one.
void dissolve(explored& e, steps& all) {
  std::vector<std::size_t> composed;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].family >= 0) composed.push_back(i);
  if (composed.empty()) return;
  const auto at = static_cast<std::ptrdiff_t>(composed[e.below(composed.size())]);
  const auto moves = moves_of_step(all[static_cast<std::size_t>(at)]);
  all.erase(all.begin() + at);
  for (std::size_t i = 0; i < moves.size(); ++i)
    all.insert(all.begin() + at + static_cast<std::ptrdiff_t>(i), step{moves[i], -1, {}});
}

void add_move(explored& e, steps& all) {
  // Late in the list, where the shape of the program is settled; the moves after it may fail and the mutant with them.
  const std::size_t at = e.chance(0.7) ? all.size() : e.below(all.size() + 1);
  const auto before = replay(e.start, steps(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at)));
  if (!before || !has_room(*before)) return;
  if (const auto move = e.draw(*before))
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), step{*move, -1, {}});
}

// The beginning of one, the end of another.
void cross(explored& e, steps& all, const steps& other) {
  const std::size_t cut = e.below((std::min)(all.size(), other.size()) + 1);
  all.resize(cut);
  all.insert(all.end(), other.begin() + static_cast<std::ptrdiff_t>(cut), other.end());
}

steps mutant(explored& e, std::size_t shape_index) {
  const auto& good = e.good[shape_index];
  steps all = good[(std::min)(e.below(most_parents), e.below(good.size()))].schedule;
  for (int changes = 0; changes == 0 || e.chance(0.35); ++changes) {
    const double dice = std::uniform_real_distribution<double>(0, 1)(e.random);
    if (dice < 0.7)
      change_parameter(e, all);
    else if (dice < 0.78)
      dissolve(e, all);
    else if (dice < 0.86 && all.size() > 1)
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(e.below(all.size())));
    else if (dice < 0.93 && good.size() > 1)
      cross(e, all, good[e.below(good.size())].schedule);
    else
      add_move(e, all);
  }
  return all;
}

}  // namespace

std::vector<position> near_good_ones(explored& e, std::size_t shape_index, std::size_t count) {
  std::vector<position> found;
  if (e.good[shape_index].empty()) return found;
  std::unordered_set<std::uint64_t> seen;
  // Most mutants are not legal; each costs microseconds.
  for (std::size_t attempt = 0; found.size() < count && attempt < 200 * count; ++attempt) {
    auto p = e.follow(mutant(e, shape_index));
    if (p && !e.proposed[shape_index].contains(p->hash) && seen.insert(p->hash).second)
      found.push_back(std::move(*p));
  }
  return found;
}

}  // namespace perfdojo::tuner
