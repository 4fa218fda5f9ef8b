// SPDX-License-Identifier: Apache-2.0
#include "iteration_counts.hpp"

#include <algorithm>
#include <cmath>

namespace perfdojo::tuner {

iteration_counts::iteration_counts(const ir::program& p, const std::vector<index_t>& sizes) {
  trips_.assign(static_cast<std::size_t>(p.nodes.size()), 1);
  positions_ = trips_;
  const auto size_of = [&](int symbol) {
    const ir::symbol& s = p.symbols[symbol];
    return static_cast<double>(s.value >= 0 ? s.value : sizes.at(static_cast<std::size_t>(symbol)));
  };
  // Parents precede children in a canonical program.
  for (int i = 0; i < p.nodes.size(); ++i) {
    const auto n = static_cast<ir::node_id>(i);
    if (!p.nodes[n].is_scope) continue;
    const ir::extent& e = p.nodes[n].trips;
    double t = static_cast<double>(e.cap);
    if (e.count_of != ir::none) t = (std::min)(t, trips(e.count_of));
    if (e.has_bound() && !e.is_otherwise()) {
      double rest = size_of(e.symbol) / static_cast<double>(e.step);
      for (const ir::term& outer : e.origin.terms) rest /= (std::max)(trips(outer.scope), 1.);
      t = (std::min)(t, (std::max)(rest, static_cast<double>(e.lower)));
      // A scope of its own kind of granularity: whole iterations, unless it shares the size with outer ones.
      if (e.origin.is_constant()) t = std::ceil(t);
    }
    trips_[static_cast<std::size_t>(n)] = t;
    positions_[static_cast<std::size_t>(n)] = is_straight(p, n) ? static_cast<double>(e.cap) : t;
  }
}

}  // namespace perfdojo::tuner
