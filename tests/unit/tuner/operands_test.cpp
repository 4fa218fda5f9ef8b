// SPDX-License-Identifier: Apache-2.0
#include "tuner/operands.hpp"

#include <cmath>
#include <limits>

#include "tuner/tolerance.hpp"

#include <doctest/doctest.h>

using namespace perfdojo::tuner;

namespace {

problem gemm_like() {
  problem p;
  p.kernel = "toy";
  p.sizes = {"M", "N"};
  p.operands = {{"A", element::f32, role::in, {"M", "N"}},
                {"C", element::f32, role::out, {"M", "N"}},
                {"D", element::f64, role::inout, {"N"}},
                {"s", element::i32, role::in, {}}};
  return p;
}
constexpr layout layouts[] = {layout::dense_before_guard, layout::padded_after_guard, layout::timing};

}  // namespace

TEST_CASE("operands: data are the same in every layout, in [-1, 1], and far from subnormal (H14)") {
  const problem p = gemm_like();
  const operand_set first(p, {5, 67}, layout::timing);
  for (const layout how : layouts) {
    const operand_set other(p, {5, 67}, how);
    for (std::size_t o : {0, 2, 3}) CHECK(other.elements(o) == first.elements(o));
  }
  bool negative = false, positive = false;
  for (const double x : first.elements(0)) {
    CHECK(std::fabs(x) <= 1);
    CHECK(std::fabs(x) >= std::ldexp(1., -20));
    negative |= x < 0;
    positive |= x > 0;
  }
  CHECK((negative && positive));
}

TEST_CASE("operands: outputs start as NaN, and nothing has been trespassed on") {
  for (const layout how : layouts) {
    const operand_set set(gemm_like(), {3, 4}, how);
    for (const double x : set.elements(1)) CHECK(std::isnan(x));
    CHECK(set.trespass() == "");
  }
}

TEST_CASE("operands: any write to an input, to padding or around an output is seen") {
  const problem p = gemm_like();
  operand_set set(p, {3, 4}, layout::padded_after_guard);
  auto* a = static_cast<float*>(set.views()[0].data);
  auto* c = static_cast<float*>(set.views()[1].data);
  CHECK(set.views()[1].strides[0] > 4);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) c[i * set.views()[1].strides[0] + j] = 1;
  CHECK(set.trespass() == "");
  c[4] = 1;  // between the rows
  CHECK(set.trespass().find("outside the elements of C") != std::string::npos);
  set.restore();
  CHECK(set.trespass() == "");
  a[2] = 5;
  CHECK(set.trespass() == "wrote to the input A");
}

TEST_CASE("operands: the layouts touch the guard pages on their sides") {
  const problem p = gemm_like();
  const operand_set end(p, {3, 4}, layout::dense_before_guard), front(p, {3, 4}, layout::padded_after_guard);
  const auto* c = static_cast<const float*>(end.views()[1].data);
  CHECK(end.find_fault(c + 12).operand == 1);
  CHECK_FALSE(end.find_fault(c + 12).before);
  const auto* d = static_cast<const float*>(front.views()[1].data);
  CHECK(front.find_fault(d - 1).operand == 1);
  CHECK(front.find_fault(d - 1).before);
  CHECK(end.find_fault(nullptr).operand == -1);
}

TEST_CASE("operands: sizes of 0 are shapes like any other") {
  for (const layout how : layouts) {
    const operand_set set(gemm_like(), {0, 4}, how);
    CHECK(set.elements(0).empty());
    CHECK(set.trespass() == "");
  }
}

TEST_CASE("H62: an error that is not within the tolerance is a difference, NaN and Inf included") {
  const double nan = NAN, inf = INFINITY;
  CHECK(difference("y", {1, 2}, {1, 2}, 0) == "");
  CHECK(difference("y", {1, 2.001}, {1, 2}, 1e-2) == "");
  CHECK(difference("y", {1, 2.1}, {1, 2}, 1e-2) == "y, element 1: 2.1 instead of 2");
  CHECK(difference("y", {1, nan}, {1, 2}, 1e9) != "");
  CHECK(difference("y", {1, 2}, {1, nan}, 1e9) != "");
  CHECK(difference("y", {inf, 2}, {1, 2}, 1e9) != "");
  CHECK(difference("y", {1, 2}, {inf, 2}, 1e9) != "");
  CHECK(difference("y", {-inf, 2}, {inf, 2}, 1e9) != "");
  CHECK(difference("y", {inf, nan}, {inf, nan}, 0) == "");
}

TEST_CASE("operands: the tolerance grows with the longest extent and is none for integers") {
  problem p = gemm_like();
  CHECK(tolerance_for(p, {8, 8}) < tolerance_for(p, {8, 800}));
  p.operands = {{"a", element::i32, role::in, {"M"}}};
  CHECK(tolerance_for(p, {8, 8}) == 0);
}
