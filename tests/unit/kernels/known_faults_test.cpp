// SPDX-License-Identifier: Apache-2.0
// Faults that other libraries had with these kernels, each with its smallest input. The ids are those of the list of public
// reports. Faults that a whole family of sizes shows are in gemm_test.cpp, softmax_test.cpp and elementwise_test.cpp.
#include <perfdojo/exec/kernel_error.hpp>

#include "support/gemm_problem.hpp"
#include "support/guard_pages.hpp"
#include "unit/kernels/calls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace pd = perfdojo;
using support::guarded_memory, support::layout;

namespace {
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

bool all_equal(const std::vector<float>& v, float x) {
  for (const float y : v)
    if (!(y == x)) return false;
  return true;
}
}  // namespace

TEST_CASE("gemm: H08 beta 0 never reads C, in full tiles and in edges") {
  for (const pd::index_t n : {7, 33, 200}) {
    const std::size_t count = static_cast<std::size_t>(n * n);
    const std::vector<float> a(count, 1), b(count, 1);
    std::vector<float> c(count, not_a_number);
    calls::gemm({}, pd::row_major(a.data(), n, n), pd::row_major(b.data(), n, n),
                pd::row_major(c.data(), n, n));
    CHECK(all_equal(c, static_cast<float>(n)));
  }
}

TEST_CASE("gemm: H09 no inner extent and beta 0 write zeros, and nothing beside them") {
  float c[2] = {0.266733f, 5};
  calls::gemm({.beta = 0}, pd::row_major(static_cast<const float*>(nullptr), 1, 0, 2),
              pd::row_major(static_cast<const float*>(nullptr), 0, 1, 1), pd::row_major(c, 1, 1, 2));
  CHECK(c[0] == 0);
  CHECK(c[1] == 5);
}

TEST_CASE("gemm: H10 alpha 0 reads neither A nor B") {
  const std::vector<float> a(12, not_a_number), b(12, std::numeric_limits<float>::infinity());
  std::vector<float> c(9, 5);
  calls::gemm({.alpha = 0, .beta = 1}, pd::row_major(a.data(), 3, 4), pd::row_major(b.data(), 4, 3),
              pd::row_major(c.data(), 3, 3));
  CHECK(all_equal(c, 5));
  calls::gemm({.alpha = 0, .beta = 0}, pd::row_major(a.data(), 3, 4), pd::row_major(b.data(), 4, 3),
              pd::row_major(c.data(), 3, 3));
  CHECK(all_equal(c, 0));
}

TEST_CASE("gemm: NaN and infinity pass through, and only to their rows and columns") {
  for (const pd::index_t n : {5, 40, 100}) {
    std::vector<float> a(static_cast<std::size_t>(n * n), 1), b(a), c(a);
    a[static_cast<std::size_t>(n + 2)] = not_a_number;                                // row 1
    b[static_cast<std::size_t>(2 * n + 3)] = std::numeric_limits<float>::infinity();  // column 3
    for (const double alpha : {1.0, 2.0}) {
      calls::gemm({.alpha = alpha}, pd::row_major(a.data(), n, n), pd::row_major(b.data(), n, n),
                  pd::row_major(c.data(), n, n));
      for (pd::index_t i = 0; i < n; ++i)
        for (pd::index_t j = 0; j < n; ++j) {
          const float v = c[static_cast<std::size_t>(i * n + j)];
          if (i == 1) {
            CHECK(std::isnan(v));
          } else {
            CHECK((j == 3 ? std::isinf(v) : v == static_cast<float>(alpha) * static_cast<float>(n)));
          }
        }
    }
  }
}

namespace {
// Products of 1 and a subnormal number: every partial sum is exact.
template <class T>
void check_subnormal(T tiny) {
  constexpr pd::index_t n = support::all_sizes ? 256 : 96;
  const std::vector<T> ones(n * n, 1), small(n * n, tiny);
  for (const bool on_the_left : {false, true}) {
    std::vector<T> c(n * n);
    calls::gemm({}, pd::row_major((on_the_left ? small : ones).data(), n, n),
                pd::row_major((on_the_left ? ones : small).data(), n, n), pd::row_major(c.data(), n, n));
    std::size_t wrong = 0;
    for (const T v : c) wrong += v != n * tiny;
    CHECK(wrong == 0);
  }
}
}  // namespace

TEST_CASE("gemm: H14 subnormal operands give the same mathematics") {
  check_subnormal(1e-40f);
  check_subnormal(1e-310);
}

TEST_CASE("gemm: H17 sizes that no vector divides") {
  const std::vector<float> a(107, 1), b(107 * 105, 1);
  std::vector<float> c(105, -1);
  calls::gemm({}, pd::row_major(a.data(), 1, 107), pd::row_major(b.data(), 107, 105),
              pd::row_major(c.data(), 1, 105));
  CHECK(all_equal(c, 107));
}

TEST_CASE("gemm: H21 one column with a very large leading dimension") {
  const guarded_memory memory_a(126 * 126 * 4), memory_b(126 * 4), memory_c(126 * 4);
  float* a = reinterpret_cast<float*>(memory_a.end()) - 126 * 126;
  float* b = reinterpret_cast<float*>(memory_b.end()) - 126;
  float* c = reinterpret_cast<float*>(memory_c.end()) - 126;
  for (int i = 0; i < 126 * 126; ++i) a[i] = 1;
  for (int i = 0; i < 126; ++i) b[i] = 1;
  calls::gemm({}, pd::col_major(a, 126, 126, 126), pd::col_major(b, 126, 1, 31509),
              pd::col_major(c, 126, 1, 126));
  CHECK(all_equal(std::vector<float>(c, c + 126), 126));
}

