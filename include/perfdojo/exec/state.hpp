// SPDX-License-Identifier: Apache-2.0
// What a running program holds: pointers, sizes and strides; and the register tile.
#pragma once

#include <perfdojo/exec/make_plan.hpp>
#include <perfdojo/exec/parallel.hpp>
#include <perfdojo/exec/simd.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// Not initialised: binding sets what the program uses, and a call pays for no more.
struct state {
  void* data[ir::program::max_buffers];
  index_t symbols[ir::program::max_symbols];
  std::uint64_t
      uniforms[ir::program::max_buffers];  // bits of scalar arguments: no store to a float can change them
  index_t strides[ir::program::max_buffers][ir::max_rank];
  executor_ref executor;
  index_t* missing = nullptr;  // set to the bytes of scratch that a worker did not get
};

/// Registers by the type that values have on their way. Plain arrays indexed by constants only: one run-time index would move all to memory.
template <class P>
struct tile {
  static constexpr int count(int n) { return n > 0 ? n : 1; }
  reg<float> vectors_f32[count(plan_of<P>.vectors[0])];
  reg<double> vectors_f64[count(plan_of<P>.vectors[1])];
  reg<std::int32_t> vectors_i32[count(plan_of<P>.vectors[2])];
  reg<std::int64_t> vectors_i64[count(plan_of<P>.vectors[3])];
  float scalars_f32[count(plan_of<P>.scalars[0])];
  double scalars_f64[count(plan_of<P>.scalars[1])];
  std::int32_t scalars_i32[count(plan_of<P>.scalars[2])];
  std::int64_t scalars_i64[count(plan_of<P>.scalars[3])];
};
/// Puts zeros where a masked operation may keep lanes that nothing has written.
template <class P>
PERFDOJO_INLINE void clear_masked([[maybe_unused]] tile<P>& t) {
  if constexpr (plan_of<P>.masks_tile) {
    PERFDOJO_UNROLL for (auto& v : t.vectors_f32) v = zero<float>();
    PERFDOJO_UNROLL for (auto& v : t.vectors_f64) v = zero<double>();
    PERFDOJO_UNROLL for (auto& v : t.vectors_i32) v = zero<std::int32_t>();
    PERFDOJO_UNROLL for (auto& v : t.vectors_i64) v = zero<std::int64_t>();
  }
}
/// Where no tile is owned yet.
struct no_tile {};

template <ir::element E, class Tile>
PERFDOJO_INLINE auto& vectors_of(Tile& t) {
  constexpr int slot = planning::tile_slot(E);
  if constexpr (slot == 0) {
    return t.vectors_f32;
  } else if constexpr (slot == 1) {
    return t.vectors_f64;
  } else if constexpr (slot == 2) {
    return t.vectors_i32;
  } else {
    return t.vectors_i64;
  }
}
template <ir::element E, class Tile>
PERFDOJO_INLINE auto& scalars_of(Tile& t) {
  constexpr int slot = planning::tile_slot(E);
  if constexpr (slot == 0) {
    return t.scalars_f32;
  } else if constexpr (slot == 1) {
    return t.scalars_f64;
  } else if constexpr (slot == 2) {
    return t.scalars_i32;
  } else {
    return t.scalars_i64;
  }
}

/// What is known at compile time on the way down. Guard: 0 not decided, 1 all inside, 2 ragged. Choice: how the uniform
/// condition of the block came out, 0 not decided, 1 true, 2 false. Values: those of the enclosing cases scopes.
template <int Guard, int Choice, int... Values>
struct known {
  static constexpr int guard = Guard, choice = Choice;
  static constexpr int value(int i) {  // the i-th, outermost first
    const int values[] = {Values..., 0};
    return values[i];
  }
  template <int G>
  using with_guard = known<G, Choice, Values...>;
  template <int C>
  using with_choice = known<Guard, C, Values...>;
  template <int V>
  using with_value = known<Guard, Choice, Values..., V>;
};

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
