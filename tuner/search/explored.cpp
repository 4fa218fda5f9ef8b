// SPDX-License-Identifier: Apache-2.0
#include "tuner/search/explored.hpp"

#include <algorithm>

#include <perfdojo/ir/hash.hpp>
#include <perfdojo/schedule/catalogue.hpp>

namespace perfdojo::tuner {

std::vector<move_record> explored::legal(const ir::program& p) const {
  auto all = legal_moves(p, choices);
  std::erase_if(all, [&](const move_record& m) {
    const auto name = move_kinds[static_cast<std::size_t>(m.kind)].name;
    return std::find(forbidden.begin(), forbidden.end(), name) != forbidden.end();
  });
  return all;
}

std::optional<move_record> explored::draw(const ir::program& p) {
  const auto all = legal(p);
  if (all.empty()) return std::nullopt;
  return pick(all);
}

move_record explored::pick(const std::vector<move_record>& all) {
  std::vector<int> kinds;
  for (const move_record& m : all)
    if (kinds.empty() || kinds.back() != m.kind) kinds.push_back(m.kind);
  const int kind = kinds[below(kinds.size())];
  const auto first =
      std::find_if(all.begin(), all.end(), [&](const move_record& m) { return m.kind == kind; });
  const auto last = std::find_if(first, all.end(), [&](const move_record& m) { return m.kind != kind; });
  return *(first + static_cast<std::ptrdiff_t>(below(static_cast<std::size_t>(last - first))));
}

std::optional<position> explored::follow(const steps& schedule) const {
  auto made = replay(start, schedule);
  if (!made || !compiles_soon(*made)) return std::nullopt;
  const std::uint64_t hash = ir::hash(*made);
  return position{schedule, *made, hash};
}

}  // namespace perfdojo::tuner
