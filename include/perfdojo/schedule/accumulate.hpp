// SPDX-License-Identifier: Apache-2.0
// accumulate: the part of a buffer that one iteration works on is held in registers for that long.
#pragma once

#include <perfdojo/analysis/footprint.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Gives one iteration of `scope` a private tile for its part of `buffer`: loaded at the start, used by all accesses, stored at the
/// end. What is dead is left out: the load where the first nest overwrites the part, the store of a private buffer that nothing
/// else reads.
///
///     before                              after accumulate<"C", "i0", "T">
///     i0 M/4                              i0 M/4
///     | i1 4 bound M - 4*i0               | i1 4 bound M - 4*i0 zero
///     | | C[4*i0+i1] = 0                  | | T[i1] = 0
///     | k K                               | k K
///     | | i1_b 4 bound M - 4*i0           | | i1_b 4 bound M - 4*i0
///     | | | C[4*i0+i1_b] += A[4*i0+i1_b,k]| | | T[i1_b] += A[4*i0+i1_b,k]
///                                         | i1_c 4 bound M - 4*i0
///                                         | | C[4*i0+i1_c] = T[i1_c]
///
/// Where the first nest runs under first(s), the load runs under later(s). The nest that begins a tile writes zeros beyond
/// bounds, so that the tile is defined everywhere.
/// Legal when:   all accesses of the scope to the buffer touch the same box, of constant extents; reads by the nest that begins the
///               tile are of the element that it writes.
/// Rejects with: no_such_scope, no_such_buffer, name_is_taken, buffer_is_not_accessed, buffer_is_written (not at all),
///               accesses_differ, footprint_is_not_bounded, capacity_exceeded.
/// Order:        no reduction changes.
/// Good for:     accumulators in registers. Costs: registers; indices of scopes that are not unrolled put the tile in memory.
struct accumulate_move {
  perfdojo::name buffer;
  perfdojo::name scope;
  perfdojo::name target;

  static constexpr std::string_view name = "accumulate";
  static constexpr std::array parameters{domain::buffer, domain::scope, domain::new_name};
  static constexpr std::tuple fields{&accumulate_move::buffer, &accumulate_move::scope,
                                     &accumulate_move::target};
  static constexpr bool reassociates = false;

  /// A tile is code: each element is unrolled in the end. 32 registers of 64 bytes hold 512 elements.
  static constexpr index_t max_elements = 1024;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    const int b = p.find_buffer(buffer);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer, scope);
    if (p.buffers[b].where == ir::place::registers)
      return reject_buffer(reason::buffer_is_not_accessed, buffer, scope);
    if (p.find_buffer(new_name()) >= 0) return reject_buffer(reason::name_is_taken, new_name(), new_name());
    const summary u = summarise(p, s, b);
    if (u.access < 0) return reject_buffer(reason::buffer_is_not_accessed, buffer, scope);
    if (!u.written) return reject_buffer(reason::update_is_not_a_reduction, buffer, scope);
    if (u.differ) return reject_buffer(reason::accesses_differ, buffer, scope);
    const analysis::footprint f = analysis::footprint_of(p, p.accesses[u.access], u.operation, s);
    index_t elements = 1;
    for (int r = 0; r < f.dimensions.size(); ++r) {
      if (f.dimensions[r].cap > max_elements || !analysis::is_dense(p, f.dimensions[r].inner))
        return reject_buffer(reason::footprint_is_not_bounded, buffer, scope, r);
      elements *= f.dimensions[r].cap;
    }
    if (elements > max_elements)
      return reject_buffer(reason::footprint_is_not_bounded, buffer, scope, 0, elements);
    if (p.buffers.full() || p.nodes.size() + 2 * (f.dimensions.size() * 3 + 1) > ir::program::max_nodes)
      return reject_buffer(reason::capacity_exceeded, buffer, scope, 0, ir::program::max_nodes);
    return accept();
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(scope);
    const int b = p.find_buffer(buffer);
    const summary u = summarise(p, s, b);
    const analysis::footprint f = analysis::footprint_of(p, p.accesses[u.access], u.operation, s);
    ir::buffer tile;
    tile.label = new_name();
    tile.type = p.buffers[b].type;
    tile.where = ir::place::registers;
    tile.home = s;
    for (const analysis::footprint_dimension& d : f.dimensions)
      if (!d.inner.is_constant()) tile.dimensions.push(ir::dimension{d.cap, -1, 1, 1, false});
    const auto t = static_cast<std::int16_t>(p.buffers.push(tile));
    const bool live_after = !p.buffers[b].is_private() || accessed_outside(p, s, b) || p.buffers[b].home != s;
    const bool stores = live_after && (!p.buffers[b].is_private() || needs_store(p, s, b));

    // The nests of the copies follow the scopes of the access that stands for all, before any access changes.
    const ir::node_id store = stores ? copy_nest(p, s, u, f, b, t, false) : ir::none;
    const bool loads = u.beginning == ir::none || u.beginning_when.scope != ir::none;
    const ir::node_id load = loads ? copy_nest(p, s, u, f, t, b, true) : ir::none;
    ir::for_each_in(p, s, [&](ir::node_id n) {
      ir::node& x = p.nodes[n];
      if (x.is_scope) return;
      const auto redirect = [&](std::int16_t a) {
        if (p.accesses[a].buffer != b) return;
        p.accesses[a] = tile_access(p, s, n, p.accesses[a], t);
      };
      if (n != u.beginning) ir::for_each_leaf(p, x.value, redirect);
      if (x.how != ir::update::prefetch) redirect(x.destination);
    });
    if (u.beginning != ir::none) {  // its scopes write zeros beyond the bounds
      for (ir::node_id z : analysis::scopes_between(p, s, u.beginning))
        if (p.nodes[z].trips.has_bound()) p.nodes[z].outside = ir::beyond::zero;
    }
    if (load != ir::none) {
      if (u.beginning != ir::none) {
        p.nodes[load].when = {u.beginning_when.scope, false};
        ir::attach_after(p, load, ir::child_towards(p, u.beginning, s));
      } else {
        ir::attach(p, load, s, p.nodes[s].first_child);
      }
    }
    if (store != ir::none) ir::attach(p, store, s);
    return ir::canonical(p);
  }

