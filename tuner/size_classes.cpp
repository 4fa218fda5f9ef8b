// SPDX-License-Identifier: Apache-2.0
#include "size_classes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "text.hpp"

namespace perfdojo::tuner {

std::int64_t work_of(const std::string& shape) {
  double work = 1;
  for (const std::string& part : split_text(shape, ',')) {
    std::int64_t value = 0;
    read_integer(std::string_view(part).substr(part.find('=') + 1), value);
    work *= static_cast<double>(value);
  }
  return static_cast<std::int64_t>((std::min)(work, 9e18));
}

std::vector<size_class> size_classes(const tuned_kernel& k) {
  std::vector<best_entry> best = k.best;
  std::stable_sort(best.begin(), best.end(),
                   [](const auto& a, const auto& b) { return work_of(a.shape) < work_of(b.shape); });
  // Of shapes with equal work the first one stands.
  best.erase(std::unique(best.begin(), best.end(),
                         [](const auto& a, const auto& b) { return work_of(a.shape) == work_of(b.shape); }),
             best.end());
  std::vector<size_class> classes;
  for (std::size_t i = 0; i < best.size(); ++i) {
    std::int64_t up_to = std::numeric_limits<std::int64_t>::max();
    if (i + 1 < best.size())
      up_to = static_cast<std::int64_t>(std::sqrt(static_cast<double>(work_of(best[i].shape)) *
                                                  static_cast<double>(work_of(best[i + 1].shape))));
    if (!classes.empty() && classes.back().entry.schedule == best[i].schedule)
      classes.back().up_to = up_to;
    else
      classes.push_back({up_to, best[i]});
  }
  return classes;
}

std::int64_t crossover(const tuned_kernel& small, const tuned_kernel& packed) {
  std::int64_t won = 0, lost = std::numeric_limits<std::int64_t>::max();
  for (const best_entry& a : small.best)
    for (const best_entry& b : packed.best) {
      if (a.shape != b.shape) continue;
      const std::int64_t work = work_of(a.shape);
      if (a.seconds <= b.seconds)
        won = (std::max)(won, work);
      else
        lost = (std::min)(lost, work);
    }
  if (won == 0) return 0;
  // A loss below a win is noise, or a shape of its own: the larger shape decides.
  if (lost <= won || lost == std::numeric_limits<std::int64_t>::max()) return won;
  return static_cast<std::int64_t>(std::sqrt(static_cast<double>(won) * static_cast<double>(lost)));
}

}  // namespace perfdojo::tuner
