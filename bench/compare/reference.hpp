// SPDX-License-Identifier: Apache-2.0
// What the results must be: computed in double precision, with the error that any order of summation may make.
#pragma once

#include "../peers/problem.hpp"

#include <string>
#include <vector>

namespace perfdojo::bench {

/// Expected values of some rows of the result. |result - value| may be at most `tolerance`, element by element.
struct reference {
  size columns = 0;
  std::vector<size> rows;         // which rows of the result these are
  std::vector<double> value;      // rows.size() * columns
  std::vector<double> tolerance;  // the same
};

/// gemm: tolerance (k + 2) * epsilon * |A| |B|, which holds for sums in any order (Higham, "Accuracy and Stability
/// of Numerical Algorithms", section 3.5). All rows up to 2^31 multiply-adds, beyond that the first, the last and
/// rows at equal distances.
reference make_reference(const gemm_problem<float>& p);
reference make_reference(const gemm_problem<double>& p);
/// Tolerance (columns + 16) * epsilon relative: the sum in any order, and 8 units each for exp and division.
reference make_reference(const softmax_problem& p);
/// Tolerance 2 * epsilon * (|a x| + |b|): one rounding or two.
reference make_reference(const scale_shift_relu_problem& p);
inline reference make_reference(const problem& p) {
  return std::visit([](const auto& q) { return make_reference(q); }, p);
}

/// The first element that is off, as a sentence; empty if none. NaN is off. `result` holds full rows.
template <class T>
std::string first_error(const reference& r, const T* result) {
  for (std::size_t i = 0; i < r.rows.size(); ++i) {
    for (size j = 0; j < r.columns; ++j) {
      const std::size_t at = i * static_cast<std::size_t>(r.columns) + static_cast<std::size_t>(j);
      const double found = result[r.rows[i] * r.columns + j];
      const double difference = found - r.value[at];
      const double error = difference < 0 ? -difference : difference;
      if (!(error <= r.tolerance[at])) {
        return "element (" + std::to_string(r.rows[i]) + ", " + std::to_string(j) + ") is " +
               std::to_string(found) + ", not " + std::to_string(r.value[at]) + " within " +
               std::to_string(r.tolerance[at]);
      }
    }
  }
  return {};
}

}  // namespace perfdojo::bench
