// SPDX-License-Identifier: Apache-2.0
// Eigen, compiled in with the flags of the build. Single-threaded whatever is asked for: it has threads only
// where a whole program is compiled with OpenMP.
#include "peer.hpp"

#include <Eigen/Core>

namespace perfdojo::bench {
namespace {

template <class T>
using matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using const_map = Eigen::Map<const matrix<T>>;
template <class T>
using map = Eigen::Map<matrix<T>>;

template <class T>
void solve(const gemm_problem<T>& p) {
  map<T>(p.c, p.m, p.n).noalias() = const_map<T>(p.a, p.m, p.k) * const_map<T>(p.b, p.k, p.n);
}

void solve(const softmax_problem& p) {
  for (size row = 0; row < p.rows; ++row) {
    const Eigen::Map<const Eigen::ArrayXf> x(p.x + row * p.columns, p.columns);
    Eigen::Map<Eigen::ArrayXf> y(p.y + row * p.columns, p.columns);
    y = (x - x.maxCoeff()).exp();
    y *= 1.f / y.sum();
  }
}

void solve(const scale_shift_relu_problem& p) {
  const Eigen::Map<const Eigen::ArrayXf> x(p.x, p.n);
  Eigen::Map<Eigen::ArrayXf>(p.y, p.n) = (p.a * x + p.b).max(0.f);
}

class eigen final : public peer {
public:
  std::vector<offer> offers(const problem& p) override {
    offer o;
    o.peer = "eigen";
    o.version = std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
                std::to_string(EIGEN_MINOR_VERSION);
    const std::string sets = Eigen::SimdInstructionSetsInUse();  // the widest first
    o.core = sets.substr(0, sets.find(',')) + ", one thread";
    o.run = std::visit([](const auto& q) { return std::function<void()>([q] { solve(q); }); }, p);
    return {o};
  }
};

}  // namespace

std::unique_ptr<peer> make_eigen(const peer_settings&) { return std::make_unique<eigen>(); }

}  // namespace perfdojo::bench
