// SPDX-License-Identifier: Apache-2.0
// run, run_on, try_run, run_erased: what a call checks, and that it computes.
#include <perfdojo/exec/run.hpp>
#include <perfdojo/exec/thread_pool.hpp>

#include "support/check_both.hpp"

#include <string_view>
#include <vector>

namespace pd = perfdojo;
namespace lang = pd::lang;
namespace exec = pd::exec;
using exec::argument_fault;
using pd::index_t;

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
using plain = pd::schedule<>;
using by_eights = pd::schedule<pd::split<"j", 8, pd::tail::guard>, pd::rfactor<"j0", "j1">,
                               pd::vectorize<"j1">, pd::parallelize<"i">>;

struct doubled {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "N"> y{};
  static constexpr lang::tensor<"x", float, "N"> x{};
  static constexpr auto math = (y(i) = 2.f * x(i));
};
struct through_memory {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::index<"k"> k{};
  static constexpr lang::tensor<"s", float> s{};
  static constexpr lang::tensor<"x", float, "N"> x{};
  static constexpr lang::temporary<"t", float, "N", "N", "N"> t{};
  static constexpr auto math =
      lang::statements(t(i, j, k) = x(i) + x(j) + x(k), s() = lang::sum(i, j, k, t(i, j, k)));
};

struct problem {
  index_t m, n;
  std::vector<float> A, y;
  problem(index_t rows, index_t columns)
      : m(rows), n(columns), A(static_cast<std::size_t>(m * n)), y(static_cast<std::size_t>(m), -1.f) {
    for (std::size_t i = 0; i < A.size(); ++i) A[i] = static_cast<float>(i % 7);
  }
  auto Y() { return pd::vector(y.data(), m); }
  auto a_by_rows() { return pd::row_major(A.data(), m, n); }
  // Element (i, j) of the matrix whose memory is A by columns.
  bool is_right(float factor, bool by_columns = false) const {
    for (index_t i = 0; i < m; ++i) {
      float sum = 0;
      for (index_t j = 0; j < n; ++j) sum += A[static_cast<std::size_t>(by_columns ? j * m + i : i * n + j)];
      if (y[static_cast<std::size_t>(i)] != factor * sum) return false;
    }
    return true;
  }
  bool is_untouched() const { return y == std::vector<float>(y.size(), -1.f); }
};

}  // namespace

TEST_CASE("run: computes for any size, with any schedule, numbers as scalars") {
  for (const index_t m : {0, 1, 5}) {
    for (const index_t n : {0, 1, 7, 8, 19}) {
      problem p(m, n);
      pd::run<row_sums, plain>(p.Y(), 2.f, p.a_by_rows());
      CHECK(p.is_right(2));
      pd::run<row_sums, by_eights>(p.Y(), 3.f, p.a_by_rows());
      CHECK(p.is_right(3));
    }
  }
}

TEST_CASE("run: another last stride runs without schedule, and is right") {
  problem p(5, 9);
  pd::run<row_sums, by_eights>(p.Y(), 1.f, pd::col_major(p.A.data(), index_t(5), index_t(9)));
  CHECK(p.is_right(1, true));
}

TEST_CASE("run_on: a parallel scope uses the executor") {
  pd::thread_pool pool(2);
  problem p(13, 40);
  pd::run_on<row_sums, by_eights>(pool, p.Y(), 1.f, p.a_by_rows());
  CHECK(p.is_right(1));
}

TEST_CASE("run: extents in the type of a view become constants of the program") {
  problem p(3, 8);
  const auto a_by_eights = pd::row_major(p.A.data(), index_t(3), pd::fixed_size<8>{});
  using program = exec::program_for<lang::program_of<row_sums>, decltype(p.Y()), pd::scalar_view<float>,
                                    std::remove_cv_t<decltype(a_by_eights)>>;
  CHECK_BOTH(program::value.symbols[0].value == -1);
  CHECK_BOTH(program::value.symbols[1].value == 8);
  pd::run<row_sums, by_eights>(p.Y(), 1.f, a_by_eights);
  CHECK(p.is_right(1));
}

