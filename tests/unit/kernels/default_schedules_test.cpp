// SPDX-License-Identifier: Apache-2.0
// The default schedules that is_proven<> exempts from checks in users' compiles are legal, move by move.
#include <perfdojo/dispatch/choose.hpp>
#include <perfdojo/ir/verify.hpp>
#include <perfdojo/kernels/elementwise_kernels.hpp>
#include <perfdojo/kernels/gemm_kernel.hpp>
#include <perfdojo/kernels/softmax_kernel.hpp>

#include <doctest/doctest.h>

namespace pd = perfdojo;

TEST_CASE_TEMPLATE("default schedules: each move is legal, and the result is what a call runs", Kernel,
                   pd::gemm_kernel<float>, pd::gemm_kernel<double>, pd::small_gemm_kernel<float>,
                   pd::small_gemm_kernel<double>, pd::softmax_kernel<float>,
                   pd::scale_shift_relu_kernel<float>) {
  using program = pd::lang::program_of<Kernel>;
  static_assert(pd::is_proven<program, typename Kernel::default_step>);
  pd::ir::program p = program::value;
  for (int i = 0; i < Kernel::default_step::moves.size(); ++i) {
    CAPTURE(i);
    const pd::verdict v = pd::check(Kernel::default_step::moves[i], p);
    REQUIRE(v == pd::accept());
    p = pd::apply(Kernel::default_step::moves[i], p);
    REQUIRE(pd::ir::verify(p).ok());
  }
  CHECK(p == pd::scheduled<program, typename Kernel::default_schedule>::value);
}

namespace {

template <class Program, class... Entries>
int legal_entries(pd::tuned_entries<Entries...>) {
  const auto is_legal = []<class Schedule>() {
    using result = pd::scheduled<Program, Schedule>;
    return result::result == pd::accept() && pd::ir::verify(result::value).ok();
  };
  return (is_legal.template operator()<typename Entries::schedule>() + ...);
}

}  // namespace

TEST_CASE_TEMPLATE(
    "default schedules: there is one for small sizes, and one that streams what no cache holds", Kernel,
    pd::softmax_kernel<float>, pd::scale_shift_relu_kernel<float>) {
  using program = pd::lang::program_of<Kernel>;
  using entries = pd::dispatch::entries_of<Kernel>;
  CHECK(legal_entries<program>(entries{}) == 2);
  const auto streams_at = [](pd::index_t work) {
    return pd::dispatch::with_schedule(entries{}, work, []<class Schedule>() {
      int streamed = 0;
      for (const pd::ir::node& n : pd::scheduled<program, Schedule>::value.nodes) streamed += n.streamed;
      return streamed;
    });
  };
  CHECK(streams_at(1) == 0);
  CHECK(streams_at(Kernel::largest_cached) == 0);
  CHECK(streams_at(Kernel::largest_cached + 1) == 1);
  CHECK(streams_at(INT64_MAX) == 1);
}
