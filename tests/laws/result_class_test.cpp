// SPDX-License-Identifier: Apache-2.0
// Laws of the class of a schedule: if it is bitwise_equal, the interpreter and the compiled executor give the bits of the program without
// schedule, in whatever order unrolled, vector and parallel scopes run.
#include <perfdojo/exec/run_program.hpp>
#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/schedule/composed/blocked_gemm.hpp>
#include <perfdojo/schedule/schedule_class.hpp>
#include <perfdojo/schedule/spell.hpp>

#include "support/bit_difference.hpp"
#include "support/random_nests.hpp"
#include "support/random_pipelines.hpp"
#include "support/random_programs.hpp"
#include "support/random_schedules.hpp"

#include <cstring>

#include <doctest/doctest.h>

namespace pd = perfdojo;
using pd::index_t;
using pd::result_class;

namespace {

/// Contiguous f32 arguments of program p: multiples of 2^-12 below 1, so that a product is exact and a sum of some is not. Then it does not
/// show whether a compiler contracts a*b+c, which the semantics allow: with or without -ffp-contract=off the bits are the same.
class exact_products {
public:
  exact_products(const pd::ir::program& p, const std::vector<index_t>& sizes) : program_(&p) {
    std::uint32_t state = 1;
    for (int b = 0; b < pd::exec::argument_count(p); ++b) {
      const pd::ir::buffer& x = p.buffers[b];
      pd::exec::argument a;
      a.rank = x.rank();
      a.type = x.type;
      index_t elements = 1;
      for (int r = x.rank() - 1; r >= 0; --r) {
        const pd::ir::dimension& d = x.dimensions[r];
        a.extents[r] = d.symbol < 0 ? d.cap : sizes[static_cast<std::size_t>(d.symbol)];
        a.strides[r] = elements;
        elements *= a.extents[r];
      }
      memory_.emplace_back(static_cast<std::size_t>(elements));
      for (float& v : memory_.back()) {
        state = state * 1664525 + 1013904223;  // Knuth, The Art of Computer Programming 2, 3.3.4
        v = (static_cast<float>(state >> 20) - 2047.5f) / 2048;
      }
      arguments_.push_back(a);
    }
    for (const index_t s : sizes) sizes_.push(s);
  }

  template <class P>
  void execute(pd::executor_ref executor) {
    for (std::size_t b = 0; b < arguments_.size(); ++b) arguments_[b].data = memory_[b].data();
    REQUIRE(pd::exec::run_dense<P>(executor, arguments_.data()).ok());
  }
  void interpret() {
    pd::exec::reference_arguments given;
    given.sizes = sizes_;
    for (std::size_t b = 0; b < arguments_.size(); ++b) {
      pd::exec::reference_argument a;
      a.data = memory_[b].data();
      std::memcpy(a.strides, arguments_[b].strides, sizeof a.strides);
      given.arguments.push(a);
    }
    REQUIRE(pd::exec::reference(*program_, given).ok());
  }
  bool operator==(const exact_products& other) const {
    for (std::size_t b = 0; b < memory_.size(); ++b)
      if (std::memcmp(memory_[b].data(), other.memory_[b].data(), memory_[b].size() * sizeof(float)) != 0)
        return false;
    return true;
  }

private:
  const pd::ir::program* program_;
  std::vector<std::vector<float>> memory_;
  std::vector<pd::exec::argument> arguments_;
  support::sizes_of_program sizes_;
};

template <class P, class Schedule>
bool same_bits() {
  using scheduled = pd::scheduled<P, Schedule>;
  static_assert(scheduled::result.ok());
  static pd::thread_pool pool(2);
  bool same = true;
  for (const index_t m : {1, 5, 17, 40}) {
    for (const index_t k : {1, 9, 64, 133}) {
      const std::vector<index_t> sizes{m, 2 * m + 1, k};
      exact_products expected(P::value, sizes), found(P::value, sizes), threaded(P::value, sizes);
      expected.interpret();
      found.execute<scheduled>({});
      threaded.execute<scheduled>(pool);
      same = same && found == expected && threaded == expected;
    }
  }
  return same;
}

#define PROGRAM(NAME, TEXT)                                               \
  struct NAME {                                                           \
    static constexpr pd::ir::program value =                              \
        pd::ir::parse("perfdojo 1\nsize M\nsize N\nsize K\n" TEXT).value; \
  }
PROGRAM(product, R"(argument C f32 [M, N]
argument A f32 [M, K]
argument B f32 [K, N]
i M
| j N
| | C[i, j] = 0
| | k K
| | | C[i, j] += A[i, k]*B[k, j]
)");
PROGRAM(rows, R"(argument y f32 [M, N]
argument A f32 [M, N]
argument B f32 [N, K]
argument z f32 [M]
heap m f32 [M]
i M
| m[i] = A[i, 0]
| j N
| | m[i] max= A[i, j]
| z[i] = 0
| l N
| | z[i] += A[i, l]*m[i]
| n N
| | y[i, n] = max(A[i, n] - m[i], 0.25) + B[n, 0]
)");

using tiled = pd::schedule<pd::blocked_gemm<3, 2, 4, 16, 2, 2, 1>>;
using tiled_by_two = pd::schedule<pd::blocked_gemm<3, 2, 4, 16, 2, 2, 2>>;
using lanes_of_columns =
    pd::schedule<pd::split<"j", 8, pd::tail::guard>, pd::fission<"j1", 1>, pd::interchange<"j1_b", "k">,
                 pd::vectorize<"j1_b">, pd::vectorize<"j1">, pd::parallelize<"i">>;
using lanes_of_sum = pd::schedule<pd::split<"k", 8, pd::tail::guard>, pd::vectorize<"k1">>;
using lanes_of_rows =
    pd::schedule<pd::split<"j", 8, pd::tail::guard>, pd::vectorize<"j1">, pd::split<"n", 16, pd::tail::guard>,
                 pd::vectorize<"n1">, pd::accumulate<"z", "l">, pd::parallelize<"i">>;
using partial_sums = pd::schedule<pd::split<"l", 4, pd::tail::guard>, pd::rfactor<"l0", "l1">>;

}  // namespace

