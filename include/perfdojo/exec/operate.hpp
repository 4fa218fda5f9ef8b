// SPDX-License-Identifier: Apache-2.0
// One operation at one position of a straight block: guards, value, update, store.
#pragma once

#include <perfdojo/exec/evaluate.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

template <ir::update U, class T>
constexpr T neutral() {
  using enum ir::update;
  if constexpr (U == add) {
    return T(0);
  } else if constexpr (U == multiply) {
    return T(1);
  } else if constexpr (std::is_floating_point_v<T>) {
    return U == max || U == max_number ? -static_cast<T>(__builtin_inf()) : static_cast<T>(__builtin_inf());
  } else {
    constexpr T lowest = static_cast<T>(std::uint64_t(1) << (8 * sizeof(T) - 1));
    return U == max || U == max_number ? lowest : static_cast<T>(~lowest);
  }
}
template <ir::update U, class V>
PERFDOJO_INLINE auto reduced(V v) {
  using enum ir::update;
  if constexpr (U == ir::update::add) {
    return reduce_add(v);
  } else if constexpr (U == multiply) {
    return reduce_mul(v);
  } else if constexpr (U == max) {
    return reduce_maximum(v);
  } else if constexpr (U == min) {
    return reduce_minimum(v);
  } else if constexpr (U == max_number) {
    return reduce_maximum_number(v);
  } else {
    return reduce_minimum_number(v);
  }
}

/// Is everything that is ever stored to the buffer a number, but for what this kind of update adds? Then a NaN never gets
/// into it through max_number, and one instruction does.
constexpr bool starts_as_number(const ir::program& p, int buffer, ir::update how) {
  bool yes = p.buffers[buffer].is_private();
  for (const ir::node& n : p.nodes) {
    if (n.is_scope || p.accesses[n.destination].buffer != buffer || n.how == how) continue;
    yes = yes && n.how == ir::update::assign && p.expressions[n.value].what == ir::function::constant &&
          p.expressions[n.value].number == p.expressions[n.value].number;
  }
  return yes;
}
template <ir::update U, bool StartsAsNumber, class V>
PERFDOJO_INLINE V updated(V old, V v) {
  using enum ir::update;
  if constexpr (U == ir::update::add) {
    return exec::add(old, v);
  } else if constexpr (U == multiply) {
    return mul(old, v);
  } else if constexpr (U == max) {
    return maximum(old, v);
  } else if constexpr (U == min) {
    return minimum(old, v);
  } else if constexpr (U == max_number) {
    if constexpr (StartsAsNumber) {
      return accumulate_maximum_number(old, v);
    } else {
      return maximum_number(old, v);
    }
  } else {
    if constexpr (StartsAsNumber) {
      return accumulate_minimum_number(old, v);
    } else {
      return minimum_number(old, v);
    }
  }
}

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
    return static_cast<cpp<type>*>(bases[0]) + at;
  }
}

