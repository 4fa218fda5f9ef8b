// SPDX-License-Identifier: Apache-2.0
// Straight blocks: maximal sub-trees of unrolled and vector scopes. Base addresses are computed once, everything inside
// has constant offsets. Loops over constant extents carry a forced-unroll pragma, so that the front end sees each
// operation once.
#pragma once

#include <perfdojo/exec/copy_block.hpp>
#include <perfdojo/exec/operate.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// Are all operations below node N inside their bounds? Decided once, for all of them.
template <class P, int N, class E, int Key = 0>
PERFDOJO_INLINE bool all_inside(const state& st, const index_t* ix) {
  if constexpr (Key >= plan_of<P>.key_count) {
    return true;
  } else if constexpr (plan_of<P>.nodes[N].keys >> Key & 1) {
    constexpr index_t needed = need<E>(plan_of<P>, N, Key);
    return rest<P, Key>(st, ix) >= needed && all_inside<P, N, E, Key + 1>(st, ix);
  } else {
    return all_inside<P, N, E, Key + 1>(st, ix);
  }
}

template <class P, int N, int Key = 0>
PERFDOJO_INLINE void compute_rests(const state& st, const index_t* ix, index_t* rests) {
  if constexpr (Key < plan_of<P>.key_count) {
    if constexpr (plan_of<P>.nodes[N].keys >> Key & 1) rests[Key] = rest<P, Key>(st, ix);
    compute_rests<P, N, Key + 1>(st, ix, rests);
  }
}

template <class P, int O, int X = -1>
PERFDOJO_INLINE void compute_bases(const state& st, const index_t* ix, void** bases) {
  if constexpr (X < plan_of<P>.operations[O].load_count) {
    bases[X + 1] = base<P, O, X>(st, ix);
    compute_bases<P, O, X + 1>(st, ix, bases);
  }
}

/// Does the operation at the end of a chain work on registers? Yes if the chain ends in several children.
constexpr bool is_vector(const plan& l, int operation) {
  return operation < 0 || l.operations[operation].vector;
}

/// Positions at `level` of the chain of scopes from n to its tail; 1 where the chain has none.
template <class E>
constexpr int chain_extent(const plan& l, int n, int level) {
  for (int s = l.nodes[n].tail; s >= 0; s = l.nodes[s].parent) {
    if (l.nodes[s].is_scope && l.nodes[s].depth - l.nodes[l.nodes[n].root].depth == level)
      return extent_of<E>(l.nodes[s]);
    if (s == n) break;
  }
  return 1;
}

/// Does the straight block of n run once for each register tile?
constexpr bool runs_once(const plan& l, int n) {
  const int above = l.nodes[l.nodes[n].root].parent;
  return above >= 0 && l.nodes[above].owns_tile;
}

template <class P, int N, class E, int G, class Tile>
PERFDOJO_INLINE void loops(const state& st, Tile& t, const index_t* ix, const index_t* rests, int j0, int j1,
                           int j2, int j3);

// Always inline: a call, which g++ 12 makes of four and more iterations, keeps the register tile in memory.
template <class P, int N, class E, int G, int I = 0, class Tile>
PERFDOJO_INLINE void loops_of_children(const state& st, Tile& t, const index_t* ix, const index_t* rests,
                                       int i0, int i1, int i2, int i3) {
  constexpr const node_plan& a = plan_of<P>.nodes[N];
  if constexpr (I < a.child_count) {
    loops<P, a.children[I], E, G>(st, t, ix, rests, i0, i1, i2, i3);
    loops_of_children<P, N, E, G, I + 1>(st, t, ix, rests, i0, i1, i2, i3);
  }
}
template <class P, int N, class E, int G, class Tile>
PERFDOJO_INLINE void tail_of_chain(const state& st, Tile& t, const index_t* ix, void* const* bases,
                                   const index_t* rests, int i0, int i1, int i2, int i3) {
  constexpr const node_plan& a = plan_of<P>.nodes[N];
  if constexpr (!a.is_scope) {
    operate<P, E::choice, a.operation, G>(st, t, ix, bases, rests, i0, i1, i2, i3);
  } else {
    loops_of_children<P, N, E, G>(st, t, ix, rests, i0, i1, i2, i3);
  }
}

