// SPDX-License-Identifier: Apache-2.0
// What counts as the same result.
#pragma once

#include <string>
#include <vector>

#include "problem.hpp"

namespace perfdojo::tuner {

/// Compares with !(error <= tolerance), so that NaN fails. Infinities and NaN must be the same in both.
/// Empty if equal, else the first difference in words.
std::string difference(const std::string& name, const std::vector<double>& got,
                       const std::vector<double>& want, double tolerance);

/// A bound on what a different order of summation may change: eps * (16 + the largest extent), for data in [-1, 1].
double tolerance_for(const problem& p, const shape& s);

}  // namespace perfdojo::tuner