/// Writes value v of type reg or scalar by the update. Masked: lanes beyond m keep what they hold.
template <class P, int O, bool Masked, class Tile, class Mask, class V>
PERFDOJO_INLINE void write(const state& st, Tile& t, void* const* bases, [[maybe_unused]] Mask m, V v, int i0,
                           int i1, int i2, int i3) {
  constexpr const operation_plan& o = plan_of<P>.operations[O];
  constexpr const access_plan& a = o.destination;
  constexpr ir::update how = P::value.nodes[o.node].how;
  using T = destination_type<P, O>;
  decltype(auto) d = destination<P, O>(st, t, bases, i0, i1, i2, i3);
  constexpr bool number = starts_as_number(P::value, a.buffer, how);
  if constexpr (a.where == residence::vector_tile) {
    const reg<T> n = as<reg<T>>(v);
    if constexpr (how == ir::update::assign) {
      if constexpr (Masked) {
        d = blend(n, d, m);
      } else {
        d = n;
      }
    } else {
      if constexpr (Masked) {
        d = blend(updated<how, number>(d, n), d, m);
      } else {
        d = updated<how, number>(d, n);
      }
    }
  } else if constexpr (!o.vector || !a.varies) {
    auto* const p = [&] {
      if constexpr (a.where == residence::scalar_tile) {
        return &d;
      } else {
        return d;
      }
    }();
    if constexpr (o.vector) {  // all lanes into one element
      reg<T> n = as<reg<T>>(v);
      if constexpr (Masked) n = blend(n, broadcast<T>(neutral<how, T>()), m);
      *p = updated<how, number>(*p, reduced<how>(n));
    } else if constexpr (how == ir::update::assign) {
      *p = v;
    } else {
      *p = updated<how, number>(*p, v);
    }
  } else {
    reg<T> n = as<reg<T>>(v);
    const auto old = [&] {
      if constexpr (a.contiguous) {
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
    };
    if constexpr (how != ir::update::assign) n = updated<how, number>(old(), n);
    if constexpr (a.contiguous) {
      if constexpr (Masked) {
        store_masked(d, n, m);
      } else {
        store(d, n);
      }
    } else if constexpr (Masked) {
      store_strided_masked(d, lane_stride<P, O, -1>(st), n, m);
    } else {
      store_strided(d, lane_stride<P, O, -1>(st), n);
    }
  }
}

/// destination += a * b in one rounding: the loop of every matrix product.
template <class P, class E, int O, bool Masked, class Tile, class Mask>
PERFDOJO_INLINE void write_product(const state& st, Tile& t, const index_t* ix, void* const* bases, Mask m,
                                   int i0, int i1, int i2, int i3) {
  constexpr const operation_plan& o = plan_of<P>.operations[O];
  constexpr int x = P::value.nodes[o.node].value;
  constexpr int a = P::value.expressions[x].operands[0], b = P::value.expressions[x].operands[1];
  using V = operation_value<P, O>;
  decltype(auto) d = destination<P, O>(st, t, bases, i0, i1, i2, i3);
  const V left = as<V>(value<P, E, O, a, Masked>(st, t, ix, bases, m, i0, i1, i2, i3));
  const V right = as<V>(value<P, E, O, b, Masked>(st, t, ix, bases, m, i0, i1, i2, i3));
  d = fma(left, right, d);
}
constexpr bool is_fused_product(const ir::program& p, const operation_plan& o) {
  const ir::node& n = p.nodes[o.node];
  return n.how == ir::update::add && is_product(p, n.value) &&
         o.destination.where == (o.vector ? residence::vector_tile : residence::scalar_tile);
}

/// Inside guards 0 .. count - 1? `skipped` and `zeroed` come from guards of the two kinds.
template <class P, int O, int G = 0>
PERFDOJO_INLINE void test_guards([[maybe_unused]] const index_t* rests, [[maybe_unused]] bool& skipped,
                                 [[maybe_unused]] bool& zeroed, [[maybe_unused]] int i0,
                                 [[maybe_unused]] int i1, [[maybe_unused]] int i2, [[maybe_unused]] int i3) {
  constexpr const operation_plan& o = plan_of<P>.operations[O];
  if constexpr (G < o.guard_count) {
    constexpr int key = o.guards[G].key;
    const bool inside = rests[key] > guard_position<P, O, G>(i0, i1, i2, i3);
    if constexpr (o.guards[G].zero) {
      zeroed = zeroed || !inside;
    } else {
      skipped = skipped || !inside;
    }
    test_guards<P, O, G + 1>(rests, skipped, zeroed, i0, i1, i2, i3);
  }
}

/// Lanes inside the bound and inside the scope's cap.
template <class P, int O, bool Ragged>
PERFDOJO_INLINE index_t lanes_inside([[maybe_unused]] const index_t* rests, [[maybe_unused]] int i0,
                                     [[maybe_unused]] int i1, [[maybe_unused]] int i2,
                                     [[maybe_unused]] int i3) {
  constexpr const operation_plan& o = plan_of<P>.operations[O];
  index_t n = o.lane_count;
  if constexpr (Ragged && o.lane.key >= 0) {
    constexpr int key = o.lane.key;
    constexpr index_t step = o.lane.step;
    const index_t left = rests[key] - guard_position<P, O, -1>(i0, i1, i2, i3);
    n = step == 1 ? left : ceil_div(left, step);
  }
  return n;
}
constexpr int vector_node(const plan& l, int operation) {
  for (int n : l.operations[operation].levels)
    if (n >= 0 && l.nodes[n].vectorized) return n;
  return -1;
}
/// Lanes of this register that the scope has at all.
template <class P, int O>
PERFDOJO_INLINE index_t lanes_existing(int i0, int i1, int i2, int i3) {
  constexpr const operation_plan& o = plan_of<P>.operations[O];
  if constexpr (o.vector && o.lanes_of_last_part != 0) {
    constexpr int node = vector_node(plan_of<P>, O);
    constexpr int level = plan_of<P>.nodes[node].depth - plan_of<P>.nodes[plan_of<P>.nodes[node].root].depth;
    constexpr int last = plan_of<P>.nodes[node].parts - 1;
    const int part = level == 0 ? i0 : level == 1 ? i1 : level == 2 ? i2 : i3;
    return part == last ? o.lanes_of_last_part : o.lane_count;
  } else {
    return o.lane_count;
  }
}
/// Operation O at position (i0, i1, i2, i3) of its block. G: 1 all inside, 2 ragged.
template <class P, class E, int O, int G, class Tile>
PERFDOJO_INLINE void operate(const state& st, Tile& t, const index_t* ix, void* const* bases,
                             const index_t* rests, int i0, int i1, int i2, int i3) {
  constexpr const operation_plan& o = plan_of<P>.operations[O];
  constexpr const ir::node& n = P::value.nodes[o.node];
  constexpr bool ragged = G == 2;
  constexpr bool lane_guard = ragged && o.lane.key >= 0;
  constexpr bool partial = o.vector && o.lanes_of_last_part != 0;
  constexpr bool masked = o.vector && (lane_guard || partial);
  bool skipped = false, zeroed = false;
  if constexpr (ragged) test_guards<P, O>(rests, skipped, zeroed, i0, i1, i2, i3);
  if (skipped) return;
  if constexpr (n.how == ir::update::prefetch) {
    __builtin_prefetch(destination<P, O>(st, t, bases, i0, i1, i2, i3), 1);
  } else {
    using T = destination_type<P, O>;
    using V = operation_value<P, O>;
    constexpr int x = n.value;
    auto m = all_lanes<T>();
    auto written = m;  // the lanes that exist
    if constexpr (masked) {
      const index_t existing = lanes_existing<P, O>(i0, i1, i2, i3);
      const index_t inside = smaller(lanes_inside<P, O, ragged>(rests, i0, i1, i2, i3), existing);
      m = first_lanes<T>(inside);
      written = o.lane.zero ? first_lanes<T>(existing) : m;
    }
    constexpr bool write_masked = masked && (partial || !o.lane.zero);
    if constexpr (is_fused_product(P::value, o) && !masked) {
      write_product<P, E, O, false>(st, t, ix, bases, m, i0, i1, i2, i3);
    } else {
      V v{};
      if (!zeroed) {
        v = as<V>(value<P, E, O, x, masked>(st, t, ix, bases, m, i0, i1, i2, i3));
        if constexpr (lane_guard && o.lane.zero && !o.zero_preserving) v = keep_lanes(v, m);
      }
      write<P, O, write_masked>(st, t, bases, written, v, i0, i1, i2, i3);
    }
  }
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
