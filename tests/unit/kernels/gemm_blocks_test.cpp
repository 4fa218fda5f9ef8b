// SPDX-License-Identifier: Apache-2.0
// Matrix products by schedules of one's own: blocks so small that a few elements cross all of them, vectors shorter and longer
// than a register, sizes known at compile time.
#include <perfdojo/exec/run.hpp>
#include <perfdojo/kernels/gemm_kernel.hpp>

#include "support/gemm_problem.hpp"

namespace pd = perfdojo;
using pd::index_t;

namespace {

template <class View>
View empty(View v, int dimension) {
  v.extents[dimension] = 0;
  return v;
}

template <class T, class Schedule>
void check_blocks(const std::vector<index_t>& rows, const std::vector<index_t>& columns,
                  const std::vector<index_t>& depths) {
  using kernel = pd::gemm_kernel<T>;
  using program = pd::lang::program_of<kernel>;
  support::gemm_checker<T> checker(200 * 250);
  unsigned turn = 0;
  index_t wrong = 0;
  for (const index_t m : rows)
    for (const index_t n : columns)
      for (const index_t k : depths) {
        if (wrong > 10) break;
        turn += 13;
        support::gemm_problem p = support::rotated_problem(m, n, k, turn);
        if (p.c == support::layout::by_columns) p.c = support::layout::by_rows;
        if (p.c == support::layout::by_columns_gap) p.c = support::layout::by_rows_gap;
        wrong += checker.wrong(p, [](double alpha, double beta, auto a, auto b, const auto& c) {
          if (alpha == 0) {  // as the entry point does: the kernel itself would multiply
            a = empty(a, 1);
            b = empty(b, 0);
          }
          const pd::scalar_view<T> x{static_cast<T>(alpha)}, y{static_cast<T>(beta)};
          const pd::exec::argument arguments[] = {c, y, x, a, b};
          // Only C must have unit stride along rows.
          using scheduled = pd::scheduled<program, Schedule>;
          const auto v = pd::exec::run_checked<scheduled, program, 1>(pd::executor_ref{}, arguments);
          CHECK(v.ok());
        });
      }
  CHECK(wrong == 0);
}

constexpr index_t w = pd::exec::lanes<float>, w64 = pd::exec::lanes<double>;

// Sizes at, below and above multiples of a block.
std::vector<index_t> around(index_t block) {
  std::vector<index_t> list{0, 1, block - 1, block, block + 1, 2 * block - 1, 2 * block, 3 * block + 2};
  return list;
}

template <class T, index_t M, index_t N, index_t K>
void check_fixed_size() {
  support::gemm_checker<T> checker(M * K + K * N + M * N + 256);
  const support::gemm_problem p{
      M, N, K, support::layout::by_rows, support::layout::by_rows, support::layout::by_rows};
  const auto wrong = checker.wrong(p, [](double, double beta, const auto& a, const auto& b, const auto& c) {
    using kernel = pd::small_gemm_kernel<T>;
    pd::run<kernel, typename kernel::default_schedule>(
        pd::row_major(c.data, pd::fixed<M>, pd::fixed<N>), static_cast<T>(beta),
        pd::row_major(a.data, pd::fixed<M>, pd::fixed<K>), pd::row_major(b.data, pd::fixed<K>, pd::fixed<N>));
  });
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("gemm: blocks of three rows, one vector, 6 x 2w x w") {
  using small_blocks = pd::schedule<pd::blocked_gemm<3, 1, w, w, 2, 2, 1>>;
  check_blocks<float, small_blocks>(around(6), around(2 * w), around(w));
}
TEST_CASE("gemm: f64, one row, three vectors, unrolled by two") {
  using one_row = pd::schedule<pd::blocked_gemm<1, 3, w64, 2 * w64, 3, 1, 2>>;
  check_blocks<double, one_row>(around(3), around(3 * w64), around(2 * w64));
}
TEST_CASE("gemm: H29 vectors of four elements") {
  using short_vectors = pd::schedule<pd::blocked_gemm<5, 2, 4, 8, 2, 3, 4>>;
  check_blocks<float, short_vectors>(around(10), around(24), around(8));
}
TEST_CASE("gemm: H29 vectors that are no multiple of a register") {
  using odd_vectors = pd::schedule<pd::blocked_gemm<2, 2, 24, 24, 2, 1, 2>>;
  check_blocks<float, odd_vectors>(around(4), around(48), around(24));
}
TEST_CASE("gemm: in plain loops") { check_blocks<double, pd::schedule<>>({0, 1, 5}, {0, 1, 7}, {0, 1, 9}); }

TEST_CASE("gemm: sizes known at compile time") {
  check_fixed_size<float, 1, 1, 1>();
  check_fixed_size<float, 7, 33, 5>();
  check_fixed_size<double, 16, 16, 16>();
}
