// SPDX-License-Identifier: Apache-2.0
// padding: what is known about the elements of private buffers whose position is beyond the bound of a scope: that storage for them
// exists, that nobody reads them, that they are zero.
#pragma once

#include <perfdojo/analysis/bounds.hpp>
#include <perfdojo/analysis/dependence.hpp>

namespace perfdojo::analysis {

/// A scope that has lost its bound and runs all positions up to its cap. The functions below take the program without the
/// bound.
struct unguarded {
  ir::node_id scope = ir::none;
  int symbol = -1;
  combination position;  // origin + step * index: beyond is where position >= symbol
};

/// The terms of f whose scopes `keep` accepts, and the constant if `with_constant`.
template <class Affine, class Keep>
constexpr combination part_of(const Affine& f, bool with_constant, Keep&& keep) {
  combination part;
  part.constant = with_constant ? f.constant : 0;
  for (const ir::term& t : f.terms)
    if (keep(t.scope)) part.add(t.scope, t.coefficient);
  return part;
}

namespace detail {

/// position = stretch * index + base - slack for one access to a dimension, with base over scopes that both sides of a comparison
/// share, and slack >= 0: an element with index e that is touched beyond has stretch * e + base >= symbol.
struct placement {
  bool known = false;
  bool exact = false;  // slack is 0: the element alone decides whether it is beyond
  index_t stretch = 1;
  combination base;
};
template <class Shared>
constexpr placement place_elements(const ir::program& p, const unguarded& u, const ir::affine& index,
                                   Shared&& shared) {
  placement m;
  const index_t step = u.position.coefficient(u.scope), c = index.coefficient(u.scope);
  if (c <= 0 || step % c != 0) return m;
  m.stretch = step / c;
  const combination rest = u.position - m.stretch * combination(index);
  m.base = part_of(rest, true, shared);
  m.known = range_of(p, rest - m.base).high <= 0;
  m.exact = rest == m.base;
  return m;
}

}  // namespace detail

/// Does storage exist for all positions of scope u.scope in this access, wherever a position of the scope is inside? Requires a private buffer.
constexpr bool storage_covers(const ir::program& p, const ir::access& a, const unguarded& u) {
  for (int r = 0; r < a.index.size(); ++r) {
    const ir::affine& f = a.index[r];
    const ir::dimension& d = p.buffers[a.buffer].dimensions[r];
    if (!ir::mentions(f, u.scope)) continue;
    if (d.reused) return false;
    const interval values = range_of(p, f);
    if (values.low < 0 || (d.cap != ir::unbounded && values.high >= d.cap * d.unit)) return false;
    if (d.symbol < 0) continue;
    if (d.symbol != u.symbol) return false;
    // A scope above keeps `start`, its part of the index, inside the size; start is a multiple of a divisor of the unit, and
    // what is left is less than that divisor: the last unit, which is stored whole, holds it.
    if (d.step % d.unit != 0) return false;
    bool covered = false;
    for (ir::node_id q = p.nodes[u.scope].parent; q != ir::none && !covered; q = p.nodes[q].parent) {
      if (!is_bounded_by(p, q, u.symbol)) continue;
      const combination start = part_of(f, true, [&](ir::node_id s) { return ir::is_within(p, q, s); });
      index_t divisor = gcd(d.unit, start.constant);
      for (const ir::term& t : start.terms) divisor = gcd(divisor, t.coefficient);
      const interval rest = range_of(p, f - start);
      covered =
          rest.low >= 0 && rest.high < divisor && never_less(p, position_of(p, q), d.step / d.unit * start);
    }
    if (!covered) return false;
  }
  return true;
}

/// Can no operation that runs observe what x, a destination whose index has u.scope, writes beyond?
/// Readers must be kept inside by bounds of their own, or stay at the same index of u.scope.
constexpr bool beyond_is_unread(const ir::program& p, const touch& x, const unguarded& u) {
  const ir::access& a = p.accesses[x.access];
  const ir::node_id home = p.buffers[a.buffer].home;
  const auto shared = [&](ir::node_id s) { return home != ir::none && ir::is_within(p, home, s); };
  // Then all instances that share storage agree on which indices of u.scope are beyond.
  bool same_bound = true;
  for (const ir::term& t : u.position.terms)
    same_bound = same_bound && (t.scope == u.scope || shared(t.scope));
  const auto is_unread_along = [&](int r) {
    if (p.buffers[a.buffer].dimensions[r].reused) return false;
    const detail::placement m = detail::place_elements(p, u, a.index[r], shared);
    for (ir::node_id top = p.first; top != ir::none; top = p.nodes[top].next) {
      for (const touch& y : touches_in(p, top)) {
        const ir::access& b = p.accesses[y.access];
        if (b.buffer != a.buffer || (y.write && !ir::reads_destination(y.how))) continue;
        if (same_bound && ir::is_within(p, y.operation, u.scope) &&
            !may_meet(p, x, y, {.inner = u.scope, .inner_at = order::greater}))
          continue;
        if (!m.known) return false;
        // What an update reads beyond it also writes beyond.
        if (m.exact && y.operation == x.operation && y.access == x.access) continue;
        const combination element = m.stretch * combination(b.index[r]) + m.base;
        bool is_inside = false;
        for (ir::node_id q = p.nodes[y.operation].parent; q != ir::none && !is_inside; q = p.nodes[q].parent)
          is_inside = is_bounded_by(p, q, u.symbol) && never_less(p, position_of(p, q), element);
        if (!is_inside) return false;
      }
    }
    return true;
  };
  for (int r = 0; r < a.index.size(); ++r)
    if (ir::mentions(a.index[r], u.scope) && is_unread_along(r)) return true;
  return false;
}

/// Is every element zero that load y, whose index has u.scope, reads beyond? The only operation that writes the buffer must stand
/// before y, write zeros beyond the same size, and write all elements that y reads.
constexpr bool beyond_is_zero(const ir::program& p, const touch& y, const unguarded& u) {
  const ir::access& b = p.accesses[y.access];
  touch x;
  for (ir::node_id top = p.first; top != ir::none; top = p.nodes[top].next) {
    for (const touch& t : touches_in(p, top)) {
      if (!t.write || p.accesses[t.access].buffer != b.buffer) continue;
      if (x.operation != ir::none || t.how != ir::update::assign) return false;
      x = t;
    }
  }
  if (x.operation == ir::none || !ir::stands_before(p, x.operation, y.operation)) return false;
  const ir::node_id top = ir::common_ancestor(p, x.operation, y.operation);
  for (ir::node_id n = x.operation; n != top; n = p.nodes[n].parent)
    if (p.nodes[n].when.scope != ir::none) return false;

  int r = -1;  // the dimension along which y runs beyond
  for (int i = 0; i < b.index.size(); ++i) {
    if (!ir::mentions(b.index[i], u.scope)) continue;
    if (r >= 0 || p.buffers[b.buffer].dimensions[i].reused) return false;
    r = i;
  }
  const ir::affine& read = b.index[r];
  const ir::affine& written = p.accesses[x.access].index[r];
  const auto shared = [&](ir::node_id s) { return top != ir::none && ir::is_within(p, top, s); };
  const detail::placement m = detail::place_elements(p, u, read, shared);
  if (!m.known) return false;
  if (!(part_of(read, true, shared) == part_of(written, true, shared))) return false;

  // The writer puts zero wherever stretch * element + base >= symbol.
  const combination element = m.stretch * combination(written) + m.base;
  bool zeroes = false;
  for (ir::node_id z = p.nodes[x.operation].parent; z != top && !zeroes; z = p.nodes[z].parent)
    zeroes = p.nodes[z].outside == ir::beyond::zero && p.nodes[z].trips.symbol == u.symbol &&
             p.nodes[z].trips.lower == 0 && never_less(p, position_of(p, z), element);
  if (!zeroes) return false;

  // The writer's own scopes: those that run all their positions cover 0 .. block - 1 without a gap, and at most one with a bound
  // steps from block to block. No other scope that it stands in may depend on these.
  index_t block = 1;
  ir::node_id steps = ir::none;
  fixed_vector<ir::node_id, 24> free;
  for (ir::node_id s = p.nodes[x.operation].parent; s != top; s = p.nodes[s].parent) {
    if (!ir::mentions(written, s)) {
      for (const ir::term& t : p.nodes[s].trips.origin.terms)
        if (ir::mentions(written, t.scope)) return false;
      continue;
    }
    for (const ir::term& t : p.nodes[s].trips.origin.terms)
      if (!shared(t.scope) && !ir::mentions(written, t.scope)) return false;
    if (p.nodes[s].outside == ir::beyond::zero || p.nodes[s].trips.is_constant()) {
      free.push(s);
    } else if (steps == ir::none && is_bounded_by(p, s, u.symbol)) {
      steps = s;
    } else {
      return false;
    }
    for (int i = 0; i < b.index.size(); ++i)
      if (i != r && ir::mentions(p.accesses[x.access].index[i], s)) return false;
  }
  for (int found = 0; found < free.size(); ++found) {
    bool grown = false;
    for (const ir::node_id s : free) {
      if (grown || written.coefficient(s) != block || p.nodes[s].trips.cap < 1) continue;
      block *= p.nodes[s].trips.cap;
      grown = true;
    }
    if (!grown) return false;
  }
  const combination own = part_of(read, false, [&](ir::node_id s) { return !shared(s); });
  const interval values = range_of(p, own);
  if (values.low < 0) return false;
  if (steps == ir::none) return values.high < block;

  // It reaches the block of element e if stretch * block * floor(e / block) + base < symbol: y's own bound says so, when y's
  // index is a multiple of a divisor of the block, in scopes at and above the bound, plus less than that divisor.
  if (written.coefficient(steps) != block) return false;
  if (p.nodes[steps].trips.cap != ir::unbounded && values.high >= p.nodes[steps].trips.cap * block)
    return false;
  if (!never_less(p, m.base + combination(ir::index_of(steps, m.stretch * block)), position_of(p, steps)))
    return false;
  for (ir::node_id q = p.nodes[u.scope].parent; q != ir::none; q = p.nodes[q].parent) {
    if (!is_bounded_by(p, q, u.symbol)) continue;
    const combination start = part_of(own, true, [&](ir::node_id s) { return ir::is_within(p, q, s); });
    index_t divisor = block;
    for (const ir::term& t : start.terms) divisor = gcd(divisor, t.coefficient);
    const interval rest = range_of(p, own - start);
    if (rest.low >= 0 && rest.high < divisor && never_less(p, position_of(p, q), m.stretch * start + m.base))
      return true;
  }
  return false;
}

}  // namespace perfdojo::analysis
