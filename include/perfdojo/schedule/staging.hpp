// SPDX-License-Identifier: Apache-2.0
// staging: a private tile for the part of a buffer that one iteration of a scope works on: loaded at the start, stored at the end.
// accumulate and stage are this with different places.
#pragma once

#include <perfdojo/analysis/promises.hpp>
#include <perfdojo/analysis/uses.hpp>
#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/copy_nest.hpp>
#include <perfdojo/schedule/place.hpp>
#include <perfdojo/schedule/new_name.hpp>

namespace perfdojo::detail {

/// What staging buffer b in scope s means, or why it is not legal.
struct staging {
  verdict result;
  analysis::footprint box;
  ir::node_id follow = ir::none;  // the copies have the scopes of this access; none: one scope per dimension
  std::int16_t access = -1;
  ir::node_id beginning = ir::none;  // an assignment that overwrites the whole part before anything reads it
  ir::condition beginning_when;
  bool loads = true, stores = true;
};

/// Does operation n assign all of the box, and read of buffer b at most the element that it writes, in a nest of which nothing else is
/// part?
constexpr bool begins(const ir::program& p, ir::node_id s, ir::node_id n, int b,
                      const analysis::footprint& box) {
  const ir::node& x = p.nodes[n];
  const ir::access& to = p.accesses[x.destination];
  if (x.how != ir::update::assign || to.buffer != b) return false;
  bool reads_itself_only = true;
  ir::for_each_leaf(p, x.value, [&](std::int16_t a) {
    if (p.accesses[a].buffer == b && p.accesses[a] != to) reads_itself_only = false;
  });
  if (!reads_itself_only) return false;
  const ir::node_id top = ir::child_towards(p, n, s);
  for (ir::node_id c = n; c != top; c = p.nodes[c].parent)
    if (p.nodes[c].when.scope != ir::none || ir::child_count(p, p.nodes[c].parent) != 1 ||
        !ir::is_indexed_by(to, p.nodes[c].parent))
      return false;
  const ir::condition w = p.nodes[top].when;
  if (w.scope != ir::none && (!w.first || !ir::is_within(p, s, w.scope))) return false;
  const analysis::footprint f = analysis::footprint_of(p, to, n, s);
  return f.exact && f.same_box(box);
}

/// Requires that s and b exist.
constexpr staging plan_staging(const ir::program& p, ir::node_id s, int b, ir::place where) {
  staging g;
  const name buffer = p.buffers[b].label, scope = p.nodes[s].label;
  const auto refuse = [&](reason why, index_t asked = 0, index_t found = 0) {
    g.result = reject_buffer(why, buffer, scope, asked, found);
    return g;
  };
  if (ir::holds_operations_only(p.nodes[s].kind))
    return g.result = reject(reason::scope_is_not_sequential, scope), g;
  for (ir::node_id z = s; z != ir::none; z = p.nodes[z].parent)
    if (p.nodes[z].outside == ir::beyond::zero)
      return g.result = reject(reason::scope_is_not_sequential, p.nodes[z].label), g;
  if (ir::lives_in(p, p.buffers[b], s)) return refuse(reason::live_range_exceeds_iteration);
  for (int r = 0; r < p.buffers[b].rank(); ++r)
    if (p.buffers[b].dimensions[r].reused) return refuse(reason::dimension_is_reused, r);

  // Most pairs of a buffer and a scope are refused here: footprints cost more.
  bool accessed = false, written = false;
  ir::for_each_in(p, s, [&](ir::node_id n) {
    ir::for_each_access(p, n, [&](std::int16_t a, bool write) {
      accessed = accessed || p.accesses[a].buffer == b;
      written = written || (write && p.accesses[a].buffer == b);
    });
  });
  if (!accessed) return refuse(reason::buffer_is_not_accessed);
  if (!written) return refuse(reason::buffer_is_not_written);

  ir::node_id first = ir::none;
  bool near = true, write_is_followed = false;
  analysis::footprint followed;
  ir::for_each_in(p, s, [&](ir::node_id n) {
    ir::node_id last_seen = ir::none;
    ir::for_each_access(p, n, [&](std::int16_t a, bool write) {
      if (p.accesses[a].buffer != b || (!write && a == p.nodes[n].destination)) return;
      const analysis::footprint f = analysis::footprint_of(p, p.accesses[a], n, s);
      if (first == ir::none) {
        first = n;
        g.box = f;
      } else {
        near = near && analysis::unite(g.box, f);
      }
      if (f.exact && (write || !write_is_followed) && nest_can_follow(p, p.accesses[a], n, s)) {
        followed = f;
        // A load may stand in the branch of a select that is not taken.
        followed.certain = followed.certain && write;
        write_is_followed = write_is_followed || write;
        g.follow = n;
        g.access = a;
      }
      last_seen = n;
    });
    if (last_seen == ir::none || where == ir::place::heap) return;
    for (ir::node_id c = p.nodes[n].parent; c != s; c = p.nodes[c].parent)
      if (p.nodes[c].kind == ir::scope_kind::parallel)
        g.result = reject(reason::scope_runs_in_parallel, p.nodes[c].label);
  });
  if (!near) return refuse(reason::accesses_differ);
  if (!g.result.ok()) return g;
  index_t bytes = ir::size_bytes(p.buffers[b].type);
  for (const analysis::footprint_dimension& d : g.box.dimensions) {
    if (!d.bounded || (d.cap == ir::unbounded && where != ir::place::heap))
      return refuse(reason::footprint_is_not_bounded);
    bytes = analysis::saturating_product(bytes, d.cap);
  }
  if (where != ir::place::heap && bytes > place_move::max_local_bytes)
    return refuse(reason::buffer_is_too_large, place_move::max_local_bytes, bytes);

  if (g.follow != ir::none && !followed.same_box(g.box)) g.follow = ir::none;
  if (begins(p, s, first, b, g.box)) {
    g.beginning = first;
    g.beginning_when = p.nodes[ir::child_towards(p, first, s)].when;
    g.loads = g.beginning_when.scope != ir::none;
    const std::int16_t a = p.nodes[first].destination;
    if (g.follow == ir::none && nest_can_follow(p, p.accesses[a], first, s)) {
      g.follow = first;
      g.access = a;
      followed = analysis::footprint_of(p, p.accesses[a], first, s);
    }
  }
  if (g.follow == ir::none) {
    followed = g.box;
    followed.certain = false;
  }
  if (p.buffers[b].is_private() && !g.loads) {
    g.stores = false;
    analysis::for_each_use(
        p, ir::none, b, [&](ir::node_id n, std::int16_t) { g.stores = g.stores || !ir::is_within(p, n, s); });
  }
  // The copy has no loop over a dimension of one element, whose bound would keep it from running.
  for (analysis::footprint_dimension& d : followed.dimensions) {
    if (g.follow != ir::none || has_extent(d) || d.symbol < 0) continue;
    d.symbol = -1;
    d.ends_exist = false;
  }
  const bool exists =
      (g.beginning != ir::none && !g.loads) || analysis::box_exists(p, followed, p.buffers[b], s);
  if ((g.loads || g.stores) && !exists) return refuse(reason::element_may_not_exist);
  return g;
}

/// Requires plan_staging(p, s, b, where).result.ok() with plan g.
constexpr ir::program apply_staging(ir::program p, ir::node_id s, int b, const staging& g, name target,
                                    ir::place where) {
  ir::buffer tile;
  tile.label = target;
  tile.type = p.buffers[b].type;
  tile.where = where;
  tile.home = s;
  for (const analysis::footprint_dimension& d : g.box.dimensions)
    if (has_extent(d)) tile.dimensions.push({d.cap, d.cap == ir::unbounded ? d.symbol : -1, 1, 1, false});
  const int t = p.buffers.push(tile);

  // Zeros beyond bounds fall into storage that exists where the tile has all positions.
  const auto zeroes = [&](const ir::access& a, ir::node_id c) {
    for (int r = 0; r < a.index.size(); ++r)
      if (ir::mentions(a.index[r], c) && g.box.dimensions[r].cap == ir::unbounded) return false;
    return true;
  };
  // The copies, before any access changes.
  const auto copy = [&](bool into_tile) {
    const auto is_zero = [&](ir::node_id c) { return into_tile && zeroes(p.accesses[g.access], c); };
    const copy_nest nest = g.follow == ir::none
                               ? nest_over_box(p, g.box, target, true)
                               : nest_like(p, g.box, p.accesses[g.access], g.follow, s, is_zero);
    const ir::access whole = element_at(g.box, nest, b), part = tile_element(g.box, nest, t);
    return close_nest(p, nest, into_tile ? part : whole, load_of(p, into_tile ? whole : part));
  };
  const ir::node_id store = g.stores ? copy(false) : ir::none;
  const ir::node_id load = g.loads ? copy(true) : ir::none;

  ir::for_each_in(p, s, [&](ir::node_id n) {
    const ir::node& x = p.nodes[n];
    if (x.is_scope || x.how == ir::update::prefetch) return;
    const auto redirect = [&](std::int16_t a) {
      if (p.accesses[a].buffer != b) return;
      ir::access in_tile;
      in_tile.buffer = static_cast<std::int16_t>(t);
      for (int r = 0; r < g.box.dimensions.size(); ++r) {
        const analysis::footprint_dimension& d = g.box.dimensions[r];
        if (has_extent(d)) in_tile.index.push(p.accesses[a].index[r] - d.start);
      }
      p.accesses[a] = in_tile;
    };
    if (n == g.beginning) {
      // What it reads of the buffer is not in the tile yet. Its scopes write zeros beyond bounds.
      for (ir::node_id z = x.parent; z != s; z = p.nodes[z].parent)
        if (p.nodes[z].trips.has_bound() && !p.nodes[z].trips.is_otherwise() &&
            zeroes(p.accesses[x.destination], z))
          p.nodes[z].outside = ir::beyond::zero;
    } else {
      ir::for_each_leaf(p, x.value, redirect);
    }
    redirect(x.destination);
  });
  if (load != ir::none && g.beginning != ir::none) {
    p.nodes[load].when = {g.beginning_when.scope, false};
    ir::attach_after(p, load, ir::child_towards(p, g.beginning, s));
  } else if (load != ir::none) {
    ir::attach(p, load, s, p.nodes[s].first_child);
  }
  if (store != ir::none) ir::attach(p, store, s);
  return ir::canonical(p);
}

constexpr ir::program stage(const ir::program& p, name buffer, name scope, name target, ir::place where) {
  const ir::node_id s = p.find(scope);
  const int b = p.find_buffer(buffer);
  return apply_staging(p, s, b, plan_staging(p, s, b, where), target, where);
}

constexpr verdict check_staging(const ir::program& p, name buffer, name scope, name target, ir::place where) {
  const ir::node_id s = p.find(scope);
  const int b = p.find_buffer(buffer);
  if (s == ir::none) return reject(reason::no_such_scope, scope);
  if (b < 0) return reject_buffer(reason::no_such_buffer, buffer, scope);
  if (p.buffers[b].where == ir::place::registers)
    return reject_buffer(reason::buffer_is_placed, buffer, scope);
  if (const verdict v = detail::check_new_name(p, target); !v.ok()) return v;
  const int scopes = decltype(ir::ancestor_list::scopes)::capacity - ir::depth(p, s) - 1;
  const staging g = plan_staging(p, s, b, where);
  if (!g.result.ok()) return g.result;
  if (g.follow == ir::none && g.box.dimensions.size() > scopes)
    return reject(reason::capacity_exceeded, scope, 0, decltype(ir::ancestor_list::scopes)::capacity);
  int added = p.buffers[b].rank();
  if (g.follow != ir::none) added = ir::depth(p, g.follow) - ir::depth(p, s) - 1;
  if (const verdict v = check_room(p, 2 * (added + 1), 4, 2, 1); !v.ok()) return v;
  for (const analysis::footprint_dimension& d : g.box.dimensions)
    if (g.follow == ir::none && d.start.terms.full())
      return reject(reason::capacity_exceeded, scope, 0, ir::affine::max_terms);
  if (!analysis::stands_in_promises(p, s)) return accept();
  const ir::program q = apply_staging(p, s, b, g, target, where);
  const ir::node_id broken = analysis::broken_promise(q, q.find(scope), q.find_buffer(buffer));
  return broken == ir::none ? accept()
                            : reject_buffer(reason::dependence_is_carried, buffer, q.nodes[broken].label);
}

}  // namespace perfdojo::detail
