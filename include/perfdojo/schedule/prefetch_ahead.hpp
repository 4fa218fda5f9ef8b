// SPDX-License-Identifier: Apache-2.0
// prefetch_ahead: what later iterations of a scope will read is brought near while this one computes.
#pragma once

#include <perfdojo/schedule/hint_nest.hpp>

namespace perfdojo {

/// Adds a nest of prefetches, one per row and vector, to the front of a scope: hints for the elements of the buffer that its body
/// will read `distance` iterations of `outer` later.
///
///     before                              after prefetch_ahead<"X", "j0", "r", 1>
///     r R                                 r R
///     | j0 N/64                           | j0 N/64
///     | | j1 4 bound ... unrolled         | | j1_b 4 unrolled
///     | | | j2 16 bound ... vector        | | | prefetch X[r+1,64*j0+16*j1_b]
///     | | | | ... X[r,64*j0+16*j1+j2]     | | j1 4 bound ... unrolled
///                                         | | | j2 16 bound ... vector
///                                         | | | | ... X[r,64*j0+16*j1+j2]
///
/// The copied scopes have no bounds, and the last iterations look beyond the buffer: a hint for such an address changes nothing.
/// Legal when:   the buffer is an argument that an operation below the scope reads (of several reads the first counts), only unrolled and vector
///               scopes between them are in its index, `outer` is the scope or encloses it and is in the index, distance >= 1, and the
///               scope prefetches nothing of the buffer yet.
/// Rejects with: no_such_scope, no_such_buffer, buffer_is_not_an_argument, factor_out_of_range, scopes_are_not_nested,
///               scope_is_not_sequential, buffer_is_prefetched, buffer_is_not_accessed, footprint_is_not_bounded,
///               elements_stay_the_same, capacity_exceeded.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     several passes over a row: hardware stops at its end, and memory idles in all passes but the first. Costs: an instruction
///               per vector, and room in L1 for what comes.
/// Elsewhere:    prefetch (Halide).
struct prefetch_ahead_move {
  perfdojo::name buffer;
  perfdojo::name scope;
  perfdojo::name outer;
  index_t distance = 1;

  static constexpr std::string_view name = "prefetch_ahead";
  static constexpr std::array parameters{domain::buffer, domain::scope, domain::scope, domain::distance};
  static constexpr field_list<&prefetch_ahead_move::buffer, &prefetch_ahead_move::scope,
                              &prefetch_ahead_move::outer, &prefetch_ahead_move::distance>
      fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  // A hint further ahead is for memory that other data will have taken. (Arbitrary; keeps indices in range.)
  static constexpr index_t largest_distance = 1024;

  static constexpr int leading = 2;  // buffer and scope
  constexpr verdict check_leading(const ir::program& p) const {
    const int b = p.find_buffer(buffer);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    if (p.buffers[b].is_private()) return reject_buffer(reason::buffer_is_not_an_argument, buffer);
    const ir::node_id s = p.find(scope);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    if (const verdict v = detail::check_place_of_hints(p, s); !v.ok()) return v;
    // An unrolled scope would repeat the hints where its parent can have all of them once.
    if (p.nodes[s].kind == ir::scope_kind::unrolled) return reject(reason::scope_is_not_sequential, scope);
    if (detail::is_prefetched(p, s, b)) return reject_buffer(reason::buffer_is_prefetched, buffer, scope);
    if (first_read(p, s, b).operation == ir::none)
      return reject_buffer(reason::buffer_is_not_accessed, buffer, scope);
    return accept();
  }

  constexpr verdict check(const ir::program& p) const {
    // What is cheap to see comes first: the tuner asks for every combination of names.
    if (distance < 1 || distance > largest_distance)
      return reject(reason::factor_out_of_range, outer, distance);
    const ir::node_id s = p.find(scope), o = p.find(outer);
    if (o == ir::none) return reject(reason::no_such_scope, outer);
    if (s != ir::none && !ir::is_within(p, s, o)) return reject(reason::scopes_are_not_nested, scope);
    if (const verdict v = check_leading(p); !v.ok()) return v;
    const found_read r = first_read(p, s, p.find_buffer(buffer));
    if (!ir::is_indexed_by(p.accesses[r.access], o))
      return reject_buffer(reason::elements_stay_the_same, buffer, outer);
    for (const ir::affine& f : p.accesses[r.access].index)
      if (magnitude(f.constant + distance * f.coefficient(o)) > ir::unbounded)
        return reject(reason::factor_out_of_range, outer, distance);
    return detail::check_hints(p, s, r.operation, p.accesses[r.access]);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(const ir::program& p) const {
    const ir::node_id s = p.find(scope), o = p.find(outer);
    const found_read r = first_read(p, s, p.find_buffer(buffer));
    ir::access later = p.accesses[r.access];
    for (ir::affine& f : later.index) f.constant += distance * f.coefficient(o);
    return detail::add_hints(p, s, r.operation, later);
  }

private:
  struct found_read {
    ir::node_id operation = ir::none;
    std::int16_t access = -1;
  };
  static constexpr found_read first_read(const ir::program& p, ir::node_id s, int b) {
    found_read first;
    ir::for_each_in(p, s, [&](ir::node_id i) {
      ir::for_each_access(p, i, [&](std::int16_t a, bool is_write) {
        if (!is_write && p.accesses[a].buffer == b && first.operation == ir::none) first = {i, a};
      });
    });
    return first;
  }
};
static_assert(transformation<prefetch_ahead_move>);

template <fixed_string Buffer, fixed_string Scope, fixed_string Outer, index_t Distance>
struct prefetch_ahead {
  static constexpr prefetch_ahead_move move{Buffer, Scope, Outer, Distance};
};

}  // namespace perfdojo
