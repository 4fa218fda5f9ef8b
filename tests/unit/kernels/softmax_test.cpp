// SPDX-License-Identifier: Apache-2.0
// softmax through its entry point: rows and columns of every small number, in every layout, between forbidden pages.
#include <perfdojo/exec/kernel_error.hpp>

#include "support/guard_pages.hpp"
#include "unit/kernels/calls.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace pd = perfdojo;
using support::edge, support::guarded_matrix, support::guarded_memory, support::layout;

void calls::softmax(const pd::softmax_options& options, matrix<const float> x, matrix<float> y) {
  pd::softmax(options, x, y);
}

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN(),
                inf = std::numeric_limits<float>::infinity();

// Values whose range and order depend on the row; large ones overflow without the maximum.
float value_at(pd::index_t r, pd::index_t j) {
  const float v = static_cast<float>((r * 31 + j * 17) % 41) * 0.25f - 5.f;
  return r % 3 == 2 ? v * 1000.f : r % 3 == 1 ? v - 90.f : v;
}

// The first wrong element in words, or nothing. Rows add to 1 within the error of a sum of n.
struct softmax_check {
  guarded_memory in{256 * 1024}, out{256 * 1024};

  bool right(pd::index_t rows, pd::index_t columns, layout a, layout b, edge at, pd::index_t gap = 3) {
    INFO("rows=" << rows << " columns=" << columns << " layouts " << static_cast<int>(a)
                 << static_cast<int>(b) << " edge " << static_cast<int>(at) << " gap " << gap);
    const guarded_matrix<float> x(in, a, rows, columns, at, gap), y(out, b, rows, columns, at, gap);
    for (pd::index_t r = 0; r < rows; ++r)
      for (pd::index_t j = 0; j < columns; ++j) {
        x(r, j) = value_at(r, j);
        y(r, j) = not_a_number;
      }
    calls::softmax({}, x.view(), y.view());
    bool good = y.gaps_untouched();
    if (!good) FAIL_CHECK("wrote between or beyond rows");
    for (pd::index_t r = 0; r < rows; ++r) {
      double most = -1e30, sum = 0;
      for (pd::index_t j = 0; j < columns; ++j) most = std::fmax(most, x(r, j));
      for (pd::index_t j = 0; j < columns; ++j) sum += std::exp(x(r, j) - most);
      for (pd::index_t j = 0; j < columns; ++j) {
        const double expected = std::exp(x(r, j) - most) / sum;
        if (std::fabs(y(r, j) - expected) <= 2e-6 * expected + 1e-37) continue;
        FAIL_CHECK("at " << r << ", " << j << ": " << y(r, j) << " instead of " << expected);
        return false;
      }
    }
    return good;
  }
};

std::vector<float> softmax_of(std::vector<float> x) {
  std::vector<float> y(x.size(), -1);
  calls::softmax({}, pd::row_major(x.data(), 1, x.size()), pd::row_major(y.data(), 1, y.size()));
  return y;
}

}  // namespace

TEST_CASE("softmax: H29 H31 H34 rows 0..5, columns 0..200") {
  softmax_check check;
  unsigned turn = 0;
  for (pd::index_t rows = 0; rows <= 5; ++rows)
    for (pd::index_t columns = 0; columns <= 200; ++columns)
      for (int i = 0; i < 3; ++i) {
        turn += 7;
        if (!check.right(rows, columns, support::all_layouts[turn % 6], support::all_layouts[turn / 6 % 6],
                         turn / 5 % 2 == 0 ? edge::end : edge::start))
          return;
      }
}

TEST_CASE("softmax: H32 every alignment of a row") {
  softmax_check check;
  // A row of 64 + gap elements puts the rows at each offset from a cache line in turn.
  for (pd::index_t gap = 0; gap <= 16; ++gap)
    for (const edge at : {edge::end, edge::start})
      if (!check.right(17, 64 + gap % 3, layout::by_rows_gap, layout::flipped, at, gap)) return;
}

TEST_CASE("softmax: long rows") {
  softmax_check check;
  CHECK(check.right(3, 4096, layout::by_rows, layout::by_rows_gap, edge::end));
  CHECK(check.right(1, 20011, layout::by_rows, layout::by_rows, edge::start));
  CHECK(check.right(300, 100, layout::by_rows, layout::by_rows, edge::end));
}

TEST_CASE("softmax: H01 minus infinity has weight 0") {
  CHECK(softmax_of({0, 0, -inf, -inf}) == std::vector<float>{0.5, 0.5, 0, 0});
  std::vector<float> masked(100, -inf);
  masked[37] = -3;
  std::vector<float> expected(100, 0);
  expected[37] = 1;
  CHECK(softmax_of(masked) == expected);
}

