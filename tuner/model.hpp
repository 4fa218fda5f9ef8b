// SPDX-License-Identifier: Apache-2.0
// An analytic guess at the cycles that a program takes. It only chooses what is worth compiling.
#pragma once

#include <vector>

#include <perfdojo/ir/program.hpp>
#include <perfdojo/target/facts.hpp>

namespace perfdojo::tuner {

/// Cycles of one call with these sizes (one per symbol of the program), on the core that `facts` describes.
///
/// Per straight block: the busiest of arithmetic, loads and stores, or the latency of its reductions; plus loop overhead.
/// Plus, per cache level, the bytes that do not stay in it, by the footprints of loop bodies (performance.md, section 7).
double guess_cycles(const ir::program& p, const std::vector<index_t>& sizes,
                    const target::facts& facts = target::native_facts);

}  // namespace perfdojo::tuner
