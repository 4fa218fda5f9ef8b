// SPDX-License-Identifier: Apache-2.0
// scale_shift_relu through its entry point: every small length, stride and alignment, between forbidden pages.
#include <perfdojo/exec/kernel_error.hpp>

#include "support/guard_pages.hpp"
#include "unit/kernels/calls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace pd = perfdojo;
using support::guarded_memory;

void calls::scale_shift_relu(float a, float b, vector<const float> x, vector<float> y) {
  pd::scale_shift_relu(a, b, x, y);
}

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN(),
                inf = std::numeric_limits<float>::infinity();

float value_at(pd::index_t i) { return static_cast<float>(i * 29 % 64) - 32.f; }

// Vectors of n elements, `stride` apart, that end (or begin) at a forbidden page, or lie `shift` elements from it.
class vector_check {
public:
  bool right(pd::index_t n, pd::index_t x_stride, pd::index_t y_stride, pd::index_t shift, bool at_end) {
    INFO("n=" << n << " strides " << x_stride << " " << y_stride << " shift " << shift << " end " << at_end);
    float* x = place(in_, n, x_stride, shift, at_end);
    float* y = place(out_, n, y_stride, shift / 2, at_end);
    for (pd::index_t i = 0; i < n; ++i) x[i * x_stride] = value_at(i);
    calls::scale_shift_relu(0.5f, 1.25f, pd::vector(x, n, x_stride), pd::vector(y, n, y_stride));
    for (pd::index_t i = 0; i < n; ++i) {
      const float expected = std::fmax(0.5f * value_at(i) + 1.25f, 0.f);
      if (y[i * y_stride] == expected) continue;
      FAIL_CHECK("at " << i << ": " << y[i * y_stride] << " instead of " << expected);
      return false;
    }
    const float* all = reinterpret_cast<const float*>(out_.begin());
    pd::index_t written = 0;
    for (pd::index_t i = 0; i < elements(out_); ++i) written += !support::is_gap(all[i]);
    if (written != n) FAIL_CHECK("wrote " << written << " elements instead of " << n);
    return written == n;
  }

private:
  static pd::index_t elements(const guarded_memory& m) { return m.bytes() / 4; }
  static float* place(const guarded_memory& m, pd::index_t n, pd::index_t stride, pd::index_t shift,
                      bool at_end) {
    float* all = reinterpret_cast<float*>(m.begin());
    for (pd::index_t i = 0; i < elements(m); ++i) all[i] = support::gap_value<float>();
    if (n == 0) return at_end ? all + elements(m) : all;
    const pd::index_t span = (n - 1) * pd::magnitude(stride) + 1;
    float* lowest = at_end ? all + elements(m) - span - shift : all + shift;
    return stride < 0 ? lowest + span - 1 : lowest;
  }
  guarded_memory in_{4096}, out_{4096};
};

std::vector<float> relu(const std::vector<float>& x) {
  std::vector<float> y(x.size(), -1);
  calls::scale_shift_relu(1.f, 0.f, pd::vector(x.data(), x.size()), pd::vector(y.data(), y.size()));
  return y;
}

}  // namespace

TEST_CASE("scale_shift_relu: H29 H31 every length to 300, with strides") {
  vector_check check;
  constexpr pd::index_t strides[][2] = {{1, 1}, {1, 2}, {2, 1}, {3, 3}, {-1, 1}, {1, -1}, {-1, -1}, {-2, 3}};
  for (pd::index_t n = 0; n <= 300; ++n)
    for (const auto& s : strides)
      for (const bool at_end : {false, true})
        if (!check.right(n, s[0], s[1], 0, at_end)) return;
}

TEST_CASE("scale_shift_relu: H32 every alignment") {
  vector_check check;
  for (pd::index_t shift = 0; shift <= 34; ++shift)
    for (const pd::index_t n : {1, 15, 16, 17, 63, 64, 65, 200, 255})
      for (const bool at_end : {false, true})
        if (!check.right(n, 1, 1, shift, at_end)) return;
}

TEST_CASE("scale_shift_relu: long vectors") {
  std::vector<float> x(300001), y(300001);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = value_at(static_cast<pd::index_t>(i));
  calls::scale_shift_relu(2.f, -3.f, pd::vector(x.data(), x.size()), pd::vector(y.data(), y.size()));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < x.size(); ++i) wrong += !(y[i] == std::fmax(2.f * x[i] - 3.f, 0.f));
  CHECK(wrong == 0);
}

