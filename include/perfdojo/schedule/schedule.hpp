// SPDX-License-Identifier: Apache-2.0
// schedule: a list of steps as a type, applied to a program one step after the other.
#pragma once

#include <perfdojo/error/schedule_rejected.hpp>
#include <perfdojo/schedule/move_record.hpp>

namespace perfdojo {

/// An ordered list of steps. A step is a move (split<"i", 4>) or a composed step, which carries a list of moves.
template <class... Steps>
struct schedule {
  static constexpr int size = sizeof...(Steps);
};

/// A composed step has `moves`: a fixed_vector of move_record.
template <class S>
concept composed_step = requires {
  S::moves[0].kind;
};

/// True where the tests of the library prove that every move of a composed step is legal on program tag P. Then a user's compiler
/// applies them without checking again, which is half of the time. Specialised next to a kernel's default schedule.
template <class P, class Step>
inline constexpr bool is_proven = false;

namespace detail {

/// What the steps so far made of a program: the verdict of the first failing move, and the program before it.
struct progress {
  ir::program value;
  verdict result = accept();
  int failed_step = 0;   // from 1; 0: none
  int failed_move = -1;  // position within a composed step
};

template <class Step>
inline constexpr int move_count = 1;
template <composed_step Step>
inline constexpr int move_count<Step> = Step::moves.size();

// No fold over the steps here and below: clang nests one expression for each of them, and 256 at most.
template <class... Steps>
constexpr int count_moves() {
  int total = 0;
  for (const int count : {0, move_count<Steps>...}) total += count;
  return total;
}

/// Applies moves first .. last - 1 of a step, as far as it has them. Checked: unless all are known to be legal.
template <class Step>
constexpr void advance(progress& so_far, int number, int first, int last, bool is_checked) {
  for (int i = first < 0 ? 0 : first; i < last && i < move_count<Step>; ++i) {
    if (!so_far.result.ok()) return;
    if constexpr (composed_step<Step>) {
      if (is_checked) so_far.result = check(Step::moves[i], so_far.value);
      if (so_far.result.ok()) so_far.value = apply(Step::moves[i], so_far.value);
    } else {
      if (is_checked) so_far.result = Step::move.check(so_far.value);
      if (so_far.result.ok()) so_far.value = Step::move.apply(so_far.value);
    }
    if (so_far.result.ok()) continue;
    so_far.failed_step = number;
    so_far.failed_move = composed_step<Step> ? i : -1;
  }
}

// So many moves in one constant evaluation: few enough for the step limit of clang, and a program that is kept after each move would
// cost more than the moves.
inline constexpr int moves_at_once = 8;

template <class P>
struct unscheduled {
  static constexpr progress now{P::value};
};
/// Moves Begin .. Begin + moves_at_once - 1 of all steps of a schedule for program tag P.
template <class P, class Before, int Begin, class... Steps>
struct after_moves {
  static constexpr progress make() {
    progress so_far = Before::now;
    int number = 0, first = Begin;
    const auto take = [&]<class Step>() {
      ++number;
      advance<Step>(so_far, number, first, first + moves_at_once, number > 1 || !is_proven<P, Step>);
      first -= move_count<Step>;
      return number;
    };
    const int numbers[] = {0, take.template operator()<Steps>()...};
    static_cast<void>(numbers);
    return so_far;
  }
  static constexpr progress now = make();
};

template <class P, class Before, int Begin, class... Steps>
struct after_rest {
  using type = Before;
};
template <class P, class Before, int Begin, class... Steps>
requires(Begin < count_moves<Steps...>() && Before::now.result.ok())  //
    struct after_rest<P, Before, Begin, Steps...> {
  using type =
      typename after_rest<P, after_moves<P, Before, Begin, Steps...>, Begin + moves_at_once, Steps...>::type;
};
template <class P, class... Steps>
struct after_steps {
  using type = typename after_rest<P, unscheduled<P>, 0, Steps...>::type;
};

template <class P, class Schedule>
struct apply_schedule;
template <class Schedule>
struct steps_of {
  using type = Schedule;
};
template <class P, class... Steps>
struct apply_schedule<P, schedule<Steps...>> {
  using type = typename after_steps<P, Steps...>::type;
};

}  // namespace detail

/// The program tag that a schedule makes of program tag P: ::value is the program, ::result the verdict, ::failed_step
/// the step (from 1) that was refused, in which case ::value is the program before that step. A type of its own, so that
/// symbols name the kernel and the schedule and not every program on the way.
template <class P, class Schedule>
struct scheduled {
private:
  using last = typename detail::apply_schedule<P, Schedule>::type;

public:
  static constexpr const ir::program& value = last::now.value;
  static constexpr verdict result = last::now.result;
  static constexpr int failed_step = last::now.failed_step;
  static constexpr int failed_move = last::now.failed_move;
};

}  // namespace perfdojo
