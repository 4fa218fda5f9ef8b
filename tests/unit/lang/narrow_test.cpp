// SPDX-License-Identifier: Apache-2.0
// Kernels over 8- and 16-bit elements: from mathematics to a call with views.
#include <perfdojo/exec/run.hpp>
#include <perfdojo/lang/lower.hpp>
#include <perfdojo/schedule/all.hpp>

#include "unit/lang/operands.hpp"

#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

namespace {

struct narrow : operands {
  static constexpr lang::tensor<"Q", std::int32_t, "M", "N"> Q{};
  static constexpr lang::tensor<"a8", std::uint8_t, "M", "K"> a8{};
  static constexpr lang::tensor<"b8", std::int8_t, "K", "N"> b8{};
  static constexpr lang::tensor<"h", pd::bf16, "N"> h{};
  static constexpr lang::scalar<"f", pd::bf16> f{};
};
struct product : narrow {
  static constexpr auto math =
      (Q(i, j) = sum(k, lang::convert<std::int32_t>(a8(i, k)) * lang::convert<std::int32_t>(b8(k, j))));
};
struct scaled : narrow {
  static constexpr auto math =
      (h(i) = lang::convert<pd::bf16>(lang::convert<float>(f) * lang::convert<float>(u(i)) + 0.5f));
};
}  // namespace

TEST_CASE("lang: narrow elements are converted by name") {
  CHECK(nests_of(product::math).view() ==
        "i M\n| j N\n| | Q[i, j] = 0\n| | k K\n| | | Q[i, j] += i32(a8[i, k])*i32(b8[k, j])\n");
}

TEST_CASE("run: a product of u8 and i8 with sums in i32 (H07)") {
  const pd::index_t m = 3, n = 37, k = 9;
  std::vector<std::uint8_t> a(static_cast<std::size_t>(m * k), 255);
  std::vector<std::int8_t> b(static_cast<std::size_t>(k * n));
  std::vector<std::int32_t> c(static_cast<std::size_t>(m * n), -1);
  for (std::size_t x = 0; x < b.size(); ++x) b[x] = x % 2 == 0 ? 127 : -128;
  pd::run<product, pd::schedule<>>(pd::row_major(c.data(), m, n), pd::row_major(a.data(), m, k),
                                   pd::row_major(b.data(), k, n));
  for (pd::index_t i = 0; i < m; ++i) {
    for (pd::index_t j = 0; j < n; ++j) {
      std::int32_t want = 0;
      for (pd::index_t l = 0; l < k; ++l) want += 255 * b[static_cast<std::size_t>(l * n + j)];
      CHECK(c[static_cast<std::size_t>(i * n + j)] == want);
    }
  }
}

TEST_CASE("run: bf16 scalars and results") {
  const pd::index_t n = 21;
  std::vector<float> u(static_cast<std::size_t>(n));
  std::vector<pd::bf16> h(static_cast<std::size_t>(n), pd::bf16(-1.f));
  for (pd::index_t i = 0; i < n; ++i) u[static_cast<std::size_t>(i)] = static_cast<float>(i) / 7;
  using vectors = pd::schedule<pd::split<"i", 16, pd::tail::guard>, pd::vectorize<"i1">>;
  pd::run<scaled, vectors>(pd::vector(h.data(), n), pd::bf16(1.5f), pd::vector(u.data(), n));
  for (std::size_t i = 0; i < u.size(); ++i)
    CHECK(h[i].bits == pd::bf16(__builtin_fmaf(1.5f, u[i], 0.5f)).bits);
}
