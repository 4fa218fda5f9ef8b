// SPDX-License-Identifier: Apache-2.0
// parameter_names: the parameters of the transformations by name, for texts that outlive a change of the parameters' order.
#pragma once

#include <perfdojo/schedule/catalogue.hpp>

#include <string_view>

namespace perfdojo {

namespace detail {
// "factor" for &split_move::factor: the end of the member's name as the compiler writes it.
template <auto Member>
constexpr std::string_view member_name() {
  const std::string_view all = __PRETTY_FUNCTION__;
  const std::size_t from = all.find("Member = ");
  const std::size_t end = all.find_first_of(";]", from);
  const std::size_t begin = all.rfind(':', end) + 1;
  return all.substr(begin, all.find_first_of(";])", begin) - begin);
}
template <auto... Members>
constexpr fixed_vector<std::string_view, max_parameters> member_names(field_list<Members...>) {
  fixed_vector<std::string_view, max_parameters> names;
  (names.push(member_name<Members>()), ...);
  return names;
}
template <class... M>
constexpr std::array<fixed_vector<std::string_view, max_parameters>, sizeof...(M)> name_all(type_list<M...>) {
  return {member_names(M::fields)...};
}
}  // namespace detail

/// The names of the parameters of each kind, by position in all_transformations: those of the members of its move.
inline constexpr auto parameter_names = detail::name_all(all_transformations{});

/// The position of a kind's parameter of that name, or -1.
constexpr int find_parameter(int kind, std::string_view name) {
  const auto& names = parameter_names[static_cast<std::size_t>(kind)];
  for (int i = 0; i < names.size(); ++i)
    if (names[i] == name) return i;
  return -1;
}

/// Whether v is a value of the domain in some program: what a text may leave out has such a default.
constexpr bool is_in_domain(domain d, const parameter& v) {
  switch (d) {
    case domain::scope:
    case domain::buffer:
      return !v.label.empty();
    case domain::factor:
      return v.number >= 2;
    case domain::distance:
    case domain::permutation:  // 0 permutes one dimension: nothing
      return v.number >= 1;
    case domain::place:
      return v.number != static_cast<index_t>(ir::place::argument);
    default:
      return v.number >= 0;
  }
}

}  // namespace perfdojo
