// SPDX-License-Identifier: Apache-2.0
// The part of the cost model that is about caches.
#pragma once

#include <perfdojo/target/facts.hpp>

#include "iteration_counts.hpp"

namespace perfdojo::tuner {

/// Cycles of one call for the bytes that do not stay in a cache, by the footprints of loop bodies (performance.md, section 7): each access is
/// fetched once per run of the outermost body that fits.
double traffic_cycles(const ir::program& p, const iteration_counts& counts, const target::facts& facts);

}  // namespace perfdojo::tuner
