// SPDX-License-Identifier: Apache-2.0
// place: a private buffer moves to the heap, to the stack or to registers.
#pragma once

#include <perfdojo/analysis/interval.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Moves a private buffer.
///
///     before                      after place<"t", ir::place::registers>
///     heap t f32 [6] in k         registers t f32 [6] in k
///     k 20                        k 20
///     | i 6 unrolled              | i 6 unrolled
///     | | t[i] = x[k,i]           | | t[i] = x[k,i]
///
/// Legal when:   it is elsewhere, and for the heap: always. stack: extents are constants, at most max_local_bytes in all, and no scope between the home and an
///               access is parallel. registers: as stack, and only unrolled and vector scopes below the home index the buffer.
/// Rejects with: no_such_buffer, buffer_is_an_argument, buffer_is_placed, footprint_is_not_bounded, buffer_is_too_large,
///               scope_runs_in_parallel, not_a_register_tile.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     registers: accumulators. stack: small tables. heap: panels.
/// Elsewhere:    store_in (Halide), set_scope (TVM), set_memory (Exo).
struct place_move {
  perfdojo::name buffer;
  ir::place where = ir::place::heap;

  static constexpr std::string_view name = "place";
  static constexpr std::array parameters{domain::buffer, domain::place};
  static constexpr field_list<&place_move::buffer, &place_move::where> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  /// Scratch never takes more stack than this; it is also twice the register file of AVX-512.
  static constexpr index_t max_local_bytes = 4096;

  /// Bytes of one instance of a buffer without sizes.
  static constexpr index_t stored_bytes(const ir::buffer& b) {
    index_t bytes = ir::size_bytes(b.type);
    for (const ir::dimension& d : b.dimensions)
      if (!d.reused) bytes = analysis::saturating_product(bytes, d.cap * d.unit);
    return bytes;
  }

  constexpr verdict check(const ir::program& p) const {
    const int b = p.find_buffer(buffer);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    const ir::buffer& x = p.buffers[b];
    if (!x.is_private() || where == ir::place::argument)
      return reject_buffer(reason::buffer_is_an_argument, buffer);
    if (where == x.where) return reject_buffer(reason::buffer_is_placed, buffer);
    if (where == ir::place::heap) return accept();
    for (const ir::dimension& d : x.dimensions)
      if (!d.reused && d.symbol >= 0)
        return reject_buffer(reason::footprint_is_not_bounded, buffer,
                             x.home == ir::none ? perfdojo::name() : p.nodes[x.home].label);
    if (const index_t bytes = stored_bytes(x); bytes > max_local_bytes)
      return reject_buffer(reason::buffer_is_too_large, buffer, {}, max_local_bytes, bytes);
    for (const ir::node& n : p.nodes) {
      if (n.is_scope) continue;
      verdict v = check_access(p, n, n.destination, b);
      ir::for_each_leaf(p, n.value, [&](std::int16_t a) {
        if (v.ok()) v = check_access(p, n, a, b);
      });
      if (!v.ok()) return v;
    }
    return accept();
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    p.buffers[p.find_buffer(buffer)].where = where;
    return p;  // still canonical: no node, access or expression changed its place
  }

private:
  constexpr verdict check_access(const ir::program& p, const ir::node& operation, int access, int b) const {
    const ir::access& a = p.accesses[access];
    const ir::buffer& x = p.buffers[b];
    if (a.buffer != b) return accept();
    for (ir::node_id s = operation.parent; s != x.home; s = p.nodes[s].parent)
      if (p.nodes[s].kind == ir::scope_kind::parallel)
        return reject(reason::scope_runs_in_parallel, p.nodes[s].label);
    if (where != ir::place::registers) return accept();
    for (int r = 0; r < x.rank(); ++r) {
      if (x.dimensions[r].reused) continue;
      for (const ir::term& t : a.index[r].terms) {
        const ir::node& s = p.nodes[t.scope];
        const bool is_straight = s.kind == ir::scope_kind::unrolled || s.kind == ir::scope_kind::vector;
        if (!is_straight || ir::lives_in(p, x, t.scope))
          return reject_buffer(reason::not_a_register_tile, buffer, s.label);
      }
    }
    return accept();
  }
};
static_assert(transformation<place_move>);

template <fixed_string Buffer, ir::place Where>
struct place {
  static constexpr place_move move{Buffer, Where};
};

}  // namespace perfdojo
