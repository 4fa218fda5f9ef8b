// SPDX-License-Identifier: Apache-2.0
// With its source: the programs of the unit tests link to no part of bench.
#include "../bench/compare/reference.cpp"
#include "../bench/compare/workload.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>

namespace bench = perfdojo::bench;
using bench::kernel;

namespace {

std::unique_ptr<bench::workload> workload_of(kernel k, const char* sizes) {
  return bench::make_workload(k, bench::parse_shape(k, sizes));
}

/// Plain loops, with one thing wrong: element `at` of the result moves by `off`.
struct nearly_right_gemm {
  bench::gemm_problem<float> p;
  bench::size at = -1;
  float off = 0;
  void operator()() const {
    for (bench::size i = 0; i < p.m; ++i) {
      for (bench::size j = 0; j < p.n; ++j) {
        float sum = 0;
        for (bench::size l = 0; l < p.k; ++l) sum += p.a[i * p.k + l] * p.b[l * p.n + j];
        p.c[i * p.n + j] = sum + (i * p.n + j == at ? off : 0.f);
      }
    }
  }
};

}  // namespace

TEST_CASE("check: the right product passes, one missing term of any element does not") {
  const auto w = workload_of(kernel::gemm_f32, "5x7x64");
  const auto p = std::get<bench::gemm_problem<float>>(w->p);
  CHECK(w->check(nearly_right_gemm{p}) == "");
  for (const bench::size at : {0, 6, 17, 34}) {
    const float term = p.a[at / 7 * 64] * p.b[at % 7];
    CHECK(w->check(nearly_right_gemm{p, at, -term}) != "");
  }
}

TEST_CASE("check: NaN, infinity and an element that nobody wrote are wrong") {
  const auto w = workload_of(kernel::gemm_f32, "3x3x3");
  const auto p = std::get<bench::gemm_problem<float>>(w->p);
  CHECK(w->check(nearly_right_gemm{p, 4, std::numeric_limits<float>::quiet_NaN()}) != "");
  CHECK(w->check(nearly_right_gemm{p, 8, std::numeric_limits<float>::infinity()}) != "");
  CHECK(w->check([] {}) != "");
}

TEST_CASE("check: names the element that is off") {
  const auto w = workload_of(kernel::gemm_f64, "4x6x2");
  const std::string error = w->check([p = std::get<bench::gemm_problem<double>>(w->p)] {
    for (bench::size i = 0; i < 24; ++i) p.c[i] = 0;
    for (bench::size i = 0; i < 4; ++i) {
      for (bench::size l = 0; l < 2; ++l) {
        for (bench::size j = 0; j < 6; ++j) p.c[i * 6 + j] += p.a[i * 2 + l] * p.b[l * 6 + j];
      }
    }
    p.c[2 * 6 + 5] += 1e-3;
  });
  CHECK(error.find("element (2, 5)") == 0);
}

TEST_CASE("check: softmax whose rows sum to a little more than one is wrong") {
  const auto w = workload_of(kernel::softmax, "3x50");
  const auto p = std::get<bench::softmax_problem>(w->p);
  const auto with_factor = [&](float factor) {
    return [p, factor] {
      for (bench::size i = 0; i < p.rows; ++i) {
        float sum = 0;
        for (bench::size j = 0; j < p.columns; ++j) sum += std::exp(p.x[i * p.columns + j]);
        for (bench::size j = 0; j < p.columns; ++j) {
          p.y[i * p.columns + j] = factor * std::exp(p.x[i * p.columns + j]) / sum;
        }
      }
    };
  };
  CHECK(w->check(with_factor(1)) == "");
  CHECK(w->check(with_factor(1.0001f)) != "");
}

TEST_CASE("check: scale_shift_relu without its relu, or shifted by one ulp of one, is wrong") {
  const auto w = workload_of(kernel::scale_shift_relu, "100");
  const auto p = std::get<bench::scale_shift_relu_problem>(w->p);
  const auto run = [&](bool relu, float more) {
    return [p, relu, more] {
      for (bench::size i = 0; i < p.n; ++i) {
        const float value = p.a * p.x[i] + p.b + more;
        p.y[i] = value > 0 || !relu ? value : 0;
      }
    };
  };
  CHECK(w->check(run(true, 0)) == "");
  CHECK(w->check(run(false, 0)) != "");
  CHECK(w->check(run(true, 1e-6f)) != "");
}

TEST_CASE("make_reference: of a large product the first and the last row are among those checked") {
  const std::vector<bench::size> rows = bench::spread_rows(1000, 7);
  CHECK(rows.size() == 7);
  CHECK(rows.front() == 0);
  CHECK(rows.back() == 999);
  CHECK(bench::spread_rows(5, 5) == std::vector<bench::size>{0, 1, 2, 3, 4});
  CHECK(bench::spread_rows(1, 1) == std::vector<bench::size>{0});
}

TEST_CASE("workload: work counts two operations per multiply-add, or every byte once") {
  CHECK(workload_of(kernel::gemm_f32, "2x3x4")->work == 48);
  CHECK(workload_of(kernel::gemm_f32, "2x3x4")->footprint == 4 * (8 + 12 + 6));
  CHECK(workload_of(kernel::softmax, "2x8")->work == 2 * 16 * 4);
  CHECK(workload_of(kernel::scale_shift_relu, "4096")->footprint == 32 * 1024);
}
