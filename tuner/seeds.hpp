// SPDX-License-Identifier: Apache-2.0
// Where a search starts: the built-in schedule and its relatives.
#pragma once

#include <vector>

#include "game.hpp"

namespace perfdojo::tuner {

/// The built-in schedule of program `start`, then its family with other register tiles and numbers of vectors, and for passes over
/// memory each of them with its results streamed. A few may not be legal for the program.
std::vector<steps> seeds_from(const ir::program& start, const steps& built_in);

}  // namespace perfdojo::tuner
