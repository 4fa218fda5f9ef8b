// SPDX-License-Identifier: Apache-2.0
// Two-dimensional copies to private memory, the inner loops of packing. Which source stride is 1 is found out at run time, so that
// one program serves every layout of an operand. Keyed by few constants, so that programs share the code.
#pragma once

#include <perfdojo/exec/operate.hpp>
#include <perfdojo/exec/transpose.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// d[l * lane + o * other] = f(s[l * lane + o * other]) with strides of their own; beyond `lanes` and `others` zeros up to the
/// written counts. One of the destination's strides is 1.
struct copy_shape {
  index_t d_lane, d_other, s_lane, s_other;
  index_t lanes, lanes_written, others, others_written;
};

template <class T, class F>
PERFDOJO_INLINE void copy_elements(T* d, const T* s, const copy_shape& c, F f) {
  PERFDOJO_ROLLED for (index_t o = 0; o < c.others_written; ++o) {
    PERFDOJO_ROLLED for (index_t l = 0; l < c.lanes_written; ++l) d[l * c.d_lane + o * c.d_other] =
        l < c.lanes && o < c.others ? f(s[l * c.s_lane + o * c.s_other]) : T(0);
  }
}

/// Rows of both sides are contiguous: `rows` of them, n elements each.
template <class T, class F>
PERFDOJO_INLINE void copy_rows(T* d, index_t d_stride, const T* s, index_t s_stride, index_t rows,
                               index_t rows_written, index_t n, index_t n_written, F f) {
  const auto read = first_lanes<T>(n), written = first_lanes<T>(n_written);
  if (n == lanes<T> && rows == rows_written) {
    PERFDOJO_ROLLED for (index_t r = 0; r < rows; ++r) store(d + r * d_stride, f(load(s + r * s_stride)));
    return;
  }
  PERFDOJO_ROLLED for (index_t r = 0; r < rows_written; ++r)
      store_masked(d + r * d_stride,
                   r < rows ? keep_lanes(f(load_masked(s + r * s_stride, read)), read) : zero<T>(), written);
}

/// Others: extent of the scope that is not the vector scope.
template <int Others, bool LanesContiguous, class T, class F>
[[gnu::noinline]] void copy_block(T* d, const T* s, const copy_shape& c, F f) {
  if constexpr (LanesContiguous) {
    if (c.s_lane == 1)
      return copy_rows(d, c.d_other, s, c.s_other, c.others, c.others_written, c.lanes, c.lanes_written, f);
    if (c.s_other == 1 && c.lanes_written == lanes<T>)
      return transpose_copy<lanes<T>>(d, c.d_other, s, c.s_lane, c.lanes, c.others, c.others_written, f);
  } else {
    if (c.s_lane == 1 && c.others_written == Others)
      return transpose_copy<Others>(d, c.d_lane, s, c.s_other, c.others, c.lanes, c.lanes_written, f);
    if (c.s_other == 1)
      return copy_rows(d, c.d_lane, s, c.s_lane, c.lanes, c.lanes_written, c.others, c.others_written, f);
  }
  copy_elements(d, s, c, f);
}

/// Multiplies by a value that is the same for the whole block.
template <class T>
struct multiplied {
  T factor;
  PERFDOJO_INLINE T operator()(T v) const { return mul(factor, v); }
  PERFDOJO_INLINE reg<T> operator()(reg<T> v) const { return mul(broadcast<T>(factor), v); }
};

template <class P, int O, int G = 0>
PERFDOJO_INLINE void count_others(const index_t* rests, int level, copy_shape& c) {
  constexpr const operation_plan& o = plan_of<P>.operations[O];
  if constexpr (G < o.guard_count) {
    constexpr const guard_plan& g = o.guards[G];
    const index_t step = g.inside[level];
    const index_t inside = step > 0 ? ceil_div(rests[g.key], step) : rests[g.key] > 0 ? c.others : 0;
    c.others = smaller(c.others, inside);
    if constexpr (!g.zero) c.others_written = smaller(c.others_written, inside);
    count_others<P, O, G + 1>(rests, level, c);
  }
}

/// The load that varies, of a copy.
constexpr int copied_load(const operation_plan& o) {
  for (int i = 0; i < o.load_count; ++i)
    if (o.loads[i].varies) return i;
  return -1;
}

/// Runs the straight block N, for which plan says `copies`. G: 1 all inside, 2 ragged.
template <class P, int N, int G>
PERFDOJO_BODY void execute_copy(const state& st, const index_t* ix, [[maybe_unused]] const index_t* rests) {
  constexpr int operation = plan_of<P>.nodes[plan_of<P>.nodes[N].tail].operation;
  constexpr const operation_plan& o = plan_of<P>.operations[operation];
  constexpr int other_level = plan_of<P>.nodes[N].vectorized ? 1 : 0;
  constexpr int other = o.levels[other_level];
  constexpr int others = static_cast<int>(plan_of<P>.nodes[other].cap);
  constexpr int load = copied_load(o);
  using T = destination_type<P, operation>;
  constexpr bool lanes_contiguous = o.destination.constant_part.lane == 1;
  copy_shape c{o.destination.constant_part.lane,
               o.destination.constant_part.inside[other_level],
               lane_stride<P, operation, load>(st),
               offset<P, operation, load>(st, other_level == 0, other_level == 1, 0, 0),
               o.lane_count,
               o.lane_count,
               others,
               others};
  if constexpr (G == 2) {
    if constexpr (o.lane.key >= 0) {
      c.lanes = larger(0, smaller(c.lanes, ceil_div(rests[o.lane.key], o.lane.step)));
      if constexpr (!o.lane.zero) c.lanes_written = c.lanes;
    }
    count_others<P, operation>(rests, other_level, c);
  }
  T* d = static_cast<T*>(base<P, operation, -1>(st, ix));
  const T* s = static_cast<const T*>(base<P, operation, load>(st, ix));
  if constexpr (o.load_count == 2) {
    void* bases[1 + max_loads];
    bases[2 - load] = base<P, operation, 1 - load>(st, ix);
    no_tile none;
    const T factor = loaded<P, operation, 1 - load, false>(st, none, bases, 0, 0, 0, 0, 0);
    copy_block<others, lanes_contiguous>(d, s, c, multiplied<T>{factor});
  } else {
    copy_block<others, lanes_contiguous>(d, s, c, unchanged{});
  }
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
