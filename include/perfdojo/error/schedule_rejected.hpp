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
template <template <char...> class Label, name N, class Positions>
struct spelled_type;
template <template <char...> class Label, name N, int... I>
struct spelled_type<Label, N, std::integer_sequence<int, I...>> {
  using type = Label<N[I]...>;
};
template <template <char...> class Label, name N>
using spelled = typename spelled_type<Label, N, std::make_integer_sequence<int, N.size()>>::type;

/// The template with the labels of verdict V at step Number (from 1).
template <verdict V, int Number>
using rejection = schedule_rejected<V.why, step<Number>, spelled<scope, V.scope>, spelled<in_buffer, V.buffer>,
                                    asked<V.asked>, found<V.found>, call_explain_for_details>;
}  // namespace detail

}  // namespace perfdojo
