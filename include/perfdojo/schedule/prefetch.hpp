// SPDX-License-Identifier: Apache-2.0
// prefetch: the elements that a scope will write are brought near before it starts.
#pragma once

#include <perfdojo/schedule/hint_nest.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Adds a nest of prefetches, one per row and vector, to the front of a scope: hints for the elements of the buffer that its body
/// writes.
///
///     before                              after prefetch<"C", "i0">
///     i0 M/6                              i0 M/6
///     | k K                               | i1_b 6 unrolled
///     | | ...                             | | prefetch C[6*i0+i1_b,0]
///     | i1 6 bound M - 6*i0 unrolled      | k K
///     | | j 16 bound N vector             | | ...
///     | | | C[6*i0+i1,j] = ...            | i1 6 bound M - 6*i0 unrolled
///                                         | | j 16 bound N vector
///                                         | | | C[6*i0+i1,j] = ...
///
/// The copied scopes have no bounds: a hint for an address beyond changes nothing.
/// Legal when:   the buffer is an argument, one operation below the scope writes the buffer, only unrolled and vector scopes between them are in its index, and
///               the scope prefetches nothing of the buffer yet.
/// Rejects with: no_such_scope, no_such_buffer, buffer_is_not_an_argument, scope_is_not_sequential, buffer_is_not_accessed, producer_is_not_unique,
///               footprint_is_not_bounded, buffer_is_prefetched, capacity_exceeded.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     register tiles that are stored to memory that is not in cache.
/// Elsewhere:    no primitive: prefetch (Halide) is for what is read, see prefetch_ahead.
struct prefetch_move {
  perfdojo::name buffer;
  perfdojo::name scope;

  static constexpr std::string_view name = "prefetch";
  static constexpr std::array parameters{domain::buffer, domain::scope};
  static constexpr field_list<&prefetch_move::buffer, &prefetch_move::scope> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    const int b = p.find_buffer(buffer);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    // A hint for a private buffer would have to stand where the buffer lives; its memory was used a moment ago anyway.
    if (p.buffers[b].is_private()) return reject_buffer(reason::buffer_is_not_an_argument, buffer);
    if (const verdict v = detail::check_place_of_hints(p, s); !v.ok()) return v;
    int writers = 0;
    ir::for_each_in(p, s, [&](ir::node_id i) { writers += writes(p, i, b); });
    if (detail::is_prefetched(p, s, b)) return reject_buffer(reason::buffer_is_prefetched, buffer, scope);
    if (writers == 0) return reject_buffer(reason::buffer_is_not_accessed, buffer, scope);
    if (writers > 1) return reject_buffer(reason::producer_is_not_unique, buffer, scope);
    const ir::node_id w = writer(p, s, b);
    return detail::check_hints(p, s, w, p.accesses[p.nodes[w].destination]);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(const ir::program& p) const {
    const ir::node_id s = p.find(scope), w = writer(p, s, p.find_buffer(buffer));
    return detail::add_hints(p, s, w, p.accesses[p.nodes[w].destination]);
  }

private:
  static constexpr bool writes(const ir::program& p, ir::node_id i, int b) {
    const ir::node& x = p.nodes[i];
    return !x.is_scope && x.how != ir::update::prefetch && p.accesses[x.destination].buffer == b;
  }
  // The last operation below s that writes buffer b.
  static constexpr ir::node_id writer(const ir::program& p, ir::node_id s, int b) {
    ir::node_id w = ir::none;
    ir::for_each_in(p, s, [&](ir::node_id i) {
      if (writes(p, i, b)) w = i;
    });
    return w;
  }
};
static_assert(transformation<prefetch_move>);

template <fixed_string Buffer, fixed_string Scope>
struct prefetch {
  static constexpr prefetch_move move{Buffer, Scope};
};

}  // namespace perfdojo
