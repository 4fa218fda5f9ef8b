// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/lang/functions.hpp>

#include <type_traits>

#include "unit/lang/operands.hpp"

namespace {

using pd::ir::element;

struct functions : operands {
  static constexpr auto of_double = d(i) * 2;
  static constexpr auto of_integer = 3 - n(i);
  static constexpr auto comparison = 0.f == beta;
  static constexpr auto choice = select(u(i) < v(i), 1, u(i));
  static constexpr auto choice_of_numbers = select(u(i) < v(i), 1.0, 0.0);
  static constexpr auto converted = lang::convert<double>(u(i)) * d(i);
  static constexpr auto not_converted = lang::convert<float>(u(i));
  static constexpr auto converted_index = lang::convert<float>(2 * i + 1) * u(i);
  static constexpr auto value = lang::value(i) + 1;
  static constexpr auto largest = max(0.f, u(i));
  static constexpr auto reduced = max(i, u(i));
  static constexpr auto all =
      (u(i) = fma(v(i), erf(v(i)), tanh(v(i))) + rsqrt(sqrt(v(i))) - log(v(i)) / exp(abs(v(i))));
  static constexpr auto comparisons = (u(i) = select(v(i) <= 1, select(v(i) >= 2, 3.f, 4.f),
                                                     select(v(i) != 5, select(v(i) > 6, 7.f, 8.f), -v(i))));
  static constexpr auto extrema =
      (u(i) = min(max(v(i), 1), 2) + min_number(max_number(3, v(i)), 0x1p-3) + min_number(k, B(k, i)));
  static constexpr auto integers =
      (n(i) = lang::convert<int>(l(i)) / 2 + lang::convert<int>(i) * lang::convert<int>(1.5f));
  static constexpr auto grouped = (u(i) = v(i) * (v(i) + 1) - (v(i) - (v(i) - 2)));
};

template <class E>
constexpr element type_of(const E&) {
  return E::type;
}

}  // namespace

TEST_CASE("functions: numbers take the type of the other operand") {
  CHECK_BOTH(type_of(functions::of_double) == element::f64);
  CHECK_BOTH(type_of(functions::of_integer) == element::i32);
  CHECK_BOTH(type_of(functions::choice) == element::f32);
  CHECK_BOTH(type_of(functions::choice_of_numbers) == element::f64);
}

TEST_CASE("functions: a comparison is a boolean, whichever side the number is on") {
  CHECK_BOTH(type_of(functions::comparison) == element::boolean);
}

TEST_CASE("functions: convert changes the type, and nothing where the type is right") {
  CHECK_BOTH(type_of(functions::converted) == element::f64);
  CHECK_BOTH(std::is_same_v<decltype(functions::not_converted), const decltype(operands::u(operands::i))>);
  CHECK_BOTH(type_of(functions::converted_index) == element::f32);
  CHECK_BOTH(type_of(functions::value) == element::i64);
}

TEST_CASE("functions: max of two values is a function, max over an index a reduction") {
  CHECK_BOTH(!std::is_same_v<decltype(functions::largest), decltype(functions::reduced)>);
  CHECK_BOTH(functions::reduced.over.terms[0].label == pd::name("i"));
}

TEST_CASE("functions: == on types of lang leaves other comparisons alone") {
  CHECK_BOTH(lang::subscript(operands::i) == lang::subscript(operands::i));
  CHECK_BOTH(lang::subscript(operands::i) != operands::i + 1);
  CHECK_BOTH(lang::tensor<"A", float, "M", "K">::facts == decltype(operands::A)::facts);
}

TEST_CASE("functions: every function arrives in the program") {
  CHECK_BOTH(
      nests_of(functions::all).view() ==
      "i N\n| u[i] = fma(v[i], erf(v[i]), tanh(v[i])) + rsqrt(sqrt(v[i])) - log(v[i])/exp(abs(v[i]))\n");
  CHECK_BOTH(
      nests_of(functions::comparisons).view() ==
      "i N\n| u[i] = select(v[i] <= 1, select(v[i] >= 2, 3, 4), select(v[i] != 5, select(v[i] > 6, 7, 8), "
      "-v[i]))\n");
  CHECK_BOTH(nests_of(functions::extrema).view() ==
             "i N\n| u_r[i] = inf\n| k K\n| | u_r[i] min_number= B[k, i]\n"
             "| u[i] = min(max(v[i], 1), 2) + min_number(max_number(3, v[i]), 0.125) + u_r[i]\n");
  CHECK_BOTH(nests_of(functions::integers).view() == "i N\n| n[i] = i32(l[i])/2 + i32(i)*1\n");
}

TEST_CASE("functions: the grouping of the source is kept") {
  CHECK_BOTH(nests_of(functions::grouped).view() == "i N\n| u[i] = v[i]*(v[i] + 1) - (v[i] - (v[i] - 2))\n");
}

TEST_CASE("functions: subscripts are sums of indices") {
  constexpr auto i = operands::i;
  constexpr auto w = operands::w;
  CHECK_BOTH((2 * i + w - 1).constant == -1);
  CHECK_BOTH((2 * i + w - 1).terms[0].coefficient == 2);
  CHECK_BOTH((-(i - w) * 3).terms[1].coefficient == 3);
  CHECK_BOTH((i + w - i).terms.size() == 1);
  CHECK_BOTH(lang::subscript(i).plain && !(i + 0).plain);
}
