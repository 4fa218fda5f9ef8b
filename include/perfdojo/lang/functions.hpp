// SPDX-License-Identifier: Apache-2.0
// Operators, functions and reductions of the mathematics. Plain numbers take the type of the other operands; all other
// changes of type are written as convert<T>.
#pragma once

#include <perfdojo/lang/tensor.hpp>

namespace perfdojo::lang {

namespace detail {

// The type itself. After the error a type to go on with, so that the error stays the only one.
template <ir::element Type>
consteval ir::element number_type() {
  constexpr bool is_number = Type != ir::element::boolean;
  static_assert(is_number, "perfdojo: a comparison is no number; write lang::select(comparison, a, b)");
  return is_number ? Type : ir::element::f32;
}
// As number_type, for what computes.
template <ir::element Type>
consteval ir::element computed_type() {
  constexpr bool is_wide = !ir::is_narrow(Type);
  static_assert(is_wide,
                "perfdojo: std::int8_t, std::uint8_t and bf16 are only stored; write "
                "lang::convert<std::int32_t>(...) or lang::convert<float>(...) around what is computed with");
  return is_wide ? number_type<Type>() : ir::element::f32;
}
template <ir::element Type>
consteval ir::element float_type() {
  constexpr bool is_float = ir::is_float(computed_type<Type>());
  static_assert(is_float,
                "perfdojo: this function needs float or double; write lang::convert<float>(...) inside");
  return is_float ? Type : ir::element::f32;
}

template <ir::function F, class A>
constexpr auto of_one(const A& a) {
  constexpr ir::element type = joint_type<A>();
  if constexpr (F == ir::function::negate || F == ir::function::absolute) {
    return unary<F, computed_type<type>(), decltype(as_expression<type>(a))>(as_expression<type>(a));
  } else {
    return unary<F, float_type<type>(), decltype(as_expression<type>(a))>(as_expression<type>(a));
  }
}
template <ir::function F, class A, class B>
constexpr auto of_two(const A& a, const B& b) {
  constexpr ir::element type = joint_type<A, B>();
  constexpr ir::element number = computed_type<type>();
  constexpr ir::element result = ir::is_comparison(F) ? ir::element::boolean : number;
  return binary<F, result, decltype(as_expression<type>(a)), decltype(as_expression<type>(b))>(
      as_expression<type>(a), as_expression<type>(b));
}
template <ir::function F, ir::element Type, class A, class B, class C>
constexpr auto of_three(const A& a, const B& b, const C& c) {
  return ternary<F, Type, A, B, C>(a, b, c);
}

template <ir::update How, class Index, class Body>
constexpr auto reduce(const Index& i, const Body& body) {
  constexpr bool is_over_index = is_index<Index>;
  static_assert(is_over_index, "perfdojo: a reduction runs over indices, as in sum(j, k, expression)");
  constexpr ir::element type = joint_type<Body>();
  static_cast<void>(computed_type<type>());
  if constexpr (is_over_index) {
    return reduction<How, decltype(as_expression<type>(body))>(i, as_expression<type>(body));
  } else {
    return as_expression<type>(body);
  }
}
template <ir::update How, class Index, class Next, class... Rest>
requires(sizeof...(Rest) > 0) constexpr auto reduce(const Index& i, const Next& next, const Rest&... rest) {
  return reduce<How>(i, reduce<How>(next, rest...));
}

// max(j, e) is a reduction and max(a, b) a function: the first operand tells.
template <ir::update How, ir::function F, class A, class... Rest>
constexpr auto reduce_or_apply(const A& a, const Rest&... rest) {
  if constexpr (index_like<A>) {
    return reduce<How>(a, rest...);
  } else {
    constexpr bool has_two_values = sizeof...(Rest) == 1;
    static_assert(has_two_values, "perfdojo: this function takes two values, or indices and one expression");
    if constexpr (has_two_values) {
      return of_two<F>(a, rest...);
    } else {
      return a;
    }
  }
}

}  // namespace detail

#define PERFDOJO_OPERATOR(symbol, function_)               \
  template <operand A, operand B>                          \
  requires some_expression<A, B>                           \
  constexpr auto operator symbol(const A& a, const B& b) { \
    return detail::of_two<ir::function::function_>(a, b);  \
  }
PERFDOJO_OPERATOR(+, add)
PERFDOJO_OPERATOR(-, subtract)
PERFDOJO_OPERATOR(*, multiply)
PERFDOJO_OPERATOR(/, divide)
PERFDOJO_OPERATOR(==, equal)
PERFDOJO_OPERATOR(!=, not_equal)
PERFDOJO_OPERATOR(<, less)
PERFDOJO_OPERATOR(<=, less_equal)
PERFDOJO_OPERATOR(>, greater)
PERFDOJO_OPERATOR(>=, greater_equal)
#undef PERFDOJO_OPERATOR

template <operand A>
requires some_expression<A>
constexpr auto operator-(const A& a) { return detail::of_one<ir::function::negate>(a); }

#define PERFDOJO_FUNCTION(name_, function_) \
  template <operand A>                      \
  requires some_expression<A>               \
  constexpr auto name_(const A& a) { return detail::of_one<ir::function::function_>(a); }
PERFDOJO_FUNCTION(abs, absolute)
PERFDOJO_FUNCTION(exp, exp)
PERFDOJO_FUNCTION(log, log)
PERFDOJO_FUNCTION(sqrt, sqrt)
PERFDOJO_FUNCTION(rsqrt, rsqrt)
PERFDOJO_FUNCTION(tanh, tanh)
PERFDOJO_FUNCTION(erf, erf)
#undef PERFDOJO_FUNCTION

/// a where the comparison holds, b elsewhere; only the chosen one is evaluated.
template <operand C, operand A, operand B>
requires some_expression<C, A, B>
constexpr auto select(const C& c, const A& a, const B& b) {
  constexpr ir::element type = detail::number_type<joint_type<A, B>()>();
  constexpr bool is_choice = joint_type<C>() == ir::element::boolean;
  static_assert(is_choice, "perfdojo: the first operand of select is a comparison");
  if constexpr (is_choice) {
    return detail::of_three<ir::function::select, type>(c, as_expression<type>(a), as_expression<type>(b));
  } else {
    return as_expression<type>(a);
  }
}
/// a * b + c, rounded once.
template <operand A, operand B, operand C>
requires some_expression<A, B, C>
constexpr auto fma(const A& a, const B& b, const C& c) {
  constexpr ir::element type = detail::float_type<joint_type<A, B, C>()>();
  return detail::of_three<ir::function::fma, type>(as_expression<type>(a), as_expression<type>(b),
                                                   as_expression<type>(c));
}

/// The value of an index, or of a sum of indices, as a std::int64_t.
template <class Index>
requires std::is_convertible_v<Index, subscript>
constexpr index_value value(const Index& i) { return index_value(i); }
/// An expression, a number or an index as a T.
template <class T, operand E>
constexpr auto convert(const E& e) {
  static_assert(ir::is_element<T>,
                "perfdojo: convert<T> gives float, double, bf16 or a std:: integer of 8, 32 or 64 bits");
  constexpr ir::element to = ir::element_of<T>;
  if constexpr (index_like<E>) {
    return convert<T>(index_value(e));
  } else if constexpr (number<E>) {
    if constexpr (std::is_arithmetic_v<T>) {
      return constant<to>(static_cast<T>(e));
    } else {
      return constant<to>(e);
    }
  } else {
    constexpr ir::element from = detail::number_type<joint_type<E>()>();
    if constexpr (from == to) {
      return as_expression<to>(e);
    } else {
      return unary<ir::function::convert, to, decltype(as_expression<from>(e))>(as_expression<from>(e));
    }
  }
}

/// Reductions over one or more indices: sum(j, e), sum(j, k, e). Over an empty range they give the neutral value:
/// 0, 1, and for max and min the lowest and the highest value (infinities for float and double).
template <class Index, class... Rest>
constexpr auto sum(const Index& i, const Rest&... rest) {
  return detail::reduce<ir::update::add>(i, rest...);
}
template <class Index, class... Rest>
constexpr auto prod(const Index& i, const Rest&... rest) {
  return detail::reduce<ir::update::multiply>(i, rest...);
}

// Names in parentheses: min and max may be macros.
/// max(a, b) of two values and the reduction max(j, e). NaN if an operand is NaN; max_number and min_number ignore NaN.
template <operand A, operand... Rest>
requires(index_like<A> || some_expression<A, Rest...>) constexpr auto(max)(const A& a, const Rest&... rest) {
  return detail::reduce_or_apply<ir::update::max, ir::function::max>(a, rest...);
}
template <operand A, operand... Rest>
requires(index_like<A> || some_expression<A, Rest...>) constexpr auto(min)(const A& a, const Rest&... rest) {
  return detail::reduce_or_apply<ir::update::min, ir::function::min>(a, rest...);
}
template <operand A, operand... Rest>
requires(index_like<A> || some_expression<A, Rest...>) constexpr auto max_number(const A& a,
                                                                                 const Rest&... rest) {
  return detail::reduce_or_apply<ir::update::max_number, ir::function::max_number>(a, rest...);
}
template <operand A, operand... Rest>
requires(index_like<A> || some_expression<A, Rest...>) constexpr auto min_number(const A& a,
                                                                                 const Rest&... rest) {
  return detail::reduce_or_apply<ir::update::min_number, ir::function::min_number>(a, rest...);
}

}  // namespace perfdojo::lang
