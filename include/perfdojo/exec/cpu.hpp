// SPDX-License-Identifier: Apache-2.0
// The CPU executor: scopes that are real loops, decisions of guards, the owner of the register tile, parallel scopes.
// Straight blocks are in straight_block.hpp.
#pragma once

#include <perfdojo/exec/executable.hpp>
#include <perfdojo/exec/fixed_parts.hpp>
#include <perfdojo/exec/scratch.hpp>
#include <perfdojo/exec/straight_block.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

template <class P, int N, class E, class Tile>
PERFDOJO_BODY void execute_node(const state& st, index_t* ix, Tile& t);

// Child I of node N and those after it. A child without guards is emitted once even where its siblings come in two forms.
template <class P, int N, class E, bool Fork, int I = 0, class Tile>
PERFDOJO_BODY void children(const state& st, index_t* ix, Tile& t, [[maybe_unused]] bool whole) {
  constexpr const node_plan& a = plan_of<P>.nodes[N];
  constexpr int child = a.children[I];
  if constexpr (Fork && plan_of<P>.nodes[child].far != -2) {
    if (whole) {
      execute_node<P, child, typename E::template with_guard<1>>(st, ix, t);
    } else {
      execute_node<P, child, typename E::template with_guard<2>>(st, ix, t);
    }
  } else {
    execute_node<P, child, E>(st, ix, t);
  }
  if constexpr (I + 1 < a.child_count) children<P, N, E, Fork, I + 1>(st, ix, t, whole);
}

template <class P, int N, class E, class Tile>
PERFDOJO_BODY void body(const state& st, index_t* ix, Tile& t);

// The scope that owns the register tile is a function of its own: the register allocator then sees one micro-kernel at
// a time. Several in one function make g++ 12 spill.
template <class P, int N, class E>
PERFDOJO_ROOT void owner_body(const state& shared, const index_t* above) {
  const state st = shared;
  index_t ix[max_depth];
  PERFDOJO_UNROLL for (int d = 0; d <= plan_of<P>.nodes[N].depth; ++d) ix[d] = above[d];
  tile<P> own;
  clear_masked(own);
  body<P, N, E>(st, ix, own);
}

template <class P, int N, class E, class Tile>
PERFDOJO_BODY void body(const state& st, index_t* ix, Tile& t) {
  constexpr const node_plan& a = plan_of<P>.nodes[N];
  if constexpr (a.owns_tile && std::is_same_v<Tile, no_tile>) {
    owner_body<P, N, E>(st, ix);
  } else if constexpr (E::guard == 0 && a.decides) {
    const bool whole = all_inside<P, N, E>(st, ix);
    if constexpr (!a.forks_all) {
      children<P, N, E, true>(st, ix, t, whole);
    } else if (whole) {
      children<P, N, typename E::template with_guard<1>, false>(st, ix, t, true);
    } else {
      children<P, N, typename E::template with_guard<2>, false>(st, ix, t, false);
    }
  } else {
    children<P, N, E, false>(st, ix, t, true);
  }
}

// A run-time count becomes a constant: one instance per value.
template <class P, int N, class E, class Tile, int... I>
PERFDOJO_BODY void pick_case(const state& st, index_t* ix, Tile& t, index_t count,
                             std::integer_sequence<int, I...>) {
  static_cast<void>(
      ((count == I + 1 && (body<P, N, typename E::template with_value<I + 1>>(st, ix, t), true)) || ...));
}

/// Streams some operation below node n? n < 0: some that no parallel scope encloses.
constexpr bool streams(const plan& l, int n) {
  for (int i = 0; i < l.operation_count; ++i) {
    bool below = n < 0;
    for (int s = l.operations[i].node; s >= 0; s = l.nodes[s].parent)
      below = n < 0 ? below && l.nodes[s].kind != ir::scope_kind::parallel : below || s == n;
    if (l.operations[i].streams && below) return true;
  }
  return false;
}

// How often scope N, a loop, runs here.
template <class P, int N, class E>
PERFDOJO_BODY index_t iterations(const state& st, const index_t* ix) {
  constexpr int count_of = plan_of<P>.nodes[N].count_of;
  if constexpr (count_of >= 0) {
    return E::value(count_of);
  } else {
    return trips<P, N>(st, ix);
  }
}