TEST_CASE("try_run: a bad call is named, and computes nothing") {
  problem p(4, 6);
  const exec::argument_verdict mismatch =
      pd::try_run<row_sums, plain>({}, p.Y(), 1.f, pd::row_major(p.A.data(), index_t(3), index_t(6)));
  CHECK(mismatch == exec::argument_verdict{argument_fault::extent_mismatch, 2, 0, 0, 4, 3});
  const exec::argument_verdict negative =
      pd::try_run<row_sums, plain>({}, p.Y(), 1.f, pd::row_major(p.A.data(), index_t(4), index_t(-6)));
  CHECK(negative.fault == argument_fault::negative_extent);
  const exec::argument_verdict null =
      pd::try_run<row_sums, plain>({}, p.Y(), 1.f, pd::row_major<float>(nullptr, index_t(4), index_t(6)));
  CHECK(null.fault == argument_fault::null_data);
  const exec::argument_verdict overlap =
      pd::try_run<row_sums, plain>({}, pd::vector(p.A.data() + 2, index_t(4)), 1.f, p.a_by_rows());
  CHECK(overlap == exec::argument_verdict{argument_fault::arguments_overlap, 0, 2, 0, 0, 0});
  CHECK(p.is_untouched());
  CHECK(pd::try_run<row_sums, plain>({}, p.Y(), 1.f, p.a_by_rows()).ok());
}

TEST_CASE("run: a bad call throws the sentence and the verdict") {
  problem p(4, 6);
  try {
    pd::run<row_sums, plain>(p.Y(), 1.f, pd::row_major(p.A.data(), index_t(3), index_t(6)));
    FAIL("no exception");
  } catch (const pd::kernel_error& e) {
    CHECK(std::string_view(e.what()) ==
          "perfdojo: argument A: dimension 0 has extent 3, but argument y asks for 4");
    CHECK(e.verdict().fault == argument_fault::extent_mismatch);
  }
}

TEST_CASE("run: an element-wise kernel may overwrite its input") {
  float x[9];
  for (int i = 0; i < 9; ++i) x[i] = static_cast<float>(i);
  pd::run<doubled, plain>(pd::vector(x, 9), pd::vector(x, 9));
  for (int i = 0; i < 9; ++i) CHECK(x[i] == 2.f * static_cast<float>(i));
  const auto shifted = pd::try_run<doubled, plain>({}, pd::vector(x, 8), pd::vector(x + 1, 8));
  CHECK(shifted.fault == argument_fault::arguments_overlap);
}

TEST_CASE("run: memory that no machine has is a verdict, and nothing is computed") {
  // Stride 0 makes one element a vector of any length; the temporary would have 2^63 elements.
  float x = 3, s = -1;
  const auto v = pd::try_run<through_memory, plain>({}, pd::vector(&x, index_t(1) << 21, 0), pd::scalar(&s));
  CHECK(v.fault == argument_fault::no_scratch);
  CHECK(s == -1);
  char text[160];
  exec::describe(v, exec::names_of<lang::program_of<through_memory>>.of, text, sizeof text);
  CHECK(std::string_view(text) == "perfdojo: the scratch memory would have more bytes than 64 bits count");
  pd::run<through_memory, plain>(pd::vector(&x, 2, 0), pd::scalar(&s));
  CHECK(s == 8 * 9);
}

TEST_CASE("run_erased: arguments without types pass the same checks") {
  problem p(4, 6);
  const pd::scalar_view<float> a{1.f};
  const exec::argument good[] = {p.Y(), a, p.a_by_rows()};
  CHECK(pd::run_erased<row_sums, by_eights>({}, good).ok());
  CHECK(p.is_right(1));
  exec::argument bad[] = {p.Y(), a, p.a_by_rows()};
  bad[2].extents[0] = 3;
  CHECK(pd::run_erased<row_sums, by_eights>({}, bad).fault == argument_fault::extent_mismatch);
}

TEST_CASE("names_of: the names of arguments in the order of a call") {
  constexpr const pd::name* names = exec::names_of<lang::program_of<row_sums>>.of;
  CHECK_BOTH(names[0] == pd::name("y"));
  CHECK_BOTH(names[1] == pd::name("a"));
  CHECK_BOTH(names[2] == pd::name("A"));
}
