// SPDX-License-Identifier: Apache-2.0
// The loops that a careful programmer writes first. Compiled with -O3 -march=native, without -ffast-math.
#include "peer.hpp"

#include <cmath>

namespace perfdojo::bench {
namespace {

// i, k, j: the inner loop runs along rows of B and C, so that compilers vectorise it.
template <class T>
void solve(const gemm_problem<T>& p) {
  for (size i = 0; i < p.m; ++i) {
    for (size j = 0; j < p.n; ++j) p.c[i * p.n + j] = 0;
    for (size l = 0; l < p.k; ++l) {
      const T a = p.a[i * p.k + l];
      for (size j = 0; j < p.n; ++j) p.c[i * p.n + j] += a * p.b[l * p.n + j];
    }
  }
}

void solve(const softmax_problem& p) {
  for (size row = 0; row < p.rows; ++row) {
    const float* x = p.x + row * p.columns;
    float* y = p.y + row * p.columns;
    float maximum = -INFINITY;
    for (size j = 0; j < p.columns; ++j) maximum = x[j] > maximum ? x[j] : maximum;
    float sum = 0;
    for (size j = 0; j < p.columns; ++j) {
      y[j] = std::exp(x[j] - maximum);
      sum += y[j];
    }
    for (size j = 0; j < p.columns; ++j) y[j] /= sum;
  }
}

void solve(const scale_shift_relu_problem& p) {
  for (size i = 0; i < p.n; ++i) {
    const float value = p.a * p.x[i] + p.b;
    p.y[i] = value > 0 ? value : 0;
  }
}

class naive final : public peer {
public:
  std::vector<offer> offers(const problem& p) override {
    offer o;
    o.peer = "naive";
    o.version = __VERSION__;
    o.core = "loops at -O3, one thread";
    o.run = std::visit([](const auto& q) { return std::function<void()>([q] { solve(q); }); }, p);
    return {o};
  }
};

}  // namespace

std::unique_ptr<peer> make_naive(const peer_settings&) { return std::make_unique<naive>(); }

}  // namespace perfdojo::bench
