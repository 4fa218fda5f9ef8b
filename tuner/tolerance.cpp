// SPDX-License-Identifier: Apache-2.0
#include "tolerance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "text.hpp"

namespace perfdojo::tuner {

std::string difference(const std::string& name, const std::vector<double>& got,
                       const std::vector<double>& want, double tolerance) {
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double a = got[i], b = want[i];
    // Otherwise an infinite b would make the tolerance infinite.
    if (std::isnan(b) ? std::isnan(a) : std::isinf(b) && a == b) continue;
    const double error = std::fabs(a - b);
    if (!std::isfinite(b) || !(error <= tolerance * (std::max)(1., std::fabs(b))))
      return name + ", element " + decimal(static_cast<std::int64_t>(i)) + ": " + exact(a) + " instead of " +
             exact(b);
  }
  return {};
}

double tolerance_for(const problem& p, const shape& s) {
  if (p.tolerance > 0) return p.tolerance;
  bool coarse = false, narrow = false, real = false;
  std::int64_t largest = 1;
  for (const operand_facts& o : p.operands) {
    narrow = narrow || o.type == element::f32;
    coarse = coarse || (o.type == element::bf16 && o.use != role::in);
    real = real || ir::is_float(o.type);
    for (const std::string& e : o.extents) largest = (std::max)(largest, extent_of(p, s, e));
  }
  if (!real) return 0;
  if (coarse) return 0x1p-7;  // the distance of neighbours; in sums of f32 other errors are far smaller
  const double eps = narrow ? static_cast<double>(std::numeric_limits<float>::epsilon())
                            : std::numeric_limits<double>::epsilon();
  return eps * static_cast<double>(16 + largest);
}

}  // namespace perfdojo::tuner
