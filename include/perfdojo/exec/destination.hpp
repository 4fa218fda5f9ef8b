// SPDX-License-Identifier: Apache-2.0
// Where operations of the CPU executor write: register tiles, and memory in lanes or alone. Narrow elements are narrowed on the way.
#pragma once

#include <perfdojo/exec/loaded.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// The destination of operation O at a position; for memory a pointer, for a tile a reference.
template <class P, int O, class Tile>
PERFDOJO_INLINE decltype(auto) destination(const state& st, Tile& t, void* const* bases, int i0, int i1,
                                           int i2, int i3) {
  constexpr const access_plan& a = plan_of<P>.operations[O].destination;
  constexpr ir::element type = a.type;
  const index_t at = offset<P, O, -1>(st, i0, i1, i2, i3);
  constexpr index_t first = a.constant_part.outside.offset;
  if constexpr (a.where == residence::vector_tile) {
    return (vectors_of<type>(t)[first + at]);
  } else if constexpr (a.where == residence::scalar_tile) {
    return (scalars_of<type>(t)[first + at]);
  } else {
    return static_cast<stored<type>*>(bases[0]) + at;
  }
}

/// The elements of operation O's destination in memory, lanes beyond a mask untouched.
template <class P, int O, bool Masked, class T, class Mask>
PERFDOJO_INLINE reg<T> load_destination(const state& st, const T* d, [[maybe_unused]] Mask m) {
  constexpr bool contiguous = plan_of<P>.operations[O].destination.contiguous;
  if constexpr (contiguous) {
    if constexpr (Masked) {
      return load_masked(d, m);
    } else {
      return load(d);
    }
  } else if constexpr (Masked) {
    return load_strided_masked(d, lane_stride<P, O, -1>(st), m);
  } else {
    return load_strided(d, lane_stride<P, O, -1>(st));
  }
}
template <class P, int O, bool Masked, class T, class V, class Mask>
PERFDOJO_INLINE void store_destination(const state& st, T* d, V v, [[maybe_unused]] Mask m) {
  constexpr bool contiguous = plan_of<P>.operations[O].destination.contiguous;
  if constexpr (ir::is_narrow(plan_of<P>.operations[O].destination.type)) {
    if constexpr (!contiguous) {
      store_narrow_strided(d, lane_stride<P, O, -1>(st), v,
                           Masked ? count_lanes<element<V>>(m) : lanes<element<V>>);
    } else if constexpr (Masked) {
      store_narrow_masked(d, v, m);
    } else {
      store_narrow(d, v);
    }
  } else if constexpr (contiguous) {
    if constexpr (Masked) {
      store_masked(d, v, m);
    } else if constexpr (plan_of<P>.operations[O].streams) {
      store_streaming(d, v);
    } else {
      store(d, v);
    }
  } else if constexpr (Masked) {
    store_strided_masked(d, lane_stride<P, O, -1>(st), v, m);
  } else {
    store_strided(d, lane_stride<P, O, -1>(st), v);
  }
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
