// SPDX-License-Identifier: Apache-2.0
// A kernel of one's own with the schedule that is chosen for it.
#include <perfdojo/dispatch/path.hpp>
#include <perfdojo/dispatch/run.hpp>
#include <perfdojo/exec/thread_pool.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace pd = perfdojo;
namespace lang = pd::lang;
using pd::index_t;
using pd::exec::argument_fault;

namespace {

// y(i) = a * sum over j of A(i, j)
struct row_sums {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"A", float, "M", "N"> A{};
  static constexpr lang::scalar<"a", float> a{};
  static constexpr auto math = (y(i) = lang::sum(j, a* A(i, j)));
};
struct untuned : row_sums {
  using default_schedule = pd::schedule<pd::split<"j", 8, pd::tail::guard>>;
};
struct own : row_sums {};
struct nothing : row_sums {};

}  // namespace

namespace perfdojo {
template <>
struct tuned<own> {
  using entries = tuned_entries<
      tuned_entry<50, schedule<split<"j", 4, tail::guard>, rfactor<"j0", "j1">, vectorize<"j1">>>,
      tuned_entry<INT64_MAX, schedule<split<"i", 2, tail::guard>, parallelize<"i0">>>>;
};
}  // namespace perfdojo

namespace {

template <class Kernel>
void is_right(index_t m, index_t n) {
  CAPTURE(m);
  CAPTURE(n);
  std::vector<float> A(static_cast<std::size_t>(m * n)), y(static_cast<std::size_t>(m), -1.f);
  for (std::size_t i = 0; i < A.size(); ++i) A[i] = static_cast<float>(i % 5);
  const auto check = [&](bool by_columns) {
    for (index_t i = 0; i < m; ++i) {
      float sum = 0;
      for (index_t j = 0; j < n; ++j) sum += A[static_cast<std::size_t>(by_columns ? j * m + i : i * n + j)];
      CHECK(y[static_cast<std::size_t>(i)] == 3 * sum);
    }
    y.assign(y.size(), -1.f);
  };
  pd::run<Kernel>(pd::vector(y.data(), m), 3.f, pd::row_major(A.data(), m, n));
  check(false);
  pd::run<Kernel>(pd::vector(y.data(), m), 3.f, pd::col_major(A.data(), m, n));
  check(true);
  pd::thread_pool pool(2);
  pd::run_on<Kernel>(pool, pd::vector(y.data(), m), 3.f, pd::row_major(A.data(), m, n));
  check(false);
}

}  // namespace

TEST_CASE("run without a schedule: right with tuned, default and no schedule, at every size") {
  for (const index_t m : {0, 1, 6}) {
    for (const index_t n : {0, 3, 17}) {
      is_right<own>(m, n);
      is_right<untuned>(m, n);
      is_right<nothing>(m, n);
    }
  }
}

TEST_CASE("run without a schedule: sizes in the types of views choose and run as others do") {
  float A[5][16], y[5];
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 16; ++j) A[i][j] = 1;
  pd::run<own>(pd::vector(y, pd::fixed_size<5>{}), 1.f,
               pd::row_major(&A[0][0], pd::fixed_size<5>{}, pd::fixed_size<16>{}));
  for (const float e : y) CHECK(e == 16);
}

TEST_CASE("run without a schedule: work is the product of the sizes, each once") {
  float x = 0;
  using mathematics = lang::program_of<row_sums>;
  const pd::scalar_view<float> a{1};
  CHECK(pd::dispatch::work_of<mathematics>(pd::vector(&x, 6), a, pd::row_major(&x, 6, 7)) == 42);
  CHECK(pd::dispatch::work_of<mathematics>(pd::vector(&x, 0), a, pd::row_major(&x, 0, 7)) == 0);
  CHECK(pd::path_of<own>(5, 10).entry == 0);
  CHECK(pd::path_of<own>(5, 11).entry == 1);
}

TEST_CASE("run without a schedule: bad calls are named") {
  float A[12]{}, y[3]{};
  const auto v = pd::try_run<own>({}, pd::vector(y, 3), 1.f, pd::row_major(A, 2, 4));
  CHECK(v.fault == argument_fault::extent_mismatch);
  CHECK_THROWS_AS((pd::run<own>(pd::vector(y, 3), 1.f, pd::row_major(A, 3, -4))), pd::kernel_error);
}