TEST_CASE("gemm: H22 an operand of stride 0 repeats one row") {
  const std::vector<float> a(32, 1), b(32 * 32, 1);
  std::vector<float> c(32 * 32, -1);
  const pd::index_t extents[] = {32, 32}, strides[] = {0, 1};
  calls::gemm({}, pd::strided(a.data(), extents, strides), pd::row_major(b.data(), 32, 32),
              pd::row_major(c.data(), 32, 32));
  CHECK(all_equal(c, 32));
}

TEST_CASE("gemm: H32 every alignment of each operand") {
  constexpr pd::index_t n = 21, room = n * n + 16;
  const std::vector<float> a(room, 2), b(room, 3);
  for (std::size_t shift = 0; shift < 16 * 3; ++shift) {
    std::vector<float> c(room + 1, -1);
    const std::size_t at = shift % 16, which = shift / 16;
    calls::gemm({}, pd::row_major(a.data() + (which == 0 ? at : 1), n, n),
                pd::row_major(b.data() + (which == 1 ? at : 2), n, n),
                pd::row_major(c.data() + (which == 2 ? at : 3), n, n));
    CHECK(std::count(c.begin(), c.end(), 6.f * n) == n * n);
    CHECK(std::count(c.begin(), c.end(), -1.f) == room + 1 - n * n);
  }
}

TEST_CASE("gemm: H33 C that shares memory with an operand is refused, and nothing is computed") {
  std::vector<float> a(25, 1), b(25, 0);
  for (std::size_t i = 0; i < 5; ++i) b[6 * i] = 1;
  const std::vector<float> before = a;
  const auto square = [](std::vector<float>& v) { return pd::row_major(v.data(), 5, 5); };
  CHECK_THROWS_AS(calls::gemm({}, square(a), square(b), square(a)), pd::kernel_error);
  CHECK_THROWS_AS(calls::gemm({}, square(b), square(a), square(a)), pd::kernel_error);
  CHECK_THROWS_AS(calls::gemm({.alpha = 0}, square(a), square(b), pd::row_major(a.data() + 5, 4, 4)),
                  pd::kernel_error);
  CHECK(a == before);
}

TEST_CASE("gemm: H34 NaN just behind the operands does not leak") {
  const guarded_memory memory(4096);
  const float a[] = {1, 2, 3, 4, not_a_number, not_a_number}, x[] = {2, 1, not_a_number};
  float y[] = {0, 0, not_a_number};
  calls::gemm({}, pd::row_major(a, 2, 2), pd::row_major(x, 2, 1), pd::row_major(y, 2, 1));
  CHECK(y[0] == 4);
  CHECK(y[1] == 10);
  CHECK(std::isnan(y[2]));
}

TEST_CASE("gemm: bad arguments are refused with the argument's name") {
  std::vector<float> a(64), b(64), c(64);
  const auto fault_of = [](const auto& f) {
    try {
      f();
    } catch (const pd::kernel_error& e) {
      return e.verdict().fault;
    }
    return pd::exec::argument_fault::none;
  };
  using fault = pd::exec::argument_fault;
  const auto view = [](std::vector<float>& v, pd::index_t m, pd::index_t n) {
    return pd::row_major(v.data(), m, n);
  };
  CHECK(fault_of([&] { calls::gemm({}, view(a, 3, 4), view(b, 5, 3), view(c, 3, 3)); }) ==
        fault::extent_mismatch);
  CHECK(fault_of([&] { calls::gemm({}, view(a, 3, 4), view(b, 4, 3), view(c, 2, 3)); }) ==
        fault::extent_mismatch);
  CHECK(fault_of([&] { calls::gemm({}, view(a, 3, 4), view(b, 4, 3), view(c, 3, 2)); }) ==
        fault::extent_mismatch);
  CHECK(fault_of([&] { calls::gemm({.alpha = 0}, view(a, 3, 4), view(b, 5, 3), view(c, 3, 3)); }) ==
        fault::extent_mismatch);
  CHECK(fault_of([&] { calls::gemm({.alpha = 0}, view(a, 3, -1), view(b, -1, 3), view(c, 3, 3)); }) ==
        fault::negative_extent);
  CHECK(fault_of([&] { calls::gemm({}, view(a, -3, 4), view(b, 4, 3), view(c, -3, 3)); }) ==
        fault::negative_extent);
  CHECK(fault_of([&] { calls::gemm({}, view(a, 8, 8), view(b, 8, 8), pd::row_major(c.data(), 8, 8, 7)); }) ==
        fault::short_leading_dimension);
  CHECK(fault_of([&] { calls::gemm({}, pd::row_major(a.data(), 8, 8, 7), view(b, 8, 8), view(c, 8, 8)); }) ==
        fault::short_leading_dimension);
  CHECK(fault_of([&] {
          calls::gemm({}, view(a, 8, 8), pd::row_major(static_cast<float*>(nullptr), 8, 8), view(c, 8, 8));
        }) == fault::null_data);
  CHECK(fault_of([&] {
          calls::gemm({}, pd::row_major(a.data(), pd::index_t(1) << 40, 8), view(b, 8, 8),
                      pd::row_major(c.data(), pd::index_t(1) << 40, 8, pd::index_t(1) << 40));
        }) == fault::address_overflow);
  CHECK(fault_of([&] { calls::gemm({}, view(a, 8, 8), view(b, 8, 8), view(c, 8, 8)); }) == fault::none);
  try {
    calls::gemm({}, view(a, 3, 4), view(b, 5, 3), view(c, 3, 3));
  } catch (const pd::kernel_error& e) {
    CHECK(std::string(e.what()).find("B") != std::string::npos);
  }
}
