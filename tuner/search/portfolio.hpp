// SPDX-License-Identifier: Apache-2.0
// The search of pd-tuner: takes turns between changing what is good, a beam guided by the model, and chance.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tuner/game.hpp"
#include "tuner/search.hpp"
#include "tuner/search/explored.hpp"

namespace perfdojo::tuner {

struct portfolio_options {
  std::uint64_t seed = 1;
  bool may_reassociate = true;
  bool may_parallelize = false;
};

/// `seeds` are schedules to start from: the built-in one first, then families of others. `sizes` are the timed shapes, in
/// the order of the program's symbols.
std::unique_ptr<search_strategy> make_portfolio(const ir::program& start, std::vector<steps> seeds,
                                                std::vector<std::vector<index_t>> sizes,
                                                const portfolio_options& options);

}  // namespace perfdojo::tuner