TEST_CASE("law: random schedules of class bitwise_equal give the bits of the program") {
  int equal = 0, reordered = 0, shows = 0;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    const pd::ir::program start =
        seed % 3 == 0 ? support::random_pipeline(seed) : support::random_program(seed);
    result_class worst = result_class::bitwise_equal;
    std::vector<pd::move_record> moves;
    const pd::ir::program p = support::after_random_moves(
        start, seed, 6, [&](const pd::ir::program& before, const pd::move_record& m) {
          worst = combine(worst, pd::detail::class_of(m, before));
          if (pd::worst_class(m) != result_class::bitwise_equal) ++reordered;
          moves.push_back(m);
        });
    const std::string trouble = support::bit_difference(start, p, seed + 1);
    if (worst != result_class::bitwise_equal) {
      shows += trouble.empty() ? 0 : 1;
      continue;
    }
    equal += moves.empty() ? 0 : 1;
    if (trouble.empty()) continue;
    MESSAGE("seed " << seed << ": " << trouble << "\nafter " << pd::spell(moves) << " of\n"
                    << support::text(start));
    CHECK(trouble.empty());
    break;
  }
  std::printf("%d schedules are bitwise_equal; of the others %d change bits\n", equal, shows);
  CHECK(equal > 2000);
  CHECK(reordered > 1000);
  CHECK(shows > 10);  // the data can tell
}

TEST_CASE("law: compiled schedules of class bitwise_equal give the bits of the interpreter") {
  static_assert(pd::schedule_class<product, pd::schedule<>> == result_class::bitwise_equal);
  static_assert(pd::schedule_class<product, tiled> == result_class::bitwise_equal);
  static_assert(pd::schedule_class<product, lanes_of_columns> == result_class::bitwise_equal);
  static_assert(pd::schedule_class<rows, lanes_of_rows> == result_class::bitwise_equal);
  CHECK(same_bits<product, pd::schedule<>>());
  CHECK(same_bits<product, tiled>());
  CHECK(same_bits<product, lanes_of_columns>());
  CHECK(same_bits<rows, pd::schedule<>>());
  CHECK(same_bits<rows, lanes_of_rows>());
}

TEST_CASE("law: compiled schedules that reassociate do not, on the same data") {
  static_assert(pd::schedule_class<product, tiled_by_two> == result_class::reassociates);
  static_assert(pd::schedule_class<product, lanes_of_sum> == result_class::reassociates);
  static_assert(pd::schedule_class<rows, partial_sums> == result_class::reassociates);
  CHECK_FALSE(same_bits<product, lanes_of_sum>());
  CHECK_FALSE(same_bits<rows, partial_sums>());
}