private:
  struct summary {
    std::int16_t access = -1;  // one that stands for all: of the last operation that writes
    ir::node_id operation = ir::none;
    bool written = false, differ = false;
    ir::node_id beginning =
        ir::none;  // an assignment that overwrites the whole part before anything reads it
    ir::condition beginning_when;
  };

  constexpr perfdojo::name new_name() const { return target.empty() ? ir::suffixed(buffer, 't') : target; }

  static constexpr bool accessed_outside(const ir::program& p, ir::node_id s, int b) {
    bool found = false;
    ir::for_each_node(p, [&](ir::node_id n) {
      if (p.nodes[n].is_scope || ir::is_within(p, n, s)) return;
      ir::for_each_access(p, n, [&](std::int16_t a, bool) { found = found || p.accesses[a].buffer == b; });
    });
    return found;
  }
  // A private buffer that nothing outside reads, and whose elements the scope itself never meets again.
  static constexpr bool needs_store(const ir::program& p, ir::node_id s, int b) {
    if (accessed_outside(p, s, b)) return true;
    // Another iteration of this scope, or of one around it, may read what this one left.
    const summary u = accumulate_move{p.buffers[b].label, p.nodes[s].label, {}}.summarise(p, s, b);
    return u.beginning == ir::none || u.beginning_when.scope != ir::none;
  }

  // Does operation n assign, and read of buffer b at most the element that it writes, in a nest of which nothing else is part?
  static constexpr bool begins(const ir::program& p, ir::node_id s, ir::node_id n, int b) {
    const ir::node& x = p.nodes[n];
    if (x.how != ir::update::assign || p.accesses[x.destination].buffer != b) return false;
    bool same = true;
    ir::for_each_leaf(p, x.value, [&](std::int16_t a) {
      if (p.accesses[a].buffer == b && !(p.accesses[a] == p.accesses[x.destination])) same = false;
    });
    // Every scope of its nest indexes the element, so each element is written once; conditions only on the child of s.
    const ir::node_id top = ir::child_towards(p, n, s);
    for (ir::node_id c = n; c != s; c = p.nodes[c].parent) {
      if (c != top && p.nodes[c].when.scope != ir::none) return false;
      if (ir::child_count(p, p.nodes[c].parent) != 1 && p.nodes[c].parent != s) return false;
      bool indexes = c == n;
      for (const ir::affine& i : p.accesses[x.destination].index) indexes = indexes || i.coefficient(c) != 0;
      if (!indexes || p.nodes[c].trips.lower != 0) return false;
    }
    for (const ir::affine& i : p.accesses[x.destination].index)
      if (!analysis::is_dense(p, analysis::footprint_of_index(p, i, n, s).inner)) return false;
    const ir::condition w = p.nodes[top].when;
    return same && (w.scope == ir::none || (w.first && ir::is_within(p, s, w.scope)));
  }

  constexpr summary summarise(const ir::program& p, ir::node_id s, int b) const {
    summary u;
    bool touched = false;
    ir::for_each_in(p, s, [&](ir::node_id n) {
      const ir::node& x = p.nodes[n];
      if (x.is_scope || x.how == ir::update::prefetch) return;
      bool mine = false;
      ir::for_each_access(p, n, [&](std::int16_t a, bool write) {
        if (p.accesses[a].buffer != b) return;
        mine = true;
        u.written = u.written || write;
        if (u.access >= 0) compare(p, s, u, a, n);
        if (u.access < 0 || write) {
          u.access = a;
          u.operation = n;
        }
      });
      if (mine && !touched && begins(p, s, n, b)) {
        u.beginning = n;
        u.beginning_when = p.nodes[ir::child_towards(p, n, s)].when;
      }
      touched = touched || mine;
    });
    return u;
  }
  static constexpr void compare(const ir::program& p, ir::node_id s, summary& u, std::int16_t a,
                                ir::node_id n) {
    const auto f = analysis::footprint_of(p, p.accesses[u.access], u.operation, s);
    const auto g = analysis::footprint_of(p, p.accesses[a], n, s);
    for (int r = 0; r < f.dimensions.size(); ++r) {
      const analysis::footprint_dimension &x = f.dimensions[r], &y = g.dimensions[r];
      if (x.outer != y.outer || x.cap != y.cap || x.symbol != y.symbol || !x.bounded || !y.bounded)
        u.differ = true;
    }
  }

  static constexpr ir::access tile_access(const ir::program& p, ir::node_id s, ir::node_id n,
                                          const ir::access& a, std::int16_t t) {
    ir::access x;
    x.buffer = t;
    const analysis::footprint f = analysis::footprint_of(p, a, n, s);
    for (const analysis::footprint_dimension& d : f.dimensions)
      if (!d.inner.is_constant()) x.index.push(d.inner);
    return x;
  }

  // A detached nest `to = from` over the part, with the scopes of the access that stands for all. One of the buffers is the tile.
  static constexpr ir::node_id copy_nest(ir::program& p, ir::node_id s, const summary& u,
                                         const analysis::footprint& f, std::int16_t to, std::int16_t from,
                                         bool zero) {
    ir::access whole = p.accesses[u.access];
    ir::access inner = tile_access(p, s, u.operation, whole, zero ? to : from);
    ir::node_id nest = ir::none, parent = ir::none;
    const auto inside = analysis::scopes_between(p, s, u.operation);
    ir::node_id old[24]{}, copied[24]{};
    int count = 0;
    for (int i = inside.size() - 1; i >= 0; --i) {
      bool indexes = false;
      for (const analysis::footprint_dimension& d : f.dimensions)
        indexes = indexes || d.inner.coefficient(inside[i]) != 0;
      if (!indexes) continue;
      ir::node x = p.nodes[inside[i]];
      x.label = ir::fresh_name(p, x.label);
      x.parent = x.first_child = x.next = ir::none;
      x.when = {};
      x.outside = zero && x.trips.has_bound() ? ir::beyond::zero : ir::beyond::skip;
      for (int j = 0; j < count; ++j) x.trips.origin.substitute(old[j], ir::index_of(copied[j]));
      const auto n = static_cast<ir::node_id>(p.nodes.push(x));
      if (parent == ir::none) {
        nest = n;
      } else {
        ir::attach(p, n, parent);
      }
      parent = n;
      old[count] = inside[i];
      copied[count++] = n;
    }
    for (int j = 0; j < count; ++j) {
      for (ir::affine& i : whole.index) i.substitute(old[j], ir::index_of(copied[j]));
      for (ir::affine& i : inner.index) i.substitute(old[j], ir::index_of(copied[j]));
    }
    ir::expression load;
    load.what = ir::function::load;
    load.type = p.buffers[to].type;
    load.access = static_cast<std::int16_t>(p.accesses.push(zero ? whole : inner));
    ir::node x;
    x.value = static_cast<ir::expression_id>(p.expressions.push(load));
    x.destination = static_cast<std::int16_t>(p.accesses.push(zero ? inner : whole));
    const auto n = static_cast<ir::node_id>(p.nodes.push(x));
    if (parent == ir::none) return n;
    ir::attach(p, n, parent);
    return nest;
  }
};
static_assert(transformation<accumulate_move>);

template <fixed_string Buffer, fixed_string Scope, fixed_string Target = "">
struct accumulate {
  static constexpr accumulate_move move{Buffer, Scope, Target};
};

}  // namespace perfdojo