TEST_CASE(
    "softmax: a row with NaN or plus infinity is NaN, as is one of minus infinity only; others are not") {
  for (const std::size_t n : {1u, 3u, 16u, 65u, 100u})
    for (std::size_t at = 0; at < n; ++at)
      for (const float bad : {not_a_number, inf}) {
        std::vector<float> x(3 * n, 0.5f), y(3 * n);
        x[n + at] = bad;
        calls::softmax({}, pd::row_major(x.data(), 3, n), pd::row_major(y.data(), 3, n));
        for (std::size_t j = 0; j < n; ++j) {
          CHECK(std::fabs(y[j] - 1.f / static_cast<float>(n)) < 1e-6f);
          CHECK(std::isnan(y[n + j]));
          CHECK(std::fabs(y[2 * n + j] - 1.f / static_cast<float>(n)) < 1e-6f);
        }
      }
  for (const float v : softmax_of(std::vector<float>(77, -inf))) CHECK(std::isnan(v));
}

TEST_CASE("softmax: a shift of a row changes nothing, and no value overflows") {
  CHECK(softmax_of({1e38f, 1e38f}) == std::vector<float>{0.5, 0.5});
  CHECK(softmax_of({-1e38f, 3e38f}) == std::vector<float>{0, 1});
  CHECK(softmax_of({1, 2, 3}) == softmax_of({101, 102, 103}));
}

TEST_CASE("softmax: bad arguments are refused") {
  std::vector<float> x(64), y(64);
  const auto refused = [](const auto& f) {
    try {
      f();
      return pd::exec::argument_fault::none;
    } catch (const pd::kernel_error& e) {
      return e.verdict().fault;
    }
  };
  using fault = pd::exec::argument_fault;
  CHECK(refused([&] { calls::softmax({}, pd::row_major(x.data(), 8, 8), pd::row_major(y.data(), 8, 7)); }) ==
        fault::extent_mismatch);
  CHECK(refused([&] { calls::softmax({}, pd::row_major(x.data(), 8, 8), pd::row_major(x.data(), 8, 8)); }) ==
        fault::arguments_overlap);
  CHECK(refused([&] {
          calls::softmax({}, pd::row_major(x.data(), 4, 8), pd::row_major(x.data() + 8, 4, 8));
        }) == fault::arguments_overlap);
  CHECK(refused([&] {
          calls::softmax({}, pd::row_major(x.data(), -1, 8), pd::row_major(y.data(), -1, 8));
        }) == fault::negative_extent);
  CHECK(refused([&] {
          calls::softmax({}, pd::row_major(x.data(), 8, 8), pd::row_major(y.data(), 8, 8, 7));
        }) == fault::short_leading_dimension);
  CHECK(refused([&] {
          calls::softmax({}, pd::row_major(static_cast<float*>(nullptr), 8, 8),
                         pd::row_major(y.data(), 8, 8));
        }) == fault::null_data);
  CHECK(refused([&] { calls::softmax({}, pd::row_major(x.data(), 8, 8), pd::row_major(y.data(), 8, 8)); }) ==
        fault::none);
}

TEST_CASE("softmax: rows that no cache holds get the bits that each gets alone") {
  constexpr pd::index_t columns = 1003, ld = 1009,
                        rows = pd::softmax_kernel<float>::largest_cached / columns + 2;
  std::vector<float> x(rows * ld), y(rows * ld + 16, -7.f), row(columns);
  for (pd::index_t r = 0; r < rows; ++r)
    for (pd::index_t j = 0; j < columns; ++j) x[r * ld + j] = value_at(r, j);
  calls::softmax({}, pd::row_major(x.data(), rows, columns, ld),
                 pd::row_major(y.data() + 3, rows, columns, ld));
  std::size_t wrong = 0;
  for (pd::index_t r = 0; r < rows; ++r) {
    calls::softmax({}, pd::row_major(x.data() + r * ld, 1, columns), pd::row_major(row.data(), 1, columns));
    const float* const found = y.data() + 3 + r * ld;
    wrong += std::memcmp(found, row.data(), columns * sizeof(float)) != 0;
    for (pd::index_t j = columns; j < ld && r + 1 < rows; ++j) wrong += found[j] != -7.f;
  }
  CHECK(wrong == 0);
}

TEST_CASE("softmax: hints for a row that does not exist do not overflow") {
  float x[64] = {}, y[64];
  constexpr pd::index_t ld = pd::index_t(1) << 61;  // a row beyond the only one has no address
  calls::softmax({}, pd::row_major(x, 1, 64, ld), pd::row_major(y, 1, 64, ld));
  for (const float v : y) CHECK(v == 1.f / 64);
}
