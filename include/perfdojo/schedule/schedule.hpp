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

/// What a schedule made of a program so far: the verdict of the first failing move, and the program before it.
/// Programs travel as tag types with a static `value`.
template <class P>
struct unscheduled {
  static constexpr ir::program value = P::value;
  static constexpr verdict result = accept();
  static constexpr int failed_step = 0;   // from 1; 0: none
  static constexpr int failed_move = -1;  // position within a composed step
};

template <class Before, class Step, int Number>
struct after_move {
  static constexpr verdict own = Before::result.ok() ? Step::move.check(Before::value) : accept();
  static constexpr verdict result = Before::result.ok() ? own : Before::result;
  static constexpr int failed_step = !Before::result.ok() ? Before::failed_step : own.ok() ? 0 : Number;
  static constexpr int failed_move = Before::failed_move;
  static constexpr ir::program make() {
    if constexpr (result.ok()) {
      return Step::move.apply(Before::value);
    } else {
      return Before::value;
    }
  }
  static constexpr ir::program value = make();
};

// One move of a composed step. A constant evaluation of its own for each keeps all of them below the step limit of clang.
template <class Before, class Step, int Number, int Index>
struct after_composed_move {
  static constexpr verdict own = Before::result.ok() ? check(Step::moves[Index], Before::value) : accept();
  static constexpr verdict result = Before::result.ok() ? own : Before::result;
  static constexpr int failed_step = !Before::result.ok() ? Before::failed_step : own.ok() ? 0 : Number;
  static constexpr int failed_move = !Before::result.ok() ? Before::failed_move : own.ok() ? -1 : Index;
  static constexpr ir::program make() {
    if constexpr (result.ok()) {
      return apply(Step::moves[Index], Before::value);
    } else {
      return Before::value;
    }
  }
  static constexpr ir::program value = make();
};
template <class Before, class Step, int Number, int Index = 0>
struct after_composed {
  using type = typename after_composed<after_composed_move<Before, Step, Number, Index>, Step, Number,
                                       Index + 1>::type;
};
template <class Before, class Step, int Number, int Index>
requires(Index == Step::moves.size()) struct after_composed<Before, Step, Number, Index> {
  using type = Before;
};

// Moves Index .. Index + 7 of a proven step, in one constant evaluation.
inline constexpr int proven_at_once = 8;
template <class Before, class Step, int Index>
struct after_proven_moves {
  static constexpr verdict result = accept();
  static constexpr int failed_step = 0;
  static constexpr int failed_move = -1;
  static constexpr ir::program make() {
    ir::program p = Before::value;
    for (int i = Index; i < Index + proven_at_once && i < Step::moves.size(); ++i)
      p = apply(Step::moves[i], p);
    return p;
  }
  static constexpr ir::program value = make();
};
template <class Before, class Step, int Index = 0>
struct after_proven {
  using type =
      typename after_proven<after_proven_moves<Before, Step, Index>, Step, Index + proven_at_once>::type;
};
template <class Before, class Step, int Index>
requires(Index >= Step::moves.size()) struct after_proven<Before, Step, Index> {
  using type = Before;
};

template <class Before, class Step>
inline constexpr bool starts_proven = false;
template <class P, composed_step Step>
inline constexpr bool starts_proven<unscheduled<P>, Step> = is_proven<P, Step>;

template <class Before, class Step, int Number>
struct after_step {
  using type = after_move<Before, Step, Number>;
};
template <class Before, composed_step Step, int Number>
struct after_step<Before, Step, Number> {
  using type = typename after_composed<Before, Step, Number>::type;
};
template <class Before, composed_step Step, int Number>
requires starts_proven<Before, Step>
struct after_step<Before, Step, Number> {
  using type = typename after_proven<Before, Step>::type;
};

template <class P, int Number, class... Steps>
struct after_steps {
  using type = P;
};
template <class P, int Number, class Step, class... Rest>
struct after_steps<P, Number, Step, Rest...> {
  using type = typename after_steps<typename after_step<P, Step, Number>::type, Number + 1, Rest...>::type;
};

template <class P, class Schedule>
struct apply_schedule;
template <class Schedule>
struct steps_of {
  using type = Schedule;
};
template <class P, class... Steps>
struct apply_schedule<P, schedule<Steps...>> {
  using type = typename after_steps<unscheduled<P>, 1, Steps...>::type;
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
  static constexpr ir::program value = last::value;
  static constexpr verdict result = last::result;
  static constexpr int failed_step = last::failed_step;
  static constexpr int failed_move = last::failed_move;
};

}  // namespace perfdojo
