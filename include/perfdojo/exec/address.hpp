// SPDX-License-Identifier: Apache-2.0
// Index arithmetic of the CPU executor: base addresses of straight blocks, constant offsets inside them, trip counts
// and guards. Zero terms vanish at compile time.
#pragma once

#include <perfdojo/exec/state.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

// Local macros, undefined below: the same as function templates over the term number doubles the compile time of a candidate.
#define PERFDOJO_TERM(v, f, q)                                        \
  if constexpr (constexpr index_t c_ = (f).coefficient[q]; c_ != 0) { \
    constexpr int d_ = (f).depth[q];                                  \
    v += c_ * ix[d_];                                                 \
  }
#define PERFDOJO_OUTSIDE(v, f)         \
  {                                    \
    constexpr index_t o_ = (f).offset; \
    v += o_;                           \
  }                                    \
  PERFDOJO_TERM(v, f, 0)               \
  PERFDOJO_TERM(v, f, 1) PERFDOJO_TERM(v, f, 2) PERFDOJO_TERM(v, f, 3) PERFDOJO_TERM(v, f, 4)
#define PERFDOJO_LEVEL(v, f, q) \
  if constexpr (constexpr index_t c_ = (f).inside[q]; c_ != 0) v += c_ * i##q;
#define PERFDOJO_INSIDE(v, f) \
  PERFDOJO_LEVEL(v, f, 0) PERFDOJO_LEVEL(v, f, 1) PERFDOJO_LEVEL(v, f, 2) PERFDOJO_LEVEL(v, f, 3)
#define PERFDOJO_RUN_TIME_OUTSIDE(k)                   \
  if constexpr (a.run_time_count > k) {                \
    constexpr int dimension = a.run_time[k].dimension; \
    number w = 0;                                      \
    PERFDOJO_OUTSIDE(w, a.run_time[k].index.outside)   \
    v += w * st.strides[buffer][dimension];            \
  }
#define PERFDOJO_RUN_TIME_INSIDE(k)                    \
  if constexpr (a.run_time_count > k) {                \
    constexpr int dimension = a.run_time[k].dimension; \
    number w = 0;                                      \
    PERFDOJO_INSIDE(w, a.run_time[k].index)            \
    v += w * st.strides[buffer][dimension];            \
  }

/// Access X of operation O: -1 is the destination.
template <class P, int O, int X>
constexpr const access_plan& access_of() {
  if constexpr (X < 0) {
    return plan_of<P>.operations[O].destination;
  } else {
    return plan_of<P>.operations[O].loads[X];
  }
}

/// The C++ type of an element in memory, of its value in an expression (narrow ones travel as std::int32_t and float), and of the value
/// that operation O writes. g++ 12 takes no member of a local reference in an alias.
template <ir::element E>
using stored = typename ir::cpp_type<E>::type;
template <ir::element E>
using cpp =
    std::conditional_t<ir::is_narrow(E), std::conditional_t<ir::is_float(E), float, std::int32_t>, stored<E>>;
template <class P, int O>
using destination_type = cpp<plan_of<P>.operations[O].destination.type>;
template <class P, int O>
using operation_value =
    std::conditional_t<plan_of<P>.operations[O].vector, reg<destination_type<P, O>>, destination_type<P, O>>;

/// What an access counts with. A hint may lie anywhere, where sums wrap and no pointer may point.
template <class P, int O>
using offset_number =
    std::conditional_t<P::value.nodes[plan_of<P>.operations[O].node].how == ir::update::prefetch,
                       std::uint64_t, index_t>;

/// Address of the block's first element; null where the access is not to memory.
template <class P, int O, int X>
PERFDOJO_INLINE void* base([[maybe_unused]] const state& st, [[maybe_unused]] const index_t* ix) {
  constexpr const access_plan& a = access_of<P, O, X>();
  if constexpr (a.buffer < 0 || a.where != residence::memory) {
    return nullptr;
  } else {
    constexpr int buffer = a.buffer;
    constexpr index_t size = ir::size_bytes(a.type);
    using number = offset_number<P, O>;
    number v = 0;
    PERFDOJO_OUTSIDE(v, a.constant_part.outside)
    PERFDOJO_RUN_TIME_OUTSIDE(0)
    PERFDOJO_RUN_TIME_OUTSIDE(1)
    PERFDOJO_RUN_TIME_OUTSIDE(2)
    PERFDOJO_RUN_TIME_OUTSIDE(3)
    if constexpr (std::is_same_v<number, index_t>) {
      return static_cast<char*>(st.data[buffer]) + v * size;
    } else {
      return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(st.data[buffer]) + v * size);
    }
  }
}

/// Elements (registers, in a vector tile) from there to the position (i0, i1, i2, i3) of the block.
template <class P, int O, int X>
PERFDOJO_INLINE auto offset([[maybe_unused]] const state& st, [[maybe_unused]] int i0,
                            [[maybe_unused]] int i1, [[maybe_unused]] int i2, [[maybe_unused]] int i3) {
  constexpr const access_plan& a = access_of<P, O, X>();
  [[maybe_unused]] constexpr int buffer = a.buffer;
  using number = offset_number<P, O>;
  number v = 0;
  PERFDOJO_INSIDE(v, a.constant_part)
  PERFDOJO_RUN_TIME_INSIDE(0)
  PERFDOJO_RUN_TIME_INSIDE(1) PERFDOJO_RUN_TIME_INSIDE(2) PERFDOJO_RUN_TIME_INSIDE(3) return v;
}

