// SPDX-License-Identifier: Apache-2.0
// Subscripts of several indices: the checks of a call find what the reference interpreter finds.
#include <perfdojo/exec/reference.hpp>
#include <perfdojo/exec/run.hpp>

#include "support/check_both.hpp"

#include <string>
#include <vector>

namespace pd = perfdojo;
namespace lang = pd::lang;
using pd::index_t;
using pd::exec::argument_fault;

namespace {

struct vectors {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"w", 3> w{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr lang::tensor<"x", float, "H"> x{};
  static constexpr lang::temporary<"t", float, "H"> t{};
};
struct strided : vectors {
  static constexpr auto math = (y(i) = lang::sum(w, x(2 * i + w)));
};
struct backwards : vectors {
  static constexpr auto math = (y(i) = x(5 - i));
};
struct fixed : vectors {
  static constexpr auto math = (y(i) = x(4));
};
struct shifted : vectors {
  static constexpr auto math = (y(i) = lang::sum(w, x(3 * i - w + 2)));
};
struct through_temporary : vectors {
  static constexpr lang::index<"h"> h{};
  static constexpr auto math = lang::statements(t(h) = 2.f * x(h), y(i) = t(2 * i));
};
struct guarded_load : vectors {
  static constexpr auto math = (y(i) = lang::select(lang::value(i) >= 1, x(i - 1), 0.f));
};
struct product {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::index<"k"> k{};
  static constexpr lang::tensor<"A", float, "M", "K"> A{};
  static constexpr lang::tensor<"B", float, "K", "N"> B{};
  static constexpr lang::tensor<"C", float, "M", "N"> C{};
  static constexpr auto math = (C(i, j) = lang::sum(k, A(i, k) * B(k, j)));
};

template <class Kernel>
inline constexpr int checks = pd::exec::subscripts_of<lang::program_of<Kernel>>.count;

/// Calls a kernel of y [M] and x [H] with exactly that many elements, and compares verdict and values with the reference.
template <class Kernel, class Schedule = pd::schedule<>>
void agrees_with_reference(index_t largest_m, index_t largest_h) {
  const pd::ir::program& p = lang::program_of<Kernel>::value;
  const bool y_first = p.symbols[0].label == pd::name("M");
  int faults = 0, good = 0;
  for (index_t m = 0; m <= largest_m; ++m) {
    for (index_t h = 0; h <= largest_h; ++h) {
      CAPTURE(m);
      CAPTURE(h);
      std::vector<float> x(static_cast<std::size_t>(h)), y(static_cast<std::size_t>(m), -1.f), want = y;
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i + 1);
      pd::exec::reference_arguments given;
      given.sizes.push(y_first ? m : h);
      given.sizes.push(y_first ? h : m);
      pd::exec::reference_argument a[2];
      a[0].data = want.data();
      a[1].data = x.data();
      for (pd::exec::reference_argument& each : a) each.strides[0] = 1;
      const bool y_is_argument_0 = p.buffers[0].label == pd::name("y");
      given.arguments.push(a[y_is_argument_0 ? 0 : 1]);
      given.arguments.push(a[y_is_argument_0 ? 1 : 0]);
      const pd::exec::reference_result reference = pd::exec::reference(p, given);
      const auto Y = pd::vector(y.data(), m);
      const auto X = pd::vector(x.data(), h);
      pd::exec::argument_verdict v;
      if (y_is_argument_0)
        v = pd::try_run<Kernel, Schedule>({}, Y, X);
      else
        v = pd::try_run<Kernel, Schedule>({}, X, Y);
      CHECK(v.ok() == reference.ok());
      if (v.ok()) {
        ++good;
        CHECK(y == want);
        continue;
      }
      ++faults;
      CHECK(v.fault == argument_fault::subscript_outside);
      CHECK(p.buffers[v.argument].label == reference.buffer);
      CHECK(v.dimension == reference.dimension);
      CHECK(v.found == reference.extent);
      CHECK((v.asked < 0 || v.asked >= v.found));
      CHECK(y == std::vector<float>(static_cast<std::size_t>(m), -1.f));  // nothing was computed
    }
  }
  CHECK(faults > 0);
  CHECK(good > 0);
}

}  // namespace

TEST_CASE("check_subscripts: only subscripts that sizes decide cost a check") {
  CHECK_BOTH(checks<product> == 0);
  CHECK_BOTH(checks<guarded_load> == 0);
  CHECK_BOTH(checks<strided> == 1);
  CHECK_BOTH(checks<backwards> == 1);
  CHECK_BOTH(checks<fixed> == 1);
  CHECK_BOTH(checks<through_temporary> == 1);
}

TEST_CASE("check_subscripts: a call reports what the reference reports") {
  agrees_with_reference<strided>(5, 12);
  agrees_with_reference<backwards>(8, 8);
  agrees_with_reference<fixed>(3, 7);
  agrees_with_reference<shifted>(4, 12);
  agrees_with_reference<through_temporary>(6, 12);
}

TEST_CASE("check_subscripts: scheduled programs are checked by their mathematics") {
  using split_only = pd::schedule<pd::split<"i", 4, pd::tail::guard>, pd::unroll<"w">>;
  static_assert(pd::is_legal<strided, split_only>);
  agrees_with_reference<strided, split_only>(9, 20);
}

TEST_CASE("check_subscripts: the sentence names the tensor, the element and the extent") {
  float x[6]{}, y[3]{};
  const pd::exec::argument_verdict v =
      pd::try_run<strided, pd::schedule<>>({}, pd::vector(y, 3), pd::vector(x, 6));
  char text[160];
  pd::exec::describe(v, pd::exec::names_of<lang::program_of<strided>>.of, text, sizeof text);
  CHECK(std::string(text) ==
        "perfdojo: tensor x: the mathematics uses element 6 of dimension 0, which has extent 6");
  CHECK_THROWS_AS((pd::run<strided, pd::schedule<>>(pd::vector(y, 3), pd::vector(x, 6))), pd::kernel_error);
}

TEST_CASE("check_subscripts: type-erased calls are checked as well") {
  float x[7]{}, y[3]{};
  const pd::exec::argument good[] = {pd::vector(y, 3), pd::vector(x, 7)};
  const pd::exec::argument short_by_one[] = {pd::vector(y, 3), pd::vector(x, 6)};
  CHECK(pd::run_erased<strided, pd::schedule<>>({}, good).ok());
  CHECK(pd::run_erased<strided, pd::schedule<>>({}, short_by_one).fault == argument_fault::subscript_outside);
}

TEST_CASE("check_subscripts: huge sizes do not overflow") {
  constexpr auto& list = pd::exec::subscripts_of<lang::program_of<strided>>;
  const index_t sizes[pd::ir::program::max_symbols] = {INT64_MAX, index_t(1) << 41};
  CHECK(pd::exec::check_subscripts(list.of, list.count, sizes).fault == argument_fault::subscript_outside);
}
