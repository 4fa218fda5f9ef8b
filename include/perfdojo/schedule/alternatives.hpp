// SPDX-License-Identifier: Apache-2.0
// alternatives: what would be legal instead of a move that was refused.
#pragma once

#include <perfdojo/schedule/legal_moves.hpp>
#include <perfdojo/schedule/spell.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace perfdojo {

namespace detail {

// Values of parameter `at` that make the move legal; of numbers the six that are nearest to the refused one.
inline std::vector<parameter> legal_values(const ir::program& p, const move_record& move, int at,
                                           const std::vector<parameter>& candidates) {
  std::vector<parameter> legal;
  for (const parameter& v : candidates) {
    move_record other = move;
    other.values[at] = v;
    if (!(v == move.values[at]) && check(other, p).ok()) legal.push_back(v);
  }
  constexpr std::size_t most = 6;
  const auto distance = [&](const parameter& v) { return magnitude(v.number - move.values[at].number); };
  while (legal.size() > most) {
    std::size_t farthest = 0;
    for (std::size_t i = 0; i < legal.size(); ++i)
      if (distance(legal[i]) >= distance(legal[farthest])) farthest = i;
    legal.erase(legal.begin() + static_cast<std::ptrdiff_t>(farthest));
  }
  return legal;
}

// split<"i", 2|3|5>: the move with several values for one parameter.
inline std::string spell_values(const move_record& move, int at, const std::vector<parameter>& values) {
  const move_kind& kind = move_kinds[static_cast<std::size_t>(move.kind)];
  move_record first = move;
  first.values[at] = values.front();
  if (values.size() == 1) return spell(first);
  std::string text(kind.name);
  const int count = larger(spelled_count(first), at + 1);
  for (int i = 0; i < count; ++i) {
    text += i == 0 ? "<" : ", ";
    if (i != at) {
      spell_to(text, kind.domains[i], move.values[i]);
      continue;
    }
    for (const parameter& v : values) {
      spell_to(text, kind.domains[i], v);
      if (!(v == values.back())) text += "|";
    }
  }
  return text + ">";
}

}  // namespace detail

/// Up to five moves, spelled, that differ from `move` in one parameter and are legal; values of one parameter share an entry.
/// Failing that, the first legal moves of the same kind.
inline std::vector<std::string> alternatives(const ir::program& p, const move_record& move) {
  constexpr std::size_t most = 5;
  const move_kind& kind = move_kinds[static_cast<std::size_t>(move.kind)];
  move_choices choices;
  constexpr index_t every_factor_up_to = 64;  // divisors of small extents among them
  for (index_t f = 2; f <= every_factor_up_to; ++f) choices.factors.push_back(f);
  std::sort(choices.factors.begin(), choices.factors.end());
  choices.factors.erase(std::unique(choices.factors.begin(), choices.factors.end()), choices.factors.end());
  const detail::parameter_values values(p, choices);
  std::vector<std::string> found;
  const auto try_parameters = [&](bool names) {
    for (int i = 0; i < kind.domains.size() && found.size() < most; ++i) {
      const bool is_name = kind.domains[i] == domain::scope || kind.domains[i] == domain::buffer;
      if (is_name != names) continue;
      const auto legal = detail::legal_values(p, move, i, values.of(kind.domains[i]));
      if (legal.empty()) continue;
      const domain d = kind.domains[i];
      const bool is_number = d == domain::factor || d == domain::number || d == domain::distance;
      if (is_number || is_name) {
        found.push_back(detail::spell_values(move, i, legal));
        continue;
      }
      for (std::size_t v = 0; v < legal.size() && found.size() < most; ++v)
        found.push_back(detail::spell_values(move, i, {legal[v]}));
    }
  };
  try_parameters(false);
  try_parameters(true);
  if (!found.empty()) return found;
  for (const move_record& m : legal_moves(p)) {
    if (m.kind == move.kind && found.size() < most) found.push_back(spell(m));
  }
  return found;
}

}  // namespace perfdojo
