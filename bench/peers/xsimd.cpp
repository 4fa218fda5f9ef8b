// SPDX-License-Identifier: Apache-2.0
// xsimd, compiled in with the flags of the build: the loops over batches that one writes with it. It has no products of matrices.
#include "peer.hpp"

#include <xsimd/xsimd.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace perfdojo::bench {
namespace {

using batch = xsimd::batch<float>;
constexpr size lanes = batch::size;

// The fold of a batch's lanes; 8.1 has no maximum over lanes.
template <class F>
float fold(const batch& v, F f) {
  alignas(batch::arch_type::alignment()) float of[lanes];
  v.store_aligned(of);
  float result = of[0];
  for (size l = 1; l < lanes; ++l) result = f(result, of[l]);
  return result;
}

float maximum(const float* x, size n) {
  batch m(-std::numeric_limits<float>::infinity());
  size j = 0;
  for (; j + lanes <= n; j += lanes) m = xsimd::max(m, batch::load_unaligned(x + j));
  float result = fold(m, [](float a, float b) { return (std::max)(a, b); });
  for (; j < n; ++j) result = (std::max)(result, x[j]);
  return result;
}

// y = exp(x - m); returns the sum.
float exponentials(const float* x, float* y, size n, float m) {
  batch sums(0.f);
  size j = 0;
  for (; j + lanes <= n; j += lanes) {
    const batch e = xsimd::exp(batch::load_unaligned(x + j) - m);
    e.store_unaligned(y + j);
    sums += e;
  }
  float sum = xsimd::hadd(sums);
  for (; j < n; ++j) sum += y[j] = std::exp(x[j] - m);
  return sum;
}

void scale(float* y, size n, float by) {
  size j = 0;
  for (; j + lanes <= n; j += lanes) (batch::load_unaligned(y + j) * by).store_unaligned(y + j);
  for (; j < n; ++j) y[j] *= by;
}

void solve(const softmax_problem& p) {
  for (size row = 0; row < p.rows; ++row) {
    const float* x = p.x + row * p.columns;
    float* y = p.y + row * p.columns;
    scale(y, p.columns, 1 / exponentials(x, y, p.columns, maximum(x, p.columns)));
  }
}

void solve(const scale_shift_relu_problem& p) {
  const batch a(p.a), b(p.b), zero(0.f);
  size i = 0;
  for (; i + lanes <= p.n; i += lanes)
    xsimd::max(xsimd::fma(a, batch::load_unaligned(p.x + i), b), zero).store_unaligned(p.y + i);
  for (; i < p.n; ++i) p.y[i] = (std::max)(p.a * p.x[i] + p.b, 0.f);
}

class xsimd_peer final : public peer {
public:
  std::vector<offer> offers(const problem& p) override {
    offer o;
    o.peer = "xsimd";
    o.version = std::to_string(XSIMD_VERSION_MAJOR) + "." + std::to_string(XSIMD_VERSION_MINOR) + "." +
                std::to_string(XSIMD_VERSION_PATCH);
    o.core = std::string(batch::arch_type::name()) + ", one thread";
    std::visit(
        [&](const auto& q) {
          if constexpr (requires { solve(q); }) o.run = [q] { solve(q); };
        },
        p);
    if (o.run) return {o};
    return {};
  }
};

}  // namespace

std::unique_ptr<peer> make_xsimd(const peer_settings&) { return std::make_unique<xsimd_peer>(); }

}  // namespace perfdojo::bench
