// SPDX-License-Identifier: Apache-2.0
// The compile-time face of a verdict: an undefined template whose arguments are the message.
#pragma once

#include <utility>

#include <perfdojo/error/verdict.hpp>

namespace perfdojo {

// Labels are types without a definition; a name is a pack of characters, since clang 14 prints a string as character codes.
template <int Number>
struct step;
template <char... Name>
struct scope;
template <char... Name>
struct in_buffer;
template <index_t Value>
struct asked;
template <index_t Value>
struct found;
struct call_explain_for_details;

/// Defined only for reason::ok: for all others, naming ::ok is the error, and the arguments are its text.
template <reason Why, class... Labels>
struct schedule_rejected;
template <class... Labels>
struct schedule_rejected<reason::ok, Labels...> {
  static constexpr bool ok = true;
};

namespace detail {
// Labels from a type that carries the verdict as ::result and the step (from 1) as ::failed_step. g++ 12 crashes on a dependent class
// value as template argument, so no name is one here.
template <template <char...> class Label, class Result, bool IsScope, class Positions>
struct spelled_result;
template <template <char...> class Label, class Result, bool IsScope, int... I>
struct spelled_result<Label, Result, IsScope, std::integer_sequence<int, I...>> {
  using type = Label<(IsScope ? Result::result.scope : Result::result.buffer)[I]...>;
};
/// ::type is the template with the labels of Result.
template <class Result>
struct rejection_of {
  using scope_label =
      typename spelled_result<scope, Result, true,
                              std::make_integer_sequence<int, Result::result.scope.size()>>::type;
  using buffer_label =
      typename spelled_result<in_buffer, Result, false,
                              std::make_integer_sequence<int, Result::result.buffer.size()>>::type;
  using type =
      schedule_rejected<Result::result.why, step<Result::failed_step>, scope_label, buffer_label,
                        asked<Result::result.asked>, found<Result::result.found>, call_explain_for_details>;
};

}  // namespace detail

}  // namespace perfdojo
