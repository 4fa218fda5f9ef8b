// SPDX-License-Identifier: Apache-2.0
// move_record: any move as one plain value, so that lists of moves (composed steps, search, traces) need no variant.
#pragma once

#include <perfdojo/schedule/all.hpp>

namespace perfdojo {

struct move_record {
  int kind = -1;  // position in all_transformations
  parameter_list values;
  friend constexpr bool operator==(const move_record&, const move_record&) = default;
};

namespace detail {
template <class M, class... T>
constexpr int position_in(type_list<T...>) {
  int at = 0, found = -1;
  ((found = std::is_same_v<M, T> ? at : found, ++at), ...);
  return found;
}
template <class R, class T, class F>
constexpr R visit_as(const parameter_list& values, F& f) {
  return f(make_move<T>(values));
}
// Calls f(move) with the move of its real type and returns what f returns. By a table: no program is copied on the way.
template <class R, class F, class... T>
constexpr R visit_move(const move_record& m, type_list<T...>, const F& f) {
  using visitor = R (*)(const parameter_list&, const F&);
  constexpr visitor visitors[] = {&visit_as<R, T, const F>...};
  return visitors[m.kind](m.values, f);
}
}  // namespace detail

template <transformation M>
constexpr move_record record(const M& move) {
  return {detail::position_in<M>(all_transformations{}), parameters_of(move)};
}
constexpr verdict check(const move_record& m, const ir::program& p) {
  return detail::visit_move<verdict>(m, all_transformations{},
                                     [&](const auto& move) { return move.check(p); });
}
/// Requires check(m, p).ok().
constexpr ir::program apply(const move_record& m, const ir::program& p) {
  return detail::visit_move<ir::program>(m, all_transformations{},
                                         [&](const auto& move) { return move.apply(p); });
}
constexpr result_class worst_class(const move_record& m) {
  return detail::visit_move<result_class>(m, all_transformations{},
                                          []<class M>(const M&) { return M::worst_class; });
}

}  // namespace perfdojo
