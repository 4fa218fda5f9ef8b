// SPDX-License-Identifier: Apache-2.0
// schedule_class: what a schedule may do to the results of a program, known from its type.
#pragma once

#include <perfdojo/schedule/reorders.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace perfdojo {
namespace detail {

constexpr result_class class_of(const move_record& m, const ir::program& p) {
  return visit_move<result_class>(m, all_transformations{},
                                  [&](const auto& move) { return class_of(move, p); });
}

// The moves again, a few at once like after_moves: whoever asks for no class pays nothing.
struct class_progress {
  ir::program value;
  result_class worst = result_class::bitwise_equal;
};

/// Moves first .. last - 1 of a step, as far as it has them. Requires that they are legal.
template <class Step>
constexpr void classify(class_progress& so_far, int first, int last) {
  const auto see = [&so_far](const auto& move) {
    so_far.worst = combine(so_far.worst, class_of(move, so_far.value));
    if constexpr (requires { move.apply(so_far.value); }) {
      so_far.value = move.apply(so_far.value);
    } else {
      so_far.value = apply(move, so_far.value);
    }
  };
  for (int i = first < 0 ? 0 : first; i < last && i < move_count<Step>; ++i) {
    if constexpr (composed_step<Step>) {
      see(Step::moves[i]);
    } else {
      see(Step::move);
    }
  }
}

template <class P, int Begin, class... Steps>
struct class_before {
  // Two questions and an edit for each move: a quarter of what after_moves does in one evaluation.
  static constexpr int at_once = moves_at_once / 4;
  static constexpr class_progress make() {
    if constexpr (Begin <= 0) {
      return {P::value};
    } else {
      class_progress so_far = class_before<P, Begin - at_once, Steps...>::now;
      int first = Begin - at_once;
      const auto take = [&]<class Step>() {
        classify<Step>(so_far, first, first + at_once);
        return first -= move_count<Step>;
      };
      const int rest[] = {0, take.template operator()<Steps>()...};
      static_cast<void>(rest);
      return so_far;
    }
  }
  static constexpr class_progress now = make();
};
template <class P, class Schedule>
struct class_of_schedule;
template <class P, class... Steps>
struct class_of_schedule<P, schedule<Steps...>> {
  static constexpr int moves = count_moves<Steps...>();
  static constexpr int at_once = class_before<P, 0, Steps...>::at_once;
  static constexpr result_class value =
      class_before<P, (moves + at_once - 1) / at_once * at_once, Steps...>::now.worst;
};

}  // namespace detail

/// The class of a legal schedule on program tag P: the most lenient of the classes that its moves have where they stand. A move that
/// may reassociate and meets only maxima, minima and integers is bitwise_equal.
template <class P, class Schedule>
inline constexpr result_class schedule_class =
    detail::class_of_schedule<P, typename detail::steps_of<Schedule>::type>::value;

}  // namespace perfdojo
