// SPDX-License-Identifier: Apache-2.0
// What the mathematics means: the reference interpreter on the lowered program against loops written by hand.
#include <perfdojo/exec/reference.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "unit/lang/operands.hpp"

namespace {

using pd::index_t;

/// Dense row-major arguments of f32 in the order of the program, with the values of `data`.
struct run_of {
  std::vector<std::vector<float>> data;
  pd::exec::reference_result result;

  run_of(const pd::ir::program& p, const std::vector<index_t>& sizes,
         std::vector<std::vector<float>> arguments)
      : data(std::move(arguments)) {
    REQUIRE(pd::ir::verify(p).ok());
    pd::exec::reference_arguments given;
    for (const index_t s : sizes) given.sizes.push(s);
    for (int b = 0; b < static_cast<int>(data.size()); ++b) {
      pd::exec::reference_argument a;
      a.data = data[static_cast<std::size_t>(b)].data();
      index_t stride = 1;
      for (int d = p.buffers[b].rank() - 1; d >= 0; --d) {
        const pd::ir::dimension& x = p.buffers[b].dimensions[d];
        a.strides[d] = stride;
        stride *= x.symbol < 0 ? x.cap : sizes[static_cast<std::size_t>(x.symbol)];
      }
      given.arguments.push(a);
    }
    result = pd::exec::reference(p, given);
  }
};

std::vector<float> values(index_t count, float from) {
  std::vector<float> v;
  for (index_t i = 0; i < count; ++i) v.push_back(from + 0.25f * static_cast<float>((7 * i) % 11));
  return v;
}

struct meaning : operands {
  static constexpr lang::tensor<"image", float, "H"> image{};
  static constexpr lang::temporary<"m", float, "R"> m{};
  static constexpr lang::temporary<"e", float, "R", "N"> e{};
  static constexpr lang::temporary<"q", float, "R"> q{};
  static constexpr auto gemm =
      (C(i, j) = select(beta == 0.f, 0.f, beta* C(i, j)) + sum(k, alpha* A(i, k) * B(k, j)));
  static constexpr auto softmax = (m(r) = max_number(j, X(r, j)), e(r, j) = exp(X(r, j) - m(r)),
                                   q(r) = sum(j, e(r, j)), Y(r, j) = e(r, j) / q(r));
  static constexpr auto softmax_at_once =
      (Y(r, j) = exp(X(r, j) - max(k, X(r, k))) / sum(k, exp(X(r, k) - max(i, X(r, i)))));
  static constexpr auto of_columns = (Y(r, j) = X(r, j) / sum(k, X(k, j)));
  static constexpr auto padded = (u(i) = sum(w, select(lang::value(i + w) >= 1, v(i + w - 1), 0) * c(w)));
  static constexpr auto strided = (u(i) = sum(w, image(2 * i + w) * c(w)));
  static constexpr auto nested = (s() = sum(i, j, prod(k, A(i, k)) * C(i, j)));
  static constexpr auto reads_itself = (C(i, j) = C(i, j) + sum(k, A(i, k) * C(i, j)));
};

bool is_close(float a, double b) { return std::abs(a - b) <= 1e-5 * (1 + std::abs(b)); }

}  // namespace

TEST_CASE("semantics: gemm, and beta == 0 reads no C") {
  const index_t m = 3, n = 4, k = 5;
  for (const float beta : {0.f, 0.5f}) {
    const std::vector<float> a = values(m * k, -1), b = values(k * n, -0.5f);
    const std::vector<float> before(12, beta == 0 ? std::numeric_limits<float>::quiet_NaN() : 2.f);
    const run_of run(lang::lower(meaning::gemm), {m, n, k}, {before, {beta}, {1.5f}, a, b});
    REQUIRE(run.result.ok());
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j) {
        double want = beta == 0 ? 0 : beta * 2.0;
        for (index_t l = 0; l < k; ++l)
          want += 1.5 * a[static_cast<std::size_t>(i * k + l)] * b[static_cast<std::size_t>(l * n + j)];
        CHECK(is_close(run.data[0][static_cast<std::size_t>(i * n + j)], want));
      }
  }
}

