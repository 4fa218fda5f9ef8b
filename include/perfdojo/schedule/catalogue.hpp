// SPDX-License-Identifier: Apache-2.0
// catalogue: the kinds of moves by number, for code that meets moves as values: spelling, enumeration, traces.
#pragma once

#include <perfdojo/schedule/move_record.hpp>

#include <string_view>

namespace perfdojo {

/// What there is to know about a kind of move without a program.
struct move_kind {
  std::string_view name;
  fixed_vector<domain, max_parameters> domains;  // of its parameters
  parameter_list defaults;                       // the values of parameters that a text leaves out
  result_class worst_class = result_class::bitwise_equal;
};

namespace detail {
template <class M>
constexpr move_kind describe() {
  move_kind k;
  k.name = M::name;
  for (const domain d : M::parameters) k.domains.push(d);
  k.defaults = parameters_of(M{});
  k.worst_class = M::worst_class;
  return k;
}
template <class... M>
constexpr std::array<move_kind, sizeof...(M)> describe_all(type_list<M...>) {
  return {describe<M>()...};
}
}  // namespace detail

/// By position in all_transformations, as in move_record::kind.
inline constexpr auto move_kinds = detail::describe_all(all_transformations{});

/// The kind of that name, or -1.
constexpr int find_move_kind(std::string_view name) {
  for (std::size_t k = 0; k < move_kinds.size(); ++k)
    if (move_kinds[k].name == name) return static_cast<int>(k);
  return -1;
}

}  // namespace perfdojo