// One chunk of a parallel scope N, on whichever thread. Fixed: begin and end count parts. Inner: a parallel scope directly inside, or N
// itself; the chunk is one of the iterations of both, numbered row by row.
struct parallel_context {
  const state* st;
  const index_t* ix;
  index_t* missing;
  index_t inner;  // iterations of Inner in one of N
  fixed_parts parts;
};
template <class P, int N, int Inner, class E>
PERFDOJO_ROOT void parallel_chunk(void* context, index_t begin, index_t end) {
  const auto& c = *static_cast<const parallel_context*>(context);
  constexpr int depth = plan_of<P>.nodes[N].depth;
  index_t ix[max_depth];
  for (int d = 0; d < depth; ++d) ix[d] = c.ix[d];
  if constexpr (plan_of<P>.nodes[N].fixed_parts) {
    begin = c.parts.border(begin);
    end = c.parts.border(end);
  }
  const auto run = [&](const state& shared) {
    const state st = shared;  // its own: no store through a pointer can change it
    no_tile none;
    for (index_t i = begin; i < end; ++i) {
      if constexpr (Inner == N) {
        ix[depth] = i;
      } else {
        ix[depth] = i / c.inner;
        ix[depth + 1] = i % c.inner;
      }
      body<P, Inner, E>(st, ix, none);
    }
    // By the thread that wrote: the executor's own signal does not order streaming stores.
    if constexpr (streams(plan_of<P>, Inner)) stream_fence();
  };
  if constexpr (has_scratch<P, Inner>()) {
    state st = *c.st;
    const scratch<P, Inner> own(st);
    if (!own.ok()) {
      __atomic_store_n(c.missing, own.bytes(), __ATOMIC_RELAXED);
      return;
    }
    run(st);
  } else {
    run(*c.st);
  }
}
template <class P, int N, int Inner, class E>
PERFDOJO_BODY void share_iterations(const state& st, const index_t* ix, index_t n, index_t inner) {
  constexpr const node_plan& a = plan_of<P>.nodes[N];
  constexpr index_t grain = a.grain;
  parallel_context context{&st, ix, st.missing, inner, {}};
  if constexpr (a.fixed_parts) {
    context.parts = fixed_parts(n, grain, st.executor.concurrency());
    st.executor.parallel_for(context.parts.count, 1, &parallel_chunk<P, N, Inner, E>, &context);
  } else {
    st.executor.parallel_for(n, grain, &parallel_chunk<P, N, Inner, E>, &context);
  }
}

template <class P, int N, class E, class Tile>
PERFDOJO_BODY void execute_node(const state& st, index_t* ix, Tile& t) {
  constexpr const node_plan& a = plan_of<P>.nodes[N];
  constexpr int depth = a.depth, when = a.when_depth;
  if constexpr (when >= 0) {
    if ((ix[when] == 0) != a.when_first) return;
  }
  if constexpr (a.straight && (E::guard != 0 || a.keys == 0)) {
    straight_block<P, N, E, E::guard == 2 ? 2 : 1>(st, t, ix);
  } else if constexpr (a.straight) {
    if (all_inside<P, N, E>(st, ix)) {
      straight_block<P, N, E, 1>(st, t, ix);
    } else {
      straight_block<P, N, E, 2>(st, t, ix);
    }
  } else if constexpr (a.kind == ir::scope_kind::cases) {
    ix[depth] = 0;
    pick_case<P, N, E>(st, ix, t, trips<P, N>(st, ix),
                       std::make_integer_sequence<int, static_cast<int>(a.cap)>{});
  } else if constexpr (a.kind == ir::scope_kind::parallel) {
    const index_t n = iterations<P, N, E>(st, ix);
    if constexpr (a.together >= 0) {
      const index_t inner = iterations<P, a.together, E>(st, ix), both = checked_product(n, inner);
      // More than 2^63 are not counted together.
      if (both >= 0) return share_iterations<P, N, a.together, E>(st, ix, both, inner);
    }
    share_iterations<P, N, N, E>(st, ix, n, 1);
  } else {
    const index_t n = iterations<P, N, E>(st, ix);
    for (index_t i = 0; i < n; ++i) {
      ix[depth] = i;
      body<P, N, E>(st, ix, t);
    }
  }
}

template <class P, int N, class Tile>
PERFDOJO_BODY void execute_from(const state& st, index_t* ix, Tile& t) {
  if constexpr (N >= 0) {
    execute_node<P, N, known<0, 0>>(st, ix, t);
    execute_from<P, P::value.nodes[N].next>(st, ix, t);
  }
}

constexpr bool has_parallel_scope(const plan& l) {
  for (int n = 0; n < l.node_count; ++n)
    if (l.nodes[n].is_scope && l.nodes[n].kind == ir::scope_kind::parallel) return true;
  return false;
}
/// Does some part of the program run in a function of its own, which gets the state by reference?
constexpr bool hands_state_on(const plan& l) {
  for (int n = 0; n < l.node_count; ++n)
    if (l.nodes[n].owns_tile) return true;
  return has_parallel_scope(l);
}

template <class P>
PERFDOJO_BODY void execute_all(const state& st) {
  index_t ix[max_depth];
  if constexpr (plan_of<P>.program_owns_tile) {
    tile<P> own;
    clear_masked(own);
    execute_from<P, P::value.first>(st, ix, own);
  } else {
    no_tile none;
    execute_from<P, P::value.first>(st, ix, none);
  }
  if constexpr (streams(plan_of<P>, -1)) stream_fence();
}

/// Runs the program P. Requires: st is bound (bind.hpp), scratch included.
template <class P>
PERFDOJO_ROOT void execute(const state& shared) {
  static_assert(executable<P>::type::ok);
  if constexpr (!executable<P>::result.ok()) {
    return;
  } else if constexpr (hands_state_on(plan_of<P>)) {
    execute_all<P>(shared);
  } else {
    const state st = shared;  // its own: no store through a pointer can change it
    execute_all<P>(st);
  }
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
