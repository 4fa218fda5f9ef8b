// SPDX-License-Identifier: Apache-2.0
// strict: the policy that keeps every bit: only moves of result_class::bitwise_equal. The class of a move is in reorders.hpp.
#pragma once

#include <perfdojo/schedule/reorders.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace perfdojo {

/// A schedule under policy strict: run<kernel, strict<schedule<...>>>. A move that would change the order of a floating-point sum or
/// product is refused with reason::reassociation_is_forbidden, and one that computes values in another way with
/// reason::approximation_is_forbidden. Results are then those of the mathematics in its own order, apart from
/// a*b+c, which may be one fma. Maxima, minima and integers give the same in every order, so their moves are free.
/// A schedule without this policy is `fast`.
template <class Schedule>
struct strict;

namespace detail {

template <class Move>
struct strict_move {
  Move move;

  constexpr verdict check(const ir::program& p) const {
    const verdict v = move.check(p);
    return v.ok() ? check_bitwise_equal(move, p) : v;
  }
  constexpr ir::program apply(const ir::program& p) const { return move.apply(p); }
};
constexpr int reordered_by(const move_record& m, const ir::program& p) {
  return visit_move<int>(m, all_transformations{}, [&](const auto& move) { return reordered_by(move, p); });
}
// One of a composed step's moves.
struct strict_record : move_record {};
constexpr verdict check(const strict_record& m, const ir::program& p) {
  return visit_move<verdict>(m, all_transformations{}, [&](const auto& move) {
    return strict_move<std::remove_cvref_t<decltype(move)>>{move}.check(p);
  });
}

template <class Step>
struct strict_step {
  static constexpr strict_move<std::remove_cvref_t<decltype(Step::move)>> move{Step::move};
};
template <composed_step Step>
struct strict_step<Step> {
  static constexpr auto make() {
    fixed_vector<strict_record, std::remove_cvref_t<decltype(Step::moves)>::capacity> list;
    for (const move_record& m : Step::moves) list.push(strict_record{m});
    return list;
  }
  static constexpr auto moves = make();
};

template <class Schedule>
struct steps_of<strict<Schedule>> {
  using type = Schedule;
};
template <class P, class... Steps>
struct apply_schedule<P, strict<schedule<Steps...>>> {
  using type = typename after_steps<P, strict_step<Steps>...>::type;
};

}  // namespace detail
}  // namespace perfdojo