// The extents are template arguments: as function arguments all values of a cases scope would share one function, which saves g++ 12
// a quarter of a second for gemm.hpp, and would cost small products 5 % (other registers in the loop over k).
template <class P, int N, class E, int G, bool Rolled, int e0, int e1, int e2, int e3, class Tile>
PERFDOJO_BODY void loop_nest(const state& st, Tile& t, const index_t* ix, const index_t* rests, int j0,
                             int j1, int j2, int j3) {
  constexpr int last = plan_of<P>.nodes[N].tail, operation = plan_of<P>.nodes[last].operation;
  void* bases[1 + max_loads];
  if constexpr (operation >= 0) compute_bases<P, operation>(st, ix, bases);
  if constexpr (operation >= 0 && runs_once(plan_of<P>, N)) PERFDOJO_LATE(bases[0]);
  // clang-format off
  if constexpr (Rolled) {
    PERFDOJO_ROLLED for (int i0 = 0; i0 < e0; ++i0)
      PERFDOJO_ROLLED for (int i1 = 0; i1 < e1; ++i1)
        PERFDOJO_ROLLED for (int i2 = 0; i2 < e2; ++i2)
          PERFDOJO_ROLLED for (int i3 = 0; i3 < e3; ++i3)
            tail_of_chain<P, last, E, G>(st, t, ix, bases, rests, j0 + i0, j1 + i1, j2 + i2, j3 + i3);
  } else {
    PERFDOJO_UNROLL for (int i0 = 0; i0 < e0; ++i0)
      PERFDOJO_UNROLL for (int i1 = 0; i1 < e1; ++i1)
        PERFDOJO_UNROLL for (int i2 = 0; i2 < e2; ++i2)
          PERFDOJO_UNROLL for (int i3 = 0; i3 < e3; ++i3)
            tail_of_chain<P, last, E, G>(st, t, ix, bases, rests, j0 + i0, j1 + i1, j2 + i2, j3 + i3);
  }
  // clang-format on
}

/// The chain of scopes from N down to its only operation, or to a scope with several children, as one loop nest.
template <class P, int N, class E, int G, class Tile>
PERFDOJO_INLINE void loops(const state& st, Tile& t, const index_t* ix, const index_t* rests, int j0, int j1,
                           int j2, int j3) {
  constexpr int operation = plan_of<P>.nodes[plan_of<P>.nodes[N].tail].operation;
  constexpr int e0 = chain_extent<E>(plan_of<P>, N, 0), e1 = chain_extent<E>(plan_of<P>, N, 1),
                e2 = chain_extent<E>(plan_of<P>, N, 2), e3 = chain_extent<E>(plan_of<P>, N, 3);
  // Ragged copies, and lanes that do not fit registers: not worth the code.
  constexpr bool rolled = !plan_of<P>.nodes[N].uses_tile && (G == 2 || !is_vector(plan_of<P>, operation)) &&
                          e0 * e1 * e2 * e3 > 16;
  using inner = std::conditional_t<(operation >= 0), known<0, E::choice>, E>;
  loop_nest<P, N, inner, G, rolled, e0, e1, e2, e3>(st, t, ix, rests, j0, j1, j2, j3);
}

template <class P, int N, class E, int G, class Tile>
PERFDOJO_BODY void straight_block(const state& st, Tile& t, const index_t* ix) {
  // Initialised where nothing reads it: g++ 12 -O0 warns about an unset array behind a pointer to const.
  index_t rests[G == 2 ? max_keys : 1]{};
  if constexpr (G == 2) compute_rests<P, N>(st, ix, rests);
  if constexpr (plan_of<P>.nodes[N].copies) {
    execute_copy<P, N, G>(st, ix, rests);
  } else if constexpr (constexpr int condition = plan_of<P>.nodes[N].condition;
                       condition >= 0 && E::choice == 0) {
    void* bases[1 + max_loads];
    constexpr int operation = conditional_operation(P::value, plan_of<P>, N);
    compute_bases<P, operation>(st, ix, bases);
    if (value<P, 0, operation, condition, false>(st, t, ix, bases, 0, 0, 0, 0, 0)) {
      loops<P, N, typename E::template with_choice<1>, G>(st, t, ix, rests, 0, 0, 0, 0);
    } else {
      loops<P, N, typename E::template with_choice<2>, G>(st, t, ix, rests, 0, 0, 0, 0);
    }
  } else {
    loops<P, N, E, G>(st, t, ix, rests, 0, 0, 0, 0);
  }
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
