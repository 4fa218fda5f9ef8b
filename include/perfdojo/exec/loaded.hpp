// SPDX-License-Identifier: Apache-2.0
// Loads of the CPU executor: uniform scalars, register tiles, and memory in lanes or alone. Narrow elements are widened on the way.
#pragma once

#include <perfdojo/exec/address.hpp>
#include <perfdojo/exec/simd_narrow.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

template <class T>
PERFDOJO_INLINE T uniform_value(std::uint64_t bits) {
  T v;
  __builtin_memcpy(&v, &bits, sizeof v);
  return v;
}

/// Load X of operation O at a position of the block. Masked: lanes beyond the mask are not touched and give 0.
template <class P, int O, int X, bool Masked, class Tile, class Mask>
PERFDOJO_INLINE auto loaded(const state& st, Tile& t, void* const* bases, [[maybe_unused]] Mask m, int i0,
                            int i1, int i2, int i3) {
  constexpr const access_plan& a = access_of<P, O, X>();
  constexpr ir::element type = a.type;
  using T = cpp<type>;
  if constexpr (a.uniform) {
    constexpr int buffer = a.buffer;
    return static_cast<T>(uniform_value<stored<type>>(st.uniforms[buffer]));
  } else {
    const index_t at = offset<P, O, X>(st, i0, i1, i2, i3);
    if constexpr (a.where == residence::vector_tile) {
      constexpr index_t first = a.constant_part.outside.offset;
      return vectors_of<type>(t)[first + at];
    } else if constexpr (a.where == residence::scalar_tile) {
      constexpr index_t first = a.constant_part.outside.offset;
      return scalars_of<type>(t)[first + at];
    } else {
      const auto* p = static_cast<const stored<type>*>(bases[X + 1]) + at;
      if constexpr (!plan_of<P>.operations[O].vector || !a.varies) {
        return static_cast<T>(*p);
      } else if constexpr (ir::is_narrow(type)) {
        if constexpr (!a.contiguous) {
          return load_narrow_strided(p, lane_stride<P, O, X>(st), Masked ? count_lanes<T>(m) : lanes<T>);
        } else if constexpr (Masked) {
          return load_narrow_masked(p, m);
        } else {
          return load_narrow(p);
        }
      } else if constexpr (a.contiguous) {
        if constexpr (Masked) {
          return load_masked(p, m);
        } else {
          return load(p);
        }
      } else {
        if constexpr (Masked) {
          return load_strided_masked(p, lane_stride<P, O, X>(st), m);
        } else {
          return load_strided(p, lane_stride<P, O, X>(st));
        }
      }
    }
  }
}

constexpr int load_number(const operation_plan& o, int access) {
  for (int i = 0; i < o.load_count; ++i)
    if (o.load_access[i] == access) return i;
  return -1;
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