TEST_CASE("semantics: softmax in four statements and in one") {
  const index_t rows = 3, columns = 5;
  const std::vector<float> x = values(rows * columns, -2);
  const std::vector<float> y(x.size(), 0.f);
  const run_of four(lang::lower(meaning::softmax), {rows, columns}, {x, y});
  const run_of one(lang::lower(meaning::softmax_at_once), {rows, columns}, {y, x});
  REQUIRE(four.result.ok());
  REQUIRE(one.result.ok());
  for (std::size_t r = 0; r < 3; ++r) {
    double total = 0;
    for (std::size_t j = 0; j < 5; ++j) total += std::exp(double(x[5 * r + j]));
    for (std::size_t j = 0; j < 5; ++j) {
      const double want = std::exp(double(x[5 * r + j])) / total;
      CHECK(is_close(four.data[1][5 * r + j], want));
      CHECK(is_close(one.data[0][5 * r + j], want));
    }
  }
}

TEST_CASE("semantics: a temporary in a nest of its own") {
  const std::vector<float> x = values(12, 1);
  const run_of run(lang::lower(meaning::of_columns), {3, 4}, {std::vector<float>(12), x});
  REQUIRE(run.result.ok());
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t j = 0; j < 4; ++j)
      CHECK(is_close(run.data[0][4 * r + j], x[4 * r + j] / (double(x[j]) + x[4 + j] + x[8 + j])));
}

TEST_CASE("semantics: affine subscripts, guarded at the start and strided") {
  const std::vector<float> v = values(7, 1), c = {2, 3, 5};
  // Positions past the end are the caller's duty: u has two elements less to compute than v has.
  std::vector<float> u(7);
  const run_of run(lang::lower(meaning::padded), {7}, {u, v, c});
  CHECK(!run.result.ok());
  CHECK(run.result.index == 7);
  CHECK(is_close(run.data[0][0], 3.0 * v[0] + 5.0 * v[1]));
  CHECK(is_close(run.data[0][5], 2.0 * v[4] + 3.0 * v[5] + 5.0 * v[6]));

  const std::vector<float> image = values(9, 1);
  const run_of window(lang::lower(meaning::strided), {4, 9}, {std::vector<float>(4), image, c});
  REQUIRE(window.result.ok());
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(is_close(window.data[0][i], 2.0 * image[2 * i] + 3.0 * image[2 * i + 1] + 5.0 * image[2 * i + 2]));
}

TEST_CASE("semantics: reductions inside reductions") {
  const std::vector<float> a = values(6, 0.5f), c = values(8, 1);
  const run_of run(lang::lower(meaning::nested), {2, 3, 4}, {{0.f}, a, c});
  REQUIRE(run.result.ok());
  double want = 0;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 4; ++j) want += double(a[3 * i]) * a[3 * i + 1] * a[3 * i + 2] * c[4 * i + j];
  CHECK(is_close(run.data[0][0], want));
}

TEST_CASE("semantics: terms that read the destination see the values before the statement") {
  const std::vector<float> c = values(8, 1), a = values(6, 0.5f);
  const run_of run(lang::lower(meaning::reads_itself), {2, 4, 3}, {c, a});
  REQUIRE(run.result.ok());
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      const double total = double(a[3 * i]) + a[3 * i + 1] + a[3 * i + 2];
      CHECK(is_close(run.data[0][4 * i + j], c[4 * i + j] * (1 + total)));
    }
}

TEST_CASE("semantics: empty sizes give the neutral value") {
  const std::vector<float> none(1);
  const run_of run(lang::lower(meaning::gemm), {1, 1, 0}, {{7.f}, {0.f}, {1.f}, none, none});
  REQUIRE(run.result.ok());
  CHECK(run.data[0][0] == 0.f);
}
