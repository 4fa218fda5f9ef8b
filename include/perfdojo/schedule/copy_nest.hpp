// SPDX-License-Identifier: Apache-2.0
// copy_nest: new scopes that run over a part of a buffer, for moves that copy it to and from a buffer of their own.
#pragma once

#include <perfdojo/analysis/footprint.hpp>
#include <perfdojo/ir/edit.hpp>

namespace perfdojo::detail {

/// Nested scopes, still detached, and the place in the box in terms of their indices.
struct copy_nest {
  ir::node_id top = ir::none;
  ir::node_id bottom = ir::none;
  fixed_vector<ir::affine, ir::max_rank> position;

  constexpr ir::node_id push(ir::program& p, const ir::node& scope) {
    const auto n = static_cast<ir::node_id>(p.nodes.push(scope));
    bottom == ir::none ? void(top = n) : ir::attach(p, n, bottom);
    bottom = n;
    return n;
  }
};

/// The dimensions of the box that a tile needs an index for.
constexpr bool has_extent(const analysis::footprint_dimension& d) { return d.cap != 1; }

/// The element of `buffer` at `position` of the box.
constexpr ir::access element_at(const analysis::footprint& f, const copy_nest& nest, int buffer) {
  ir::access a;
  a.buffer = static_cast<std::int16_t>(buffer);
  for (int r = 0; r < f.dimensions.size(); ++r) a.index.push(f.dimensions[r].start + nest.position[r]);
  return a;
}

/// The element of a tile that has the dimensions of the box with an extent only.
constexpr ir::access tile_element(const analysis::footprint& f, const copy_nest& nest, int tile) {
  ir::access a;
  a.buffer = static_cast<std::int16_t>(tile);
  for (int r = 0; r < f.dimensions.size(); ++r)
    if (has_extent(f.dimensions[r])) a.index.push(nest.position[r]);
  return a;
}

/// One scope per dimension, named label.0, label.1, ...; without those of extent 1 if `short_form`.
constexpr copy_nest nest_over_box(ir::program& p, const analysis::footprint& f, name label, bool short_form) {
  copy_nest nest;
  for (int r = 0; r < f.dimensions.size(); ++r) {
    const analysis::footprint_dimension& d = f.dimensions[r];
    if (short_form && !has_extent(d)) {
      nest.position.push(ir::affine());
      continue;
    }
    ir::node x;
    x.is_scope = true;
    x.label = ir::fresh_name(p, ir::suffixed(ir::suffixed(label, '.'), static_cast<char>('0' + r)));
    x.trips = ir::constant_extent(d.cap);
    x.trips.symbol = d.symbol;
    if (d.symbol >= 0) x.trips.origin = d.start;
    nest.position.push(ir::index_of(nest.push(p, x)));
  }
  return nest;
}

/// Copies of the scopes below `around` that index access a of `operation`, with their kinds and bounds. Where `zeroes` holds for a
/// dimension with a bound, its scopes write zeros beyond.
/// Requires that f is the exact footprint of the access and that nest_can_follow().
template <class Zeroes>
constexpr copy_nest nest_like(ir::program& p, const analysis::footprint& f, const ir::access& a,
                              ir::node_id operation, ir::node_id around, Zeroes&& zeroes) {
  copy_nest nest;
  ir::node_id old[decltype(ir::ancestor_list::scopes)::capacity]{},
      copied[decltype(ir::ancestor_list::scopes)::capacity]{};
  int count = 0;
  for (const ir::node_id s : ir::ancestors(p, operation).scopes) {
    if (!analysis::is_inside(p, s, around) || !ir::is_indexed_by(a, s)) continue;
    ir::node x = p.nodes[s];
    if (const ir::node_id c = x.trips.count_of; c != ir::none && analysis::is_inside(p, c, around)) {
      const index_t cap = x.trips.cap;
      x.trips = p.nodes[c].trips;
      x.trips.cap = smaller(cap, x.trips.cap);
    }
    x.label = ir::fresh_name(p, x.label);
    x.parent = x.first_child = x.next = ir::none;
    x.when = {};
    const bool is_limit = x.trips.has_bound() && !x.trips.is_otherwise();
    x.outside = is_limit && zeroes(s) ? ir::beyond::zero : ir::beyond::skip;
    for (int j = 0; j < count; ++j) x.trips.origin.substitute(old[j], ir::index_of(copied[j]));
    old[count] = s;
    copied[count++] = nest.push(p, x);
  }
  for (int r = 0; r < f.dimensions.size(); ++r) {
    ir::affine position = a.index[r] - f.dimensions[r].start;
    for (int j = 0; j < count; ++j) position.substitute(old[j], ir::index_of(copied[j]));
    nest.position.push(position);
  }
  return nest;
}

/// Do the bounds of the scopes that a nest_like would copy depend on no other scope inside?
constexpr bool nest_can_follow(const ir::program& p, const ir::access& a, ir::node_id operation,
                               ir::node_id around) {
  for (ir::node_id s = p.nodes[operation].parent; s != around; s = p.nodes[s].parent) {
    if (!ir::is_indexed_by(a, s)) continue;
    const ir::node_id c = p.nodes[s].trips.count_of;
    const ir::extent& e =
        c != ir::none && analysis::is_inside(p, c, around) ? p.nodes[c].trips : p.nodes[s].trips;
    for (const ir::term& t : e.origin.terms)
      if (analysis::is_inside(p, t.scope, around) && !ir::is_indexed_by(a, t.scope)) return false;
  }
  return true;
}

/// Puts `destination = value` into the nest. Returns the top of the nest, which is the operation if there is no scope.
constexpr ir::node_id close_nest(ir::program& p, copy_nest nest, const ir::access& destination,
                                 ir::expression_id value) {
  ir::node x;
  x.destination = static_cast<std::int16_t>(p.accesses.push(destination));
  x.value = value;
  return nest.push(p, x), nest.top;
}

constexpr ir::expression_id load_of(ir::program& p, const ir::access& from) {
  ir::expression load;
  load.what = ir::function::load;
  load.type = p.buffers[from.buffer].type;
  load.access = static_cast<std::int16_t>(p.accesses.push(from));
  return static_cast<ir::expression_id>(p.expressions.push(load));
}

}  // namespace perfdojo::detail
