// SPDX-License-Identifier: Apache-2.0
#include "reference.hpp"

#include <cmath>
#include <limits>

namespace perfdojo::bench {
namespace {

/// `count` rows of `rows` at equal distances, the first and the last among them.
std::vector<size> spread_rows(size rows, size count) {
  std::vector<size> chosen;
  for (size i = 0; i < count; ++i) chosen.push_back(count == 1 ? 0 : i * (rows - 1) / (count - 1));
  return chosen;
}

template <class T>
reference gemm_reference(const gemm_problem<T>& p) {
  constexpr size most = size{1} << 31;
  const size per_row = p.n * p.k;
  const size rows = per_row >= most / 2 ? 2 : most / per_row;
  reference r;
  r.columns = p.n;
  r.rows = spread_rows(p.m, rows < p.m ? rows : p.m);
  r.value.assign(r.rows.size() * static_cast<std::size_t>(p.n), 0);
  r.tolerance.assign(r.value.size(), 0);
  const double epsilon = std::numeric_limits<T>::epsilon();
  for (std::size_t i = 0; i < r.rows.size(); ++i) {
    double* value = r.value.data() + i * static_cast<std::size_t>(p.n);
    double* bound = r.tolerance.data() + i * static_cast<std::size_t>(p.n);
    for (size l = 0; l < p.k; ++l) {
      const double a = p.a[r.rows[i] * p.k + l];
      const T* b = p.b + l * p.n;
      for (size j = 0; j < p.n; ++j) {
        const double product = a * static_cast<double>(b[j]);
        value[j] += product;
        bound[j] += std::fabs(product);
      }
    }
    for (size j = 0; j < p.n; ++j) {
      bound[j] = static_cast<double>(p.k + 2) * epsilon * bound[j] + std::numeric_limits<T>::min();
    }
  }
  return r;
}

}  // namespace

reference make_reference(const gemm_problem<float>& p) { return gemm_reference(p); }
reference make_reference(const gemm_problem<double>& p) { return gemm_reference(p); }

reference make_reference(const softmax_problem& p) {
  reference r;
  r.columns = p.columns;
  const double epsilon = std::numeric_limits<float>::epsilon();
  for (size row = 0; row < p.rows; ++row) {
    r.rows.push_back(row);
    const float* x = p.x + row * p.columns;
    double maximum = -INFINITY;
    for (size j = 0; j < p.columns; ++j) maximum = std::fmax(maximum, x[j]);
    double sum = 0;
    for (size j = 0; j < p.columns; ++j) sum += std::exp(x[j] - maximum);
    for (size j = 0; j < p.columns; ++j) {
      const double value = std::exp(x[j] - maximum) / sum;
      r.value.push_back(value);
      r.tolerance.push_back(static_cast<double>(p.columns + 16) * epsilon * value +
                            std::numeric_limits<float>::min());
    }
  }
  return r;
}

reference make_reference(const scale_shift_relu_problem& p) {
  reference r;
  r.columns = p.n;
  r.rows = {0};
  const double epsilon = std::numeric_limits<float>::epsilon();
  for (size i = 0; i < p.n; ++i) {
    const double scaled = static_cast<double>(p.a) * static_cast<double>(p.x[i]);
    const double value = scaled + static_cast<double>(p.b);
    r.value.push_back(value > 0 ? value : 0);
    r.tolerance.push_back(2 * epsilon * (std::fabs(scaled) + std::fabs(static_cast<double>(p.b))));
  }
  return r;
}

}  // namespace perfdojo::bench
