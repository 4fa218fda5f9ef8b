// SPDX-License-Identifier: Apache-2.0
// Split-K: the sums of a matrix product are shared among threads. Each adds up its part of k, and a tree combines the parts.
#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>
#include <perfdojo/schedule/composed/tree_combine.hpp>
#include <perfdojo/schedule/schedule.hpp>

#include "support/executed.hpp"

namespace pd = perfdojo;
using pd::tail;

namespace {

PERFDOJO_TEST_PROGRAM(product, R"(perfdojo 1
size M
size N
size K
argument C f32 [M, N]
argument A f32 [M, K]
argument B f32 [K, N]
i M
| j N
| | k K
| | | C[i, j] += A[i, k]*B[k, j]
)");

/// Four threads, each with every fourth k of one element; two levels of a tree.
using run_time_k = pd::scheduled<
    product, pd::schedule<pd::split<"k", 4, tail::guard>, pd::rfactor<"k0", "k1", "t">,
                          pd::interchange<"k0", "k1">, pd::parallelize<"k1">, pd::tree_combine<"k1_c", 4>>>;

/// As above, in vectors: a thread has every fourth block of 16.
using run_time_k_in_vectors =
    pd::scheduled<product,
                  pd::schedule<pd::split<"k", 16, tail::guard>, pd::split<"k0", 4, tail::guard>,
                               pd::rfactor<"k00", "k01", "t">, pd::interchange<"k00", "k01">,
                               pd::parallelize<"k01">, pd::vectorize<"k1">, pd::tree_combine<"k01_c", 4>>>;

/// K is 37 while compiling: a thread has one block of 8, the last of them less.
PERFDOJO_TEST_PROGRAM(product_of_37, R"(perfdojo 1
size M
size N
argument C f32 [M, N]
argument A f32 [M, 37]
argument B f32 [37, N]
i M
| j N
| | k 37
| | | C[i, j] += A[i, k]*B[k, j]
)");
using constant_k =
    pd::scheduled<product_of_37, pd::schedule<pd::split<"k", 8, tail::guard>, pd::rfactor<"k0", "k0", "t">,
                                              pd::parallelize<"k0">>>;

template <class Program>
void check(const pd::ir::program& product) {
  static_assert(Program::result.ok());
  const int t = Program::value.find_buffer("t");
  REQUIRE(t >= 0);
  int parallel = 0;
  for (const pd::ir::node& n : Program::value.nodes)
    parallel += n.is_scope && n.kind == pd::ir::scope_kind::parallel;
  CHECK(parallel == 1);
  // Small integers: exact in any order.
  CHECK(support::same_result(product, Program::value, 0, 1, 30));
  pd::thread_pool pool(3);
  for (const pd::executor_ref executor : {pd::executor_ref(pool), pd::executor_ref()})
    CHECK(support::executed_as(product,
                               &support::execute_program<Program, pd::exec::all_unit_strides<Program>()>,
                               &support::execute_program<Program, 0>, executor, 0, 37));
}

}  // namespace

TEST_CASE("split-K: a run-time size, shared among four threads") { check<run_time_k>(product::value); }
TEST_CASE("split-K: in vectors") { check<run_time_k_in_vectors>(product::value); }
TEST_CASE("split-K: a constant size, in blocks") { check<constant_k>(product_of_37::value); }
