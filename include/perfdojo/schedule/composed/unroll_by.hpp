// SPDX-License-Identifier: Apache-2.0
// Composed steps that unroll a scope by a factor: alone, or around the scopes inside it.
#pragma once

#include <perfdojo/schedule/composed/move_list.hpp>

namespace perfdojo {

/// The moves that unroll `factor` iterations of `scope` at a time.
constexpr move_list unroll_by_moves(name scope, index_t factor, tail policy = tail::exact) {
  move_list m;
  m.push(record(split_move{scope, factor, policy}));
  m.push(record(unroll_move{ir::suffixed(scope, '1')}));
  return m;
}

/// Unrolls a scope by a factor. The parts are called i0 and i1, so these names must be free.
///
///     before                          after unroll_by<"i", 4, tail::guard>
///     i M                             i0 M/4
///     | y[i] = 2*x[i]                 | i1 4 bound M - 4*i0 unrolled
///                                     | | y[4*i0+i1] = 2*x[4*i0+i1]
///
/// Elsewhere:    unroll with a factor (Halide, Tiramisu); divide_loop and unroll_loop (Exo); split and unroll (TVM).
template <fixed_string Scope, index_t Factor, tail Policy = tail::exact>
struct unroll_by {
  static constexpr move_list moves = unroll_by_moves(Scope, Factor, Policy);
};

/// The moves that unroll `factor` iterations of `scope` inside the scopes `inner`, which stand below it each as the only child of the one
/// before.
template <class... Names>
constexpr move_list unroll_and_jam_moves(name scope, index_t factor, tail policy, const Names&... inner) {
  move_list m;
  const name part = ir::suffixed(scope, '1');
  m.push(record(split_move{scope, factor, policy}));
  (m.push(record(interchange_move{part, inner})), ...);
  m.push(record(unroll_move{part}));
  return m;
}

/// Unrolls a scope by a factor and moves the copies of its body into the scopes inside it, which then serve all of them: what one
/// iteration of the inner scopes loads is used `Factor` times.
///
///     before                          after unroll_and_jam<"i", 4, tail::guard, "k">
///     i M                             i0 M/4
///     | k K                           | k K
///     | | y[i] += A[i,k]*x[k]         | | i1 4 bound M - 4*i0 unrolled
///                                     | | | y[4*i0+i1] += A[4*i0+i1,k]*x[k]
///
/// The inner scopes are perfectly nested: `fission` separates what else stands beside them first.
/// Elsewhere:    unroll-and-jam (compilers); split, reorder and unroll (Halide, TVM, Tiramisu, Exo).
template <fixed_string Scope, index_t Factor, tail Policy, fixed_string... Inner>
requires(sizeof...(Inner) > 0) struct unroll_and_jam {
  static constexpr move_list moves = unroll_and_jam_moves(Scope, Factor, Policy, name(Inner)...);
};

}  // namespace perfdojo
