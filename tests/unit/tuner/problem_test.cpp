// SPDX-License-Identifier: Apache-2.0
#include "tuner/problem.hpp"

#include <doctest/doctest.h>

#include "tuner/error.hpp"

using namespace perfdojo::tuner;

namespace {
problem sample() {
  problem p;
  p.kernel = "gemm<f32>";
  p.sizes = {"M", "N", "K"};
  p.operands = {{"A", element::f32, role::in, {"M", "K"}}, {"C", element::f64, role::inout, {"M", "4"}}};
  p.checked = {{1, 2, 3}};
  p.timed = {{512, 512, 512}, {1, 0, 7}};
  return p;
}
}  // namespace

TEST_CASE("problem: what is written for the child is what it reads") {
  CHECK(problem_from_json(to_json(sample())) == sample());
  CHECK_THROWS_AS(problem_from_json("{"), environment_error);
  CHECK_THROWS_AS(problem_from_json("{}"), environment_error);
}

TEST_CASE("problem: a shape is read in any order and printed in the kernel's") {
  const problem p = sample();
  CHECK(shape_from(p, "K=3,M=1,N=2") == shape{1, 2, 3});
  CHECK(to_text(p, {1, 2, 3}) == "M=1,N=2,K=3");
  CHECK(shape_from(p, to_text(p, {0, 5, 9})) == shape{0, 5, 9});
}

TEST_CASE("problem: a bad shape is refused with the reason and the sizes that there are") {
  const auto message = [](const char* text) {
    try {
      shape_from(sample(), text);
    } catch (const usage_error& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  CHECK(message("M=1,N=2") == "--size M=1,N=2: K is missing; gemm<f32> has the sizes M, N, K");
  CHECK(message("M=1,N=2,K=3,M=4").find("M is given twice") != std::string::npos);
  CHECK(message("M=1,N=2,K=-3").find("\"-3\" is not a number") != std::string::npos);
  CHECK(message("M=1,N=2,K=3x").find("\"3x\" is not a number") != std::string::npos);
  CHECK(message("M=1,N=2,K=99999999999999999999").find("is not a number") != std::string::npos);
  CHECK(message("M=1,N=2,Q=3").find("there is no size Q") != std::string::npos);
  CHECK(message("17").find("is not NAME=NUMBER") != std::string::npos);
}

TEST_CASE("problem: an extent is a size or a number") {
  CHECK(extent_of(sample(), {1, 2, 3}, "K") == 3);
  CHECK(extent_of(sample(), {1, 2, 3}, "4") == 4);
  CHECK_THROWS_AS(extent_of(sample(), {1, 2, 3}, "Q"), usage_error);
}
