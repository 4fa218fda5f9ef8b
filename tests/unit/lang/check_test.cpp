// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/lang/check.hpp>

#include "unit/lang/operands.hpp"

namespace {

using lang::mistake;

template <class Math>
constexpr lang::diagnosis problem_of(const Math& math) {
  return lang::try_lower(math).problem;
}

struct checks : operands {
  static constexpr lang::index<"i", "M"> i_of_m{};
  static constexpr lang::index<"i", "Q"> i_of_q{};
  static constexpr lang::index<"u"> index_u{};
  static constexpr lang::tensor<"o", float, "M"> o{};  // for other ranges
  static constexpr lang::temporary<"h", float, "Q"> h{};
  static constexpr lang::tensor<"image", float, "H"> image{};

  // right
  static constexpr auto reuse = lang::statements(u(i) = v(i), o(i) = A(i, 0));
  static constexpr auto padded = (u(i) = sum(w, select(lang::value(i + w) >= 1, v(i + w - 1), 0) * c(w)));
  static constexpr auto window = (u(i) = sum(w, image(2 * i + w) * c(w)));
  static constexpr auto overwritten = (u(i) = v(i), u(i) = u(i) + 1, u(i) += v(i));

  // wrong
  static constexpr auto unbound = (u(i) = v(j));
  static constexpr auto unbound_value = (u(i) = lang::convert<float>(j));
  static constexpr auto bound_by_sibling = (u(i) = sum(j, v(j)) + v(j));
  static constexpr auto bound_twice = (u(i) = sum(i, v(i)));
  static constexpr auto summed_twice = (s() = sum(i, u(i) * sum(i, v(i))));
  static constexpr auto two_ranges = (u(i) = A(i, i));
  static constexpr auto two_ranges_given = (u(i_of_m) = 0);
  static constexpr auto two_ranges_constant = (u(w) = 0);
  static constexpr auto no_range = (u(i) = sum(k, v(i + k)));
  static constexpr auto unknown_size = (s() = sum(i_of_q, lang::convert<float>(i_of_q)));
  static constexpr auto unknown_size_of_temporary = (h(i) = 0);
  static constexpr auto affine_destination = (u(i + 1) = v(i));
  static constexpr auto number_in_destination = (C(0, j) = 0);
  static constexpr auto diagonal = (C(i, i) = 1);
  static constexpr auto read_early = (u(i) = u(i) + v(i));
  static constexpr auto added_early = (u(i) += v(i));
  static constexpr auto temporary_early = (u(i) = t(i), t(i) = v(i));
  static constexpr auto temporary_never = (u(i) = t(i));
  static constexpr auto input_overwritten = (u(i) = v(i), v(i) = 0);
  static constexpr auto other_element = (C(i, j) = C(i, 0));
  static constexpr auto transposed = (C(i, j) = sum(k, C(k, j)));
  static constexpr auto index_and_tensor = (v(index_u) = u(index_u));
  static constexpr auto before_start = (u(i) = v(i - 1));
  static constexpr auto after_end = (u(i) = v(i + 1));
  static constexpr auto strided = (u(i) = v(2 * i));
  static constexpr auto constant_after_end = (s() = c(3));
  static constexpr auto small_number = (n(i) = 3000000000);
  static constexpr auto number = (a() = sum(i, l(i)) + ((std::int64_t(1) << 53) + 1));
};

}  // namespace

TEST_CASE("check: right mathematics has no diagnosis") {
  CHECK_BOTH(problem_of(checks::reuse).ok());
  CHECK_BOTH(problem_of(checks::padded).ok());
  CHECK_BOTH(problem_of(checks::window).ok());
  CHECK_BOTH(problem_of(checks::overwritten).ok());
}

TEST_CASE("check: an index that nothing binds is named with its tensor and statement") {
  constexpr lang::diagnosis d = problem_of(checks::unbound);
  CHECK_BOTH(d.why == mistake::index_is_not_bound);
  CHECK_BOTH(d.statement == 1 && d.index == pd::name("j") && d.tensor == pd::name("v"));
  CHECK_BOTH(problem_of(checks::unbound_value).why == mistake::index_is_not_bound);
  CHECK_BOTH(problem_of(checks::bound_by_sibling).why == mistake::index_is_not_bound);
}

TEST_CASE("check: an index is bound once") {
  CHECK_BOTH(problem_of(checks::bound_twice).why == mistake::index_is_bound_twice);
  CHECK_BOTH(problem_of(checks::summed_twice).why == mistake::index_is_bound_twice);
}

TEST_CASE("check: an index has one range, and both are named if there are two") {
  constexpr lang::diagnosis d = problem_of(checks::two_ranges);
  CHECK_BOTH(d.why == mistake::index_has_two_ranges && d.index == pd::name("i") && d.tensor == pd::name("A"));
  CHECK_BOTH(d.first == lang::size("N") && d.second == lang::size("M"));
  CHECK_BOTH(problem_of(checks::two_ranges_given).why == mistake::index_has_two_ranges);
  CHECK_BOTH(problem_of(checks::two_ranges_constant).first == lang::size(3));
  CHECK_BOTH(problem_of(checks::no_range).why == mistake::range_of_index_is_unknown);
}

TEST_CASE("check: every size is a dimension of an argument") {
  CHECK_BOTH(problem_of(checks::unknown_size).why == mistake::size_is_unknown);
  CHECK_BOTH(problem_of(checks::unknown_size_of_temporary).first == lang::size("Q"));
}

TEST_CASE("check: a destination has one plain index per dimension") {
  CHECK_BOTH(problem_of(checks::affine_destination).why == mistake::destination_index_is_not_plain);
  CHECK_BOTH(problem_of(checks::number_in_destination).why == mistake::destination_index_is_not_plain);
  CHECK_BOTH(problem_of(checks::diagonal).why == mistake::destination_is_indexed_twice_by_one_index);
}

TEST_CASE("check: outputs and temporaries are written before they are read") {
  CHECK_BOTH(problem_of(checks::read_early).why == mistake::read_before_written);
  CHECK_BOTH(problem_of(checks::added_early).why == mistake::read_before_written);
  CHECK_BOTH(problem_of(checks::temporary_early).why == mistake::read_before_written);
  CHECK_BOTH(problem_of(checks::temporary_never).tensor == pd::name("t"));
  CHECK_BOTH(problem_of(checks::input_overwritten).why == mistake::read_before_written);
}

TEST_CASE("check: a statement reads no other element of its destination") {
  CHECK_BOTH(problem_of(checks::other_element).why == mistake::destination_is_read_at_another_element);
  CHECK_BOTH(problem_of(checks::transposed).why == mistake::destination_is_read_at_another_element);
}

TEST_CASE("check: a name has one meaning") {
  CHECK_BOTH(problem_of(checks::index_and_tensor).why == mistake::name_has_two_meanings);
}

TEST_CASE("check: a subscript that leaves its dimension whatever the sizes are is found, outside select") {
  CHECK_BOTH(problem_of(checks::before_start).why == mistake::subscript_leaves_dimension);
  CHECK_BOTH(problem_of(checks::after_end).first == lang::size("N"));
  CHECK_BOTH(problem_of(checks::strided).why == mistake::subscript_leaves_dimension);
  CHECK_BOTH(problem_of(checks::constant_after_end).first == lang::size(3));
}

TEST_CASE("check: an integer constant that does not fit is refused") {
  CHECK_BOTH(problem_of(checks::small_number).why == mistake::number_is_not_exact);
  CHECK_BOTH(problem_of(checks::number).why == mistake::number_is_not_exact);
}