TEST_CASE("scale_shift_relu: results that no cache holds, at every alignment, with strides, in place") {
  constexpr pd::index_t n = pd::scale_shift_relu_kernel<float>::largest_cached + 37;
  constexpr float gap = -7;
  std::vector<float> x(2 * n), y(2 * n + 40);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = value_at(static_cast<pd::index_t>(i));
  const auto check = [&](const float* from, pd::index_t x_stride, pd::index_t y_stride, std::size_t shift) {
    CAPTURE(x_stride);
    CAPTURE(y_stride);
    CAPTURE(shift);
    const bool in_place = from != x.data();
    if (!in_place) y.assign(y.size(), gap);
    const std::vector<float> before = y;
    float* const to = y.data() + shift;
    calls::scale_shift_relu(2.f, -3.f, pd::vector(from, n, x_stride), pd::vector(to, n, y_stride));
    const float* const old = in_place ? before.data() + shift : from;
    std::size_t wrong = 0;
    for (pd::index_t i = 0; i < n; ++i)
      wrong += !(to[i * y_stride] == std::fmax(2.f * old[i * x_stride] - 3.f, 0.f));
    CHECK(wrong == 0);
    if (!in_place) CHECK(std::count(y.begin(), y.end(), gap) == static_cast<pd::index_t>(y.size()) - n);
  };
  for (const std::size_t shift : {0u, 1u, 4u, 15u, 16u, 31u}) check(x.data(), 1, 1, shift);
  check(x.data(), 2, 1, 3);
  check(x.data(), 1, 2, 3);
  for (std::size_t i = 0; i < n; ++i) y[i + 3] = value_at(static_cast<pd::index_t>(i));
  check(y.data() + 3, 1, 1, 3);
  CHECK_THROWS_AS(calls::scale_shift_relu(1.f, 1.f, pd::vector(x.data(), n - 1), pd::vector(y.data() + 1, n)),
                  pd::kernel_error);
}

TEST_CASE("scale_shift_relu: y may be x itself, and nothing else that overlaps") {
  for (const std::size_t n : {1u, 16u, 37u, 64u, 129u, 1000u}) {
    std::vector<float> x(n + 1), expected;
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = value_at(static_cast<pd::index_t>(i));
      expected.push_back(std::fmax(0.5f * x[i] + 1.f, 0.f));
    }
    const std::vector<float> before = x;
    const auto overlapping = [&] {
      calls::scale_shift_relu(0.5f, 1.f, pd::vector(x.data(), n), pd::vector(x.data() + 1, n));
    };
    if (n > 1) CHECK_THROWS_AS(overlapping(), pd::kernel_error);
    CHECK(x == before);
    calls::scale_shift_relu(0.5f, 1.f, pd::vector(x.data(), n), pd::vector(x.data(), n));
    x.pop_back();
    CHECK(x == expected);
  }
}

TEST_CASE("scale_shift_relu: H05 NaN stays NaN, in every lane") {
  const std::vector<float> y = relu({not_a_number, -1, 2});
  CHECK(std::isnan(y[0]));
  CHECK(y[1] == 0);
  CHECK(y[2] == 2);
  for (std::size_t n = 1; n <= 70; ++n)
    for (std::size_t at = 0; at < n; ++at) {
      std::vector<float> x(n, -1.f);
      x[at] = not_a_number;
      const std::vector<float> z = relu(x);
      for (std::size_t i = 0; i < n; ++i) CHECK((i == at ? std::isnan(z[i]) : z[i] == 0));
    }
  CHECK(relu({inf, -inf}) == std::vector<float>{inf, 0});
  std::vector<float> z{0.f};
  calls::scale_shift_relu(not_a_number, 1.f, pd::vector(z.data(), 1), pd::vector(z.data(), 1));
  CHECK(std::isnan(z[0]));
}

TEST_CASE("scale_shift_relu: H46 lanes and tail round alike") {
  // 0.1f * 10 is not 1: an fma keeps the difference, a product and a sum lose it. Either, but the same everywhere.
  for (std::size_t n = 1; n <= 70; ++n) {
    std::vector<float> x(n, -0.1f), y(n, 7.f);
    calls::scale_shift_relu(-10.f, -1.f, pd::vector(x.data(), n), pd::vector(y.data(), n));
    for (const float v : y) CHECK(v == y[0]);
    CHECK((y[0] == 0.f || std::fabs(y[0] - 1.490116e-8f) < 1e-13f));
    CHECK((!pd::exec::has_fma || y[0] != 0.f));
  }
}

TEST_CASE("scale_shift_relu: bad arguments are refused") {
  std::vector<float> x(8), y(8);
  CHECK_THROWS_AS(calls::scale_shift_relu(1.f, 0.f, pd::vector(x.data(), 8), pd::vector(y.data(), 7)),
                  pd::kernel_error);
  CHECK_THROWS_AS(calls::scale_shift_relu(1.f, 0.f, pd::vector(x.data(), -1), pd::vector(y.data(), -1)),
                  pd::kernel_error);
  CHECK_THROWS_AS(calls::scale_shift_relu(1.f, 0.f, pd::vector(x.data(), 8), pd::vector(y.data(), 8, 0)),
                  pd::kernel_error);
  CHECK_THROWS_AS(
      calls::scale_shift_relu(1.f, 0.f, pd::vector(static_cast<float*>(nullptr), 8), pd::vector(y.data(), 8)),
      pd::kernel_error);
}
