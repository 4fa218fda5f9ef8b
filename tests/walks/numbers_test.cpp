// SPDX-License-Identifier: Apache-2.0
// What moves and the interpreter cost at run time. The numbers are printed: how fast a machine is decides no test.
#include <perfdojo/kernels/softmax_kernel.hpp>
#include <perfdojo/schedule/composed/blocked_gemm.hpp>
#include <perfdojo/schedule/composed/row_pass.hpp>
#include <perfdojo/schedule/legal_moves.hpp>
#include <perfdojo/schedule/schedule_class.hpp>

#include "support/cut_out.hpp"
#include "support/same_result.hpp"
#include "support/sample_programs.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <doctest/doctest.h>

namespace pd = perfdojo;

namespace {

pd::ir::program sample(std::string_view label) {
  for (const samples::sample& s : samples::all)
    if (s.label == label) return s.program;
  return samples::scale(1);
}
template <class Moves>
pd::ir::program scheduled(pd::ir::program p, const Moves& moves) {
  for (const pd::move_record& m : moves) {
    REQUIRE(pd::check(m, p).ok());
    p = pd::apply(m, p);
  }
  return p;
}
pd::ir::program product() { return sample("matmul"); }
pd::ir::program scheduled_product() {
  return scheduled(product(), pd::blocked_gemm_moves({6, 2, 8, 64, 12, 96, 2}));
}
pd::ir::program scheduled_softmax() {
  return scheduled(pd::lang::program_of<pd::softmax_kernel<float>>::value, pd::softmax_rows_moves(8, 4, 0));
}

// Seconds of the fastest of some runs.
template <class F>
double seconds(F&& f) {
  using clock = std::chrono::steady_clock;
  double least = 1e9;
  for (int i = 0; i < 7; ++i) {
    const auto start = clock::now();
    f();
    least = (std::min)(least, std::chrono::duration<double>(clock::now() - start).count());
  }
  return least;
}

}  // namespace

TEST_CASE("numbers: moves of the scheduled matrix product") {
  const pd::ir::program p = scheduled_product();
  pd::move_choices exact;
  exact.may_reassociate = false;
  std::vector<pd::move_record> legal;
  const double listing = seconds([&] { legal = pd::legal_moves(p); });
  REQUIRE(!legal.empty());
  CHECK(pd::legal_moves(p, exact).size() < legal.size());
  std::size_t verified = 0;
  const double applying = seconds([&] {
    verified = 0;
    for (const pd::move_record& m : legal) verified += pd::ir::verify(pd::apply(m, p)).ok() ? 1 : 0;
  });
  CHECK(verified == legal.size());
  std::printf("%d nodes: legal_moves %.2f ms for %zu moves; apply and verify %.1f us a move\n",
              p.nodes.size(), listing * 1e3, legal.size(),
              applying / static_cast<double>(legal.size()) * 1e6);
}

TEST_CASE("numbers: operations of the interpreter") {
  for (const pd::ir::program& p : {product(), scheduled_product()}) {
    support::sizes_of_program sizes;
    for (const pd::ir::symbol& s : p.symbols) sizes.push(s.value >= 0 ? s.value : 64);
    support::argument_set arguments(p, sizes, 1);
    pd::exec::reference_result r;
    const double run = seconds([&] { r = pd::exec::reference(p, arguments.view()); });
    REQUIRE(r.ok());
    CHECK(r.operations >= 64 * 64 * 64);
    std::printf("%d nodes: interpreter %.1f million operations a second\n", p.nodes.size(),
                static_cast<double>(r.operations) / run / 1e6);
  }
}

TEST_CASE("numbers: checking a move on its cut-out and on the whole program") {
  for (const pd::ir::program& p : {scheduled_product(), scheduled_softmax()}) {
    std::size_t nodes = 0, moves = 0;
    double whole = 0, part = 0;
    const std::vector<pd::move_record> legal = pd::legal_moves(p);
    for (std::size_t i = 0; i < legal.size(); i += legal.size() / 40 + 1) {  // some 40: a second or two
      const pd::ir::program after = pd::apply(legal[i], p);
      const double tolerance = support::tolerance_of(pd::detail::class_of(legal[i], p));
      support::cut_out_pair cut{p, after};
      whole += seconds([&] { CHECK(support::same_result(p, after, tolerance)); });
      part += seconds([&] {
        cut = support::cut_out(p, after);
        CHECK(support::same_result(cut.before, cut.after, tolerance));
      });
      nodes += static_cast<std::size_t>(cut.before.nodes.size());
      ++moves;
    }
    REQUIRE(moves > 0);
    CHECK(nodes < moves * static_cast<std::size_t>(p.nodes.size()));
    std::printf("%d nodes, %.1f in a cut-out: check of a move %.0f us on the whole, %.0f us on the cut-out\n",
                p.nodes.size(), static_cast<double>(nodes) / static_cast<double>(moves),
                whole / static_cast<double>(moves) * 1e6, part / static_cast<double>(moves) * 1e6);
  }
}