template <class P, int O, int X, int K>
PERFDOJO_INLINE index_t run_time_lane(const state& st) {
  constexpr const access_plan& a = access_of<P, O, X>();
  if constexpr (K < a.run_time_count) {
    constexpr index_t lane = a.run_time[K].index.lane;
    constexpr int buffer = a.buffer, dimension = a.run_time[K].dimension;
    return lane * st.strides[buffer][dimension] + run_time_lane<P, O, X, K + 1>(st);
  } else {
    return 0;
  }
}
/// Elements from one lane to the next.
template <class P, int O, int X>
PERFDOJO_INLINE index_t lane_stride([[maybe_unused]] const state& st) {
  constexpr const access_plan& a = access_of<P, O, X>();
  constexpr index_t constant = a.constant_part.lane;
  index_t v = constant;
  if constexpr (a.run_time_count > 0) v += run_time_lane<P, O, X, 0>(st);
  return v;
}

/// The value of an index expression at the block's position, at lane 0.
template <class P, int O, int X>
PERFDOJO_INLINE index_t index_value([[maybe_unused]] const index_t* ix, [[maybe_unused]] int i0,
                                    [[maybe_unused]] int i1, [[maybe_unused]] int i2,
                                    [[maybe_unused]] int i3) {
  constexpr const access_plan& a = access_of<P, O, X>();
  index_t v = 0;
  PERFDOJO_OUTSIDE(v, a.constant_part.outside)
  PERFDOJO_INSIDE(v, a.constant_part)
  return v;
}

/// A size: a constant where the program has it.
template <class P, int S>
PERFDOJO_INLINE index_t symbol_value(const state& st) {
  if constexpr (constexpr index_t v = P::value.symbols[S].value; v >= 0) {
    return v;
  } else {
    return st.symbols[S];
  }
}

/// How often scope N runs.
template <class P, int N>
PERFDOJO_INLINE index_t trips([[maybe_unused]] const state& st, [[maybe_unused]] const index_t* ix) {
  constexpr const node_plan& a = plan_of<P>.nodes[N];
  constexpr index_t cap = a.cap, lower = a.lower, step = a.step;
  if constexpr (a.symbol < 0 || a.runs_cap) {
    return cap;
  } else {
    index_t origin = 0;
    PERFDOJO_OUTSIDE(origin, a.origin)
    index_t n = symbol_value<P, a.symbol>(st) - origin;
    if constexpr (step < 0) return n <= 0 ? 1 : 0;
    // A count below zero is as good as zero, and a comparison less.
    if constexpr ((step & (step - 1)) == 0) {
      n = (n + (step - 1)) >> __builtin_ctzll(static_cast<unsigned long long>(step));
    } else {
      n = n <= 0 ? 0 : (n + (step - 1)) / step;
    }
    if constexpr (lower > 0) n = n < lower ? lower : n;
    if constexpr (cap >= ir::unbounded) return n;
    PERFDOJO_SCALAR(n);
    return n > cap ? cap : n;
  }
}

/// What is left of a bound at the block: positions below it are inside.
template <class P, int Key>
PERFDOJO_INLINE index_t rest([[maybe_unused]] const state& st, [[maybe_unused]] const index_t* ix) {
  constexpr const key_plan& k = plan_of<P>.keys[Key];
  index_t origin = 0;
  PERFDOJO_OUTSIDE(origin, k.origin)
  return symbol_value<P, k.symbol>(st) - origin;
}

/// The position that guard G of operation O compares with the rest; G < 0: the lane guard, at lane 0.
template <class P, int O, int G>
PERFDOJO_INLINE index_t guard_position([[maybe_unused]] int i0, [[maybe_unused]] int i1,
                                       [[maybe_unused]] int i2, [[maybe_unused]] int i3) {
  constexpr const operation_plan& o = plan_of<P>.operations[O];
  index_t v = 0;
  if constexpr (G < 0) {
    PERFDOJO_INSIDE(v, o.lane)
  } else {
    PERFDOJO_INSIDE(v, o.guards[G])
  }
  return v;
}

#undef PERFDOJO_RUN_TIME_INSIDE
#undef PERFDOJO_RUN_TIME_OUTSIDE
#undef PERFDOJO_INSIDE
#undef PERFDOJO_LEVEL
#undef PERFDOJO_OUTSIDE
#undef PERFDOJO_TERM

/// Positions of scope s in a straight block: registers of a vectorized scope, else iterations.
template <class E>
constexpr int extent_of(const node_plan& s) {
  if (s.is_term) return 1;
  return s.vectorized ? s.parts : s.count_of >= 0 ? E::value(s.count_of) : static_cast<int>(s.cap);
}

/// All blocks below node n are inside bound `key` iff rest >= need.
template <class E>
constexpr index_t need(const plan& l, int n, int key) {
  index_t most = 0;
  for (int i = 0; i < l.operation_count; ++i) {
    const operation_plan& o = l.operations[i];
    if (!(o.above >> n & 1) && o.node != n) continue;
    for (int j = -1; j < o.guard_count; ++j) {
      const guard_plan& g = j < 0 ? o.lane : o.guards[j];
      if (g.key != key) continue;
      index_t needed = g.width;
      for (int level = 0; level < max_levels; ++level) {
        if (o.levels[level] < 0) continue;
        const node_plan& s = l.nodes[o.levels[level]];
        if (j < 0 && s.vectorized) continue;  // the width is that of all lanes
        needed += g.inside[level] * (extent_of<E>(s) - 1);
      }
      if (needed > most) most = needed;
    }
  }
  return most;
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
