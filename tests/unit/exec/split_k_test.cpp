// SPDX-License-Identifier: Apache-2.0
// Split-K: the sums of a matrix product are shared among threads. Each adds up its part of k, and a tree combines the parts.
#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/verify.hpp>
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

/// Four threads, each with every fourth k of one element.
using split_k = pd::schedule<pd::split<"k", 4, tail::guard>, pd::rfactor<"k0", "k1", "t">,
                             pd::interchange<"k0", "k1">, pd::parallelize<"k1">>;

template <class Schedule>
using of_product = pd::scheduled<product, Schedule>;

}  // namespace

TEST_CASE("split-K: the parts of k run in threads") {
  using program = of_product<split_k>;
  static_assert(program::result.ok());
  perfdojo::thread_pool pool(3);
  CHECK(support::same_result(product::value, program::value, support::reassociation, 1, 20));
  CHECK(support::executed_as(product::value, nullptr, &support::execute_program<program, 0>, pool, 1e-5, 37));
}
