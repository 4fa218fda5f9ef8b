// SPDX-License-Identifier: Apache-2.0
// producer_nest: what compute_at has to know about the nest that it moves.
#pragma once

#include <perfdojo/analysis/footprint.hpp>
#include <perfdojo/analysis/uses.hpp>
#include <perfdojo/error/verdict.hpp>

namespace perfdojo::detail {

/// A nest that fills a private buffer, and the part of the buffer that one iteration of a scope reads.
struct producer_nest {
  verdict result;
  int buffer = -1;
  analysis::footprint box;                          // what one iteration of the consumer reads
  fixed_vector<ir::affine, ir::max_rank> base;      // an index of the nest: base + the index of its scope
  std::int8_t dimension[ir::program::max_nodes]{};  // which a scope of the nest indexes, from 1; 0: none
};

constexpr verdict check_scopes(const ir::program& p, ir::node_id s, ir::node_id c) {
  const auto refuse = [&](reason why, ir::node_id n) { return reject(why, p.nodes[n].label); };
  if (ir::holds_operations_only(p.nodes[c].kind)) return refuse(reason::scope_is_not_sequential, c);
  if (p.nodes[s].when.scope != ir::none) return refuse(reason::condition_depends_on_scope, s);
  for (ir::node_id z = c; z != ir::none; z = p.nodes[z].parent)
    if (p.nodes[z].outside == ir::beyond::zero) return refuse(reason::scope_is_not_sequential, z);
  bool is_parallel = false;
  for (ir::node_id n = c; n != ir::none; n = p.nodes[n].parent)
    is_parallel = is_parallel || p.nodes[n].kind == ir::scope_kind::parallel;
  verdict v = accept();
  ir::for_each_in(p, s, [&](ir::node_id n) {
    const ir::node& x = p.nodes[n];
    if (!x.is_scope) return;
    if (x.outside == ir::beyond::zero || x.kind == ir::scope_kind::cases)
      v = refuse(reason::scope_is_not_sequential, n);
    if (is_parallel && x.kind == ir::scope_kind::parallel) v = refuse(reason::scope_runs_in_parallel, n);
  });
  return v;
}

// Does the first access a of the nest, in operation n, assign the element without reading the buffer, whenever the element's
// indices run?
constexpr bool is_beginning(const ir::program& p, ir::node_id s, ir::node_id n, std::int16_t a) {
  const ir::node& x = p.nodes[n];
  if (x.how != ir::update::assign || x.destination != a) return false;
  bool reads = false;
  ir::for_each_leaf(p, x.value,
                    [&](std::int16_t l) { reads = reads || p.accesses[l].buffer == p.accesses[a].buffer; });
  return !reads && analysis::footprint_of(p, p.accesses[a], n, p.nodes[s].parent).certain;
}

// The buffer that the nest fills, and how its scopes index it.
constexpr verdict look_at_nest(const ir::program& p, ir::node_id s, producer_nest& g) {
  const ir::node_id top = p.nodes[s].parent;
  ir::for_each_in(p, s, [&](ir::node_id n) {
    if (p.nodes[n].is_scope) return;
    const int b = p.accesses[p.nodes[n].destination].buffer;
    g.buffer = g.buffer == -1 || g.buffer == b ? b : -2;
    if (p.nodes[n].how == ir::update::prefetch) g.buffer = -2;
  });
  if (g.buffer < 0 || !p.buffers[g.buffer].is_private())
    return reject(reason::producer_is_not_unique, p.nodes[s].label);
  const name buffer = p.buffers[g.buffer].label, nest = p.nodes[s].label;
  for (int r = 0; r < p.buffers[g.buffer].rank(); ++r)
    if (p.buffers[g.buffer].dimensions[r].reused)
      return reject_buffer(reason::dimension_is_reused, buffer, nest, r);
  for (const ir::buffer& b : p.buffers)
    if (ir::lives_in(p, b, s)) return reject_buffer(reason::live_range_exceeds_iteration, b.label, nest);

  bool begun = false, alike = true, begins = true;
  analysis::for_each_use(p, s, g.buffer, [&](ir::node_id n, std::int16_t a) {
    if (!begun) begins = is_beginning(p, s, n, a);
    for (int r = 0; r < p.accesses[a].index.size(); ++r) {
      ir::affine base = ir::constant_index(p.accesses[a].index[r].constant);
      for (const ir::term& t : p.accesses[a].index[r].terms) {
        if (!analysis::is_inside(p, t.scope, top)) {
          base.add(t.scope, t.coefficient);
          continue;
        }
        std::int8_t& d = g.dimension[t.scope];
        alike = alike && t.coefficient == 1 && (d == 0 || d == r + 1);
        d = static_cast<std::int8_t>(r + 1);
      }
      if (begun) alike = alike && base == g.base[r];
      if (!begun) g.base.push(base);
    }
    begun = true;
  });
  // Each access has one scope for each dimension that has any.
  analysis::for_each_use(p, s, g.buffer, [&](ir::node_id, std::int16_t a) {
    for (int r = 0; r < p.accesses[a].index.size(); ++r) {
      int own = 0, any = 0;
      for (const ir::term& t : p.accesses[a].index[r].terms) own += analysis::is_inside(p, t.scope, top);
      for (int m = 0; m < p.nodes.size(); ++m) any += g.dimension[m] == r + 1;
      alike = alike && own == (any > 0 ? 1 : 0);
    }
  });
  if (!alike) return reject_buffer(reason::accesses_differ, buffer, nest);
  if (!begins) return reject_buffer(reason::read_before_written, buffer, nest);
  for (const ir::node& x : p.nodes)
    if (x.when.scope != ir::none && g.dimension[x.when.scope] != 0)
      return reject(reason::condition_depends_on_scope, p.nodes[x.when.scope].label);
  for (int n = 0; n < p.nodes.size(); ++n)
    if (g.dimension[n] != 0 && p.nodes[n].when.scope != ir::none)
      return reject(reason::condition_depends_on_scope, p.nodes[n].label);
  return accept();
}

// Does the nest fill dimension r of the box?
constexpr bool fills(const ir::program& p, ir::node_id s, ir::node_id c, const producer_nest& g, int r) {
  const analysis::footprint_dimension& d = g.box.dimensions[r];
  if (!analysis::never_less(p, d.start, g.base[r])) return false;
  const ir::affine last = d.start + ir::constant_index(d.cap - 1);
  bool right = true, indexed = false;
  ir::for_each_in(p, s, [&](ir::node_id n) {
    if (g.dimension[n] != r + 1) return;
    indexed = true;
    const ir::extent& e = p.nodes[n].trips;
    if (e.cap != ir::unbounded)
      right = right && d.cap != ir::unbounded &&
              analysis::never_less(p, g.base[r] + ir::constant_index(e.cap - 1), last);
    if (e.count_of != ir::none) right = false;
    if (!e.has_bound()) return;
    // The same bound in terms of the element.
    const bool is_plain = analysis::is_bounded_by(p, n, e.symbol) && e.step == 1 && e.origin == g.base[r];
    // Of one element no scope is left that could cut.
    const bool is_cut = d.symbol == e.symbol && d.cap != 1;
    right = right && is_plain &&
            (is_cut ||
             (d.cap != ir::unbounded && analysis::keeps_inside(p, c, ir::none, e.symbol, last) != ir::none));
  });
  return right && (indexed || (d.cap == 1 && d.start == g.base[r]));
}

// The box that one iteration of the consumer reads, which must be inside of what the nest fills.
constexpr verdict look_at_reads(const ir::program& p, ir::node_id s, ir::node_id c, producer_nest& g) {
  const name buffer = p.buffers[g.buffer].label, scope = p.nodes[c].label;
  bool begun = false, alike = true, is_written = false, is_outside = false;
  analysis::for_each_use(p, ir::none, g.buffer, [&](ir::node_id n, std::int16_t a) {
    if (ir::is_within(p, n, s)) return;
    is_written = is_written || p.nodes[n].destination == a;
    is_outside = is_outside || !ir::is_within(p, n, c);
    if (is_outside) return;
    const analysis::footprint f = analysis::footprint_of(p, p.accesses[a], n, c);
    begun ? void(alike = alike && analysis::unite(g.box, f)) : void(g.box = f);
    begun = true;
  });
  if (is_written) return reject_buffer(reason::producer_is_not_unique, buffer, scope);
  if (is_outside) return reject_buffer(reason::live_range_exceeds_iteration, buffer, scope);
  if (!begun) return reject_buffer(reason::buffer_is_not_accessed, buffer, scope);
  if (!alike) return reject_buffer(reason::accesses_differ, buffer, scope);
  if (!g.box.bounded()) return reject_buffer(reason::footprint_is_not_bounded, buffer, scope);
  for (int r = 0; r < g.box.dimensions.size(); ++r)
    if (!fills(p, s, c, g, r)) return reject_buffer(reason::element_may_not_exist, buffer, scope, r);
  return accept();
}

constexpr verdict check_nest_room(const ir::program& p, ir::node_id s, ir::node_id c,
                                  const producer_nest& g) {
  constexpr int deepest = decltype(ir::ancestor_list::scopes)::capacity;
  verdict v = accept();
  ir::for_each_in(p, s, [&](ir::node_id n) {
    if (ir::depth(p, n) - ir::depth(p, s) + ir::depth(p, c) + 1 > deepest)
      v = reject(reason::capacity_exceeded, p.nodes[c].label, 0, deepest);
    const auto check = [&](const ir::affine& f) {
      for (const ir::term& t : f.terms)
        if (g.dimension[t.scope] != 0 &&
            f.terms.size() + g.base[g.dimension[t.scope] - 1].terms.size() +
                    g.box.dimensions[g.dimension[t.scope] - 1].start.terms.size() >
                ir::affine::max_terms)
          v = reject(reason::capacity_exceeded, p.nodes[t.scope].label, 0, ir::affine::max_terms);
    };
    if (p.nodes[n].is_scope) return check(p.nodes[n].trips.origin);
    const auto check_access = [&](std::int16_t a) {
      for (const ir::affine& f : p.accesses[a].index) check(f);
    };
    check_access(p.nodes[n].destination);
    ir::for_each_leaf(p, p.nodes[n].value, check_access);
  });
  return v;
}

/// Looks at the nest below scope s and the reads below scope c. Requires that s stands before c below one parent.
constexpr producer_nest find_producer_nest(const ir::program& p, ir::node_id s, ir::node_id c) {
  producer_nest g;
  g.result = check_scopes(p, s, c);
  if (g.result.ok()) g.result = look_at_nest(p, s, g);
  if (g.result.ok()) g.result = look_at_reads(p, s, c, g);
  if (g.result.ok()) g.result = check_nest_room(p, s, c, g);
  return g;
}

}  // namespace perfdojo::detail
