// SPDX-License-Identifier: Apache-2.0
// One operation at one position of a straight block: guards, value, update, store.
#pragma once

#include <perfdojo/exec/destination.hpp>
#include <perfdojo/exec/simd_dot.hpp>
#include <perfdojo/exec/update.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// Replaces the destination by combine(its old value). Masked: lanes beyond m keep what they hold.
template <class P, int O, bool Masked, class Tile, class Mask, class F>
PERFDOJO_INLINE void write(const state& st, Tile& t, void* const* bases, [[maybe_unused]] Mask m, F combine,
                           int i0, int i1, int i2, int i3) {
  constexpr const operation_plan& o = plan_of<P>.operations[O];
  constexpr const access_plan& a = o.destination;
  constexpr bool reads = ir::reads_destination(P::value.nodes[o.node].how);
  [[maybe_unused]] constexpr ir::element type = a.type;
  using T = destination_type<P, O>;
  using V = operation_value<P, O>;
  decltype(auto) d = destination<P, O>(st, t, bases, i0, i1, i2, i3);
  if constexpr (a.where != residence::memory) {
    // Lanes that no operation reads may hold anything.
    if constexpr (Masked && !plan_of<P>.buffers[a.buffer].lanes_agree) {
      d = blend(combine(d), d, m);
    } else {
      d = combine(d);
    }
  } else if constexpr (o.vector) {
    V old{};
    if constexpr (reads) old = load_destination<P, O, Masked, T>(st, d, m);
    store_destination<P, O, Masked>(st, d, combine(old), m);
  } else if constexpr (ir::is_narrow(a.type)) {
    *d = static_cast<stored<type>>(combine(V{}));  // only assigned: nothing reads what was there
  } else {
    *d = combine(*d);
  }
}

/// All lanes of v into one element.
template <class P, int O, bool Masked, class Tile, class Mask>
PERFDOJO_INLINE void write_reduced(const state& st, Tile& t, void* const* bases, [[maybe_unused]] Mask m,
                                   operation_value<P, O> v, int i0, int i1, int i2, int i3) {
  constexpr const operation_plan& o = plan_of<P>.operations[O];
  constexpr ir::update how = P::value.nodes[o.node].how;
  constexpr bool number = analysis::starts_as_number(P::value, o.destination.buffer, how);
  using T = destination_type<P, O>;
  if constexpr (Masked) v = blend(v, broadcast<T>(neutral<how, T>()), m);
  decltype(auto) d = destination<P, O>(st, t, bases, i0, i1, i2, i3);
  if constexpr (o.destination.where == residence::memory) {
    *d = updated<how, number>(*d, reduced<how>(v));
  } else {
    d = updated<how, number>(d, reduced<how>(v));
  }
}

/// Does operation O add a product? Then it rounds once, as every matrix product wants.
constexpr bool adds_product(const ir::program& p, const operation_plan& o) {
  const ir::node& n = p.nodes[o.node];
  return n.how == ir::update::add && is_product(p, n.value) && (!o.vector || o.destination.varies);
}
constexpr bool reduces_lanes(const operation_plan& o) { return o.vector && !o.destination.varies; }

/// Evaluates and writes where something is inside. Masked: lanes beyond `inside` are not evaluated, lanes beyond `written` not written.
template <class P, int Choice, int O, bool Masked, bool WriteMasked, bool KeepZeros, class Tile, class Mask>
PERFDOJO_INLINE void compute(const state& st, Tile& t, const index_t* ix, void* const* bases, Mask inside,
                             Mask written, bool zeroed, int i0, int i1, int i2, int i3) {
  constexpr const operation_plan& o = plan_of<P>.operations[O];
  constexpr ir::update how = P::value.nodes[o.node].how;
  constexpr int x = P::value.nodes[o.node].value;
  constexpr bool number = analysis::starts_as_number(P::value, o.destination.buffer, how);
  using V = operation_value<P, O>;
  if constexpr (o.dot_shared >= 0) {
    constexpr int shared = o.dot_shared, grouped = o.dot_grouped;
    const char *a = static_cast<const char*>(bases[shared + 1]),
               *b = static_cast<const char*>(bases[grouped + 1]);
    constexpr index_t size = ir::size_bytes(o.loads[shared].type);
    const auto group = loaded_group(a + size * offset<P, O, shared>(st, i0, i1, i2, i3));
    const auto groups = loaded_groups(b + size * offset<P, O, grouped>(st, i0, i1, i2, i3));
    write<P, O, WriteMasked>(
        st, t, bases, written, [&](V old) { return dot(old, group, groups); }, i0, i1, i2, i3);
  } else if constexpr (adds_product(P::value, o)) {
    constexpr int a = P::value.expressions[x].operands[0], b = P::value.expressions[x].operands[1];
    const V left = as<V>(value<P, Choice, O, a, Masked>(st, t, ix, bases, inside, i0, i1, i2, i3));
    const V right = as<V>(value<P, Choice, O, b, Masked>(st, t, ix, bases, inside, i0, i1, i2, i3));
    write<P, O, WriteMasked>(
        st, t, bases, written, [&](V old) { return fma(left, right, old); }, i0, i1, i2, i3);
  } else {
    V v{};
    if (!zeroed) {
      v = as<V>(value<P, Choice, O, x, Masked>(st, t, ix, bases, inside, i0, i1, i2, i3));
      if constexpr (KeepZeros) v = keep_lanes(v, inside);
    }
    if constexpr (reduces_lanes(o)) {
      write_reduced<P, O, Masked>(st, t, bases, inside, v, i0, i1, i2, i3);
    } else if constexpr (how == ir::update::assign) {
      write<P, O, WriteMasked>(
          st, t, bases, written, [&](V) { return v; }, i0, i1, i2, i3);
    } else {
      write<P, O, WriteMasked>(
          st, t, bases, written, [&](V old) { return updated<how, number>(old, v); }, i0, i1, i2, i3);
    }
  }
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
template <class P, int Choice, int O, int G, class Tile>
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
    if constexpr (o.destination.where == residence::memory) {
      constexpr bool to_write = planning::is_written(P::value, o.destination.buffer);
      constexpr ir::element type = o.destination.type;
      const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(bases[0]) +
                                offset<P, O, -1>(st, i0, i1, i2, i3) * sizeof(stored<type>);
      __builtin_prefetch(reinterpret_cast<const void*>(at), to_write);
      // g++ 12 takes a function that does nothing but prefetch for one without effect, and drops its calls.
      asm volatile("");
    }
  } else {
    using T = destination_type<P, O>;
    auto m = all_lanes<T>();
    auto written = m;  // the lanes that exist
    if constexpr (masked) {
      const index_t existing = lanes_existing<P, O>(i0, i1, i2, i3);
      const index_t inside = smaller(lanes_inside<P, O, ragged>(rests, i0, i1, i2, i3), existing);
      // Not even the neutral element: max_number would turn a NaN into it.
      if constexpr (lane_guard && reduces_lanes(o)) {
        if (inside <= 0) return;
      }
      m = first_lanes<T>(inside);
      written = o.lane.zero ? first_lanes<T>(existing) : m;
    }
    constexpr bool write_masked = masked && (partial || !o.lane.zero);
    constexpr bool zeros_are_read =
        o.destination.where == residence::memory || !plan_of<P>.buffers[o.destination.buffer].lanes_agree;
    constexpr bool keep_zeros = lane_guard && o.lane.zero && !o.zero_preserving && zeros_are_read;
    compute<P, Choice, O, masked, write_masked, keep_zeros>(st, t, ix, bases, m, written, zeroed, i0, i1, i2,
                                                            i3);
  }
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
