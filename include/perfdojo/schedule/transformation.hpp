// SPDX-License-Identifier: Apache-2.0
// The concept of a transformation, and the generic access to the parameters of a move that the printer, the tuner and the
// tests use instead of one copy of themselves per transformation.
#pragma once

#include <array>
#include <string_view>

#include <perfdojo/error/verdict.hpp>
#include <perfdojo/ir/edit.hpp>
#include <perfdojo/schedule/result_class.hpp>

namespace perfdojo {

/// How a split treats an extent that the factor does not divide.
/// exact: refuse. guard: bound both scopes. peel: a separate scope for the rest (constant extents).
/// pad: run on beyond the bound and write zeros, in copies to private buffers.
/// overlap: as peel, but the rest has all of `factor` iterations, and repeats some (constant extents, idempotent work).
enum class tail : std::uint8_t { exact, guard, peel, pad, overlap };

/// Which values a parameter ranges over.
enum class domain : std::uint8_t {
  scope,         // name of a scope
  scope_or_top,  // name of a scope; empty: the top level
  around,        // name of a scope around another one; empty: chosen
  buffer,        // name of a buffer
  new_name,      // name of a buffer to be made; empty: chosen
  factor,        // an integer >= 2
  number,        // a small integer >= 0: a dimension, a count
  distance,      // an integer >= 1: a number of iterations
  permutation,   // decimal digits of a permutation of the dimensions
  tail,          // exact, guard, peel, pad, overlap
  place,         // heap, stack, registers
  instruction,   // dot4_u8i8, dot2_bf16
  sharing,       // dynamic, fixed
  where          // first, last
};

/// The value of one parameter, whatever its domain.
struct parameter {
  name label;
  index_t number = 0;
  friend constexpr bool operator==(const parameter&, const parameter&) = default;
};

/// Pointers to the members of a move that are its parameters. A type of its own, since a std::tuple for each transformation costs
/// every user's compiler 0.2 s.
template <auto... Members>
struct field_list {
  static constexpr int size = sizeof...(Members);
};

/// A kind of rewrite. The struct is the move as a value: the tuner fills it in at run time. The template of the same name without
/// `_move` is the move as a type, for schedules. One check and one apply serve both.
/// `worst_class` is the most that it does to results; class_of (reorders.hpp) tells what it does on one program.
/// `parameters` and `fields` (in the order of the template's arguments) describe the move generically.
template <class M>
concept transformation = requires(const M& move, const ir::program& p) {
  { M::name } -> std::convertible_to<std::string_view>;
  { M::worst_class } -> std::convertible_to<result_class>;
  { M::parameters.size() } -> std::convertible_to<std::size_t>;
  { M::fields.size } -> std::convertible_to<int>;
  { move.check(p) } -> std::same_as<verdict>;
  { move.apply(p) } -> std::same_as<ir::program>;
};

/// A transformation whose `check` asks `check_leading`, which reads only the first `leading` parameters: where it rejects, no values of
/// the other parameters are legal, and legal_moves does not try them.
template <class M>
concept has_leading_check = transformation<M> && requires(const M& move, const ir::program& p) {
  { M::leading } -> std::convertible_to<int>;
  { move.check_leading(p) } -> std::same_as<verdict>;
};

template <class M>
inline constexpr int parameter_count = static_cast<int>(M::parameters.size());

/// The most parameters that a transformation has.
inline constexpr int max_parameters = 6;
using parameter_list = fixed_vector<parameter, max_parameters>;

namespace detail {
constexpr void store(name& field, const parameter& v) { field = v.label; }
template <class T>
constexpr void store(T& field, const parameter& v) {
  field = static_cast<T>(v.number);
}
constexpr parameter fetch(const name& field) { return {field, 0}; }
template <class T>
constexpr parameter fetch(const T& field) {
  return {{}, static_cast<index_t>(field)};
}
}  // namespace detail

namespace detail {
template <class M, auto... Members>
constexpr M move_from(const parameter_list& values, field_list<Members...>) {
  M move{};
  int i = 0;
  (store(move.*Members, values[i++]), ...);
  return move;
}
template <class M, auto... Members>
constexpr parameter_list values_of(const M& move, field_list<Members...>) {
  parameter_list values;
  (values.push(fetch(move.*Members)), ...);
  return values;
}
}  // namespace detail

/// The move with these parameter values.
template <class M>
constexpr M make_move(const parameter_list& values) {
  return detail::move_from<M>(values, M::fields);
}
template <class M>
constexpr parameter_list parameters_of(const M& move) {
  return detail::values_of(move, M::fields);
}

}  // namespace perfdojo
