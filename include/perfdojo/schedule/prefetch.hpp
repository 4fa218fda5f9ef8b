// SPDX-License-Identifier: Apache-2.0
// prefetch: the elements that a scope will write are brought near before it starts.
#pragma once

#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Adds a nest of prefetches, one per row and vector, to the front of a scope: hints for the elements of the buffer that its body
/// writes.
///
///     before                              after prefetch<"C", "i0">
///     i0 M/6                              i0 M/6
///     | k K                               | i1 6 unrolled
///     | | ...                             | | prefetch C[6*i0+i1, 0]
///     | i 6 bound M - 6*i0 unrolled       | k K
///     | | j 16 bound N vector             | | ...
///     | | | C[6*i0+i, j] = ...            | i 6 bound M - 6*i0 unrolled
///                                         | | ...
///
/// The copied scopes have no bounds: a hint for an address beyond changes nothing.
/// Legal when:   the buffer is an argument, one operation below the scope writes the buffer, only unrolled and vector scopes between them are in its index, and
///               the scope prefetches nothing of the buffer yet.
/// Rejects with: no_such_scope, no_such_buffer, buffer_is_not_an_argument, scope_is_not_sequential, buffer_is_not_accessed, producer_is_not_unique,
///               footprint_is_not_bounded, buffer_is_prefetched, capacity_exceeded.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     register tiles that are stored to memory that is not in cache.
struct prefetch_move {
  perfdojo::name buffer;
  perfdojo::name scope;

  static constexpr std::string_view name = "prefetch";
  static constexpr std::array parameters{domain::buffer, domain::scope};
  static constexpr field_list<&prefetch_move::buffer, &prefetch_move::scope> fields{};
  static constexpr bool reassociates = false;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    const int b = p.find_buffer(buffer);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    // A hint for a private buffer would have to stand where the buffer lives; its memory was used a moment ago anyway.
    if (p.buffers[b].is_private()) return reject_buffer(reason::buffer_is_not_an_argument, buffer);
    for (ir::node_id n = s; n != ir::none; n = p.nodes[n].parent)
      if (p.nodes[n].kind == ir::scope_kind::vector || p.nodes[n].outside == ir::beyond::zero)
        return reject(reason::scope_is_not_sequential, p.nodes[n].label);
    int writers = 0;
    bool is_prefetched = false;
    ir::for_each_in(p, s, [&](ir::node_id i) {
      const ir::node& x = p.nodes[i];
      if (x.is_scope || p.accesses[x.destination].buffer != b) return;
      x.how == ir::update::prefetch ? void(is_prefetched = true) : void(++writers);
    });
    if (is_prefetched) return reject_buffer(reason::buffer_is_prefetched, buffer, scope);
    if (writers == 0) return reject_buffer(reason::buffer_is_not_accessed, buffer, scope);
    if (writers > 1) return reject_buffer(reason::producer_is_not_unique, buffer, scope);
    const ir::node_id w = writer(p, s, b);
    const ir::access& a = p.accesses[p.nodes[w].destination];
    int copies = 0;
    for (ir::node_id n = p.nodes[w].parent; n != s; n = p.nodes[n].parent) {
      if (!is_indexed_by(a, n)) continue;
      const ir::node& x = p.nodes[n];
      if (x.kind != ir::scope_kind::unrolled && x.kind != ir::scope_kind::vector)
        return reject_buffer(reason::footprint_is_not_bounded, buffer, x.label);
      copies += x.kind == ir::scope_kind::unrolled ? 1 : 0;
    }
    return detail::check_room(p, copies + 1, 1);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(scope), w = writer(p, s, p.find_buffer(buffer));
    const std::int16_t a =
        static_cast<std::int16_t>(p.accesses.push(ir::access(p.accesses[p.nodes[w].destination])));
    ir::node hint;
    hint.how = ir::update::prefetch;
    hint.destination = a;
    ir::node_id nest = static_cast<ir::node_id>(p.nodes.push(hint));
    for (ir::node_id n = p.nodes[w].parent; n != s; n = p.nodes[n].parent) {
      if (!is_indexed_by(p.accesses[a], n)) continue;
      ir::affine index;  // 0: one hint for all lanes
      if (p.nodes[n].kind == ir::scope_kind::unrolled) {
        ir::node copy;
        copy.is_scope = true;
        copy.label = ir::fresh_name(p, p.nodes[n].label);
        copy.kind = ir::scope_kind::unrolled;
        copy.trips = ir::constant_extent(p.nodes[n].trips.cap);
        copy.first_child = nest;
        const ir::node_id c = static_cast<ir::node_id>(p.nodes.push(copy));
        p.nodes[nest].parent = c;
        nest = c;
        index = ir::index_of(c);
      }
      for (ir::affine& f : p.accesses[a].index) f.substitute(n, index);
    }
    ir::attach(p, nest, s, p.nodes[s].first_child);
    return ir::canonical(p);
  }

private:
  // The last operation below s that writes buffer b.
  static constexpr ir::node_id writer(const ir::program& p, ir::node_id s, int b) {
    ir::node_id w = ir::none;
    ir::for_each_in(p, s, [&](ir::node_id i) {
      const ir::node& x = p.nodes[i];
      if (!x.is_scope && x.how != ir::update::prefetch && p.accesses[x.destination].buffer == b) w = i;
    });
    return w;
  }
  static constexpr bool is_indexed_by(const ir::access& a, ir::node_id s) {
    for (const ir::affine& f : a.index)
      if (ir::mentions(f, s)) return true;
    return false;
  }
};
static_assert(transformation<prefetch_move>);

template <fixed_string Buffer, fixed_string Scope>
struct prefetch {
  static constexpr prefetch_move move{Buffer, Scope};
};

}  // namespace perfdojo
