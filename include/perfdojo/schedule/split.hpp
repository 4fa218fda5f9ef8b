// SPDX-License-Identifier: Apache-2.0
// split: one scope becomes two nested scopes.
#pragma once

#include <perfdojo/analysis/repeat.hpp>
#include <perfdojo/schedule/iterations.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Splits a scope of extent E into an outer scope of ceil(E / factor) and an inner one of `factor`.
///
///     before               after split<"i", 6>
///     i 30                 i0 5
///     | y[i] = 2*x[i]      | i1 6
///                          | | y[6*i0+i1] = 2*x[6*i0+i1]
///
/// Legal when:   the scope exists, is sequential and no condition names it; factor >= 2. An extent that is
///               at least 1 must not be of a scope that writes zeros; at least 2 is refused.
///               exact: factor divides the cap of E (a bound stays). guard: any E; a finite cap of a bounded E is a multiple
///               of factor.
///               peel: E is constant and > factor. pad: as guard, and below the scope stand only assignments
///               to private buffers that the index addresses with coefficient 1, in dimensions as long as E.
///               overlap: as peel, and if there is a rest, what the scope writes it assigns and does not read, but for buffers that live
///               in it. The rest is the last `factor` iterations: some run twice. A run-time E could place them only with an index that
///               knows sizes; and there may be less than `factor`.
/// Rejects with: no_such_scope, factor_out_of_range, extent_is_not_constant, factor_does_not_divide_extent,
///               scope_is_not_sequential, condition_depends_on_scope, capacity_exceeded, value_beyond_bound_is_observed,
///               values_change_when_repeated (overlap).
/// Order:        iterations keep their order (overlap: the last ones follow again); never reassociates.
/// Good for:     vectors, register tiles, cache blocks; overlap: a rest in whole vectors, without masks. Costs: a loop, and a test if guarded.
/// Elsewhere:    split (Halide, TVM, Tiramisu), divide_loop (Exo); overlap: TailStrategy::ShiftInwards (Halide).
struct split_move {
  perfdojo::name scope;
  index_t factor = 0;
  tail policy = tail::exact;

  static constexpr std::string_view name = "split";
  static constexpr std::array parameters{domain::scope, domain::factor, domain::tail};
  static constexpr field_list<&split_move::scope, &split_move::factor, &split_move::policy> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id n = p.find(scope);
    if (n == ir::none) return reject(reason::no_such_scope, scope);
    const ir::node& s = p.nodes[n];
    const ir::extent& e = s.trips;
    if (s.kind != ir::scope_kind::sequential) return reject(reason::scope_is_not_sequential, scope);
    if (factor < 2 || factor > ir::max_step || e.step > ir::max_step / factor)
      return reject(reason::factor_out_of_range, scope, factor);
    if (s.outside == ir::beyond::zero && e.cap % factor != 0) return divides(e.cap);
    for (const ir::node& x : p.nodes)
      if (x.when.scope == n) return reject(reason::condition_depends_on_scope, scope);
    // At least one iteration is one of the first block; more, or one of a scope that runs all positions, is none that blocks can have.
    if (e.count_of != ir::none || e.lower > (s.outside == ir::beyond::zero ? 0 : 1))
      return reject(reason::extent_is_not_constant, scope, factor);
    const verdict v = check_policy(p, n);
    return v.ok() ? check_capacity(p, n) : v;
  }

  // Requires check(p).ok().
  // law: the iterations of the two scopes (and of the rest) are those of the old scope, in the same order; with tail::overlap the rest
  // runs some again.
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id n = p.find(scope);
    if (makes_rest(p.nodes[n].trips)) return apply_rest(p, n);
    if (policy == tail::guard && p.nodes[n].trips.is_constant() && p.nodes[n].trips.cap % factor != 0)
      bound_by_constant(p, n);
    if (policy == tail::pad) pad_dimensions(p, n);
    nest(p, n);
    return ir::canonical(p);
  }

private:
  // Steps stay small enough that ir::unbounded * step does not overflow (see verify.hpp).

  constexpr verdict check_policy(const ir::program& p, ir::node_id n) const {
    const ir::extent& e = p.nodes[n].trips;
    switch (policy) {
      case tail::exact:
        if (e.cap == ir::unbounded) return reject(reason::extent_is_not_constant, scope, factor);
        return divides(e.cap);
      case tail::peel:
        if (!e.is_constant()) return reject(reason::extent_is_not_constant, scope, factor);
        return factor < e.cap ? accept() : reject(reason::factor_out_of_range, scope, factor, e.cap);
      case tail::overlap:
        if (!e.is_constant()) return reject(reason::extent_is_not_constant, scope, factor);
        if (factor >= e.cap) return reject(reason::factor_out_of_range, scope, factor, e.cap);
        return e.cap % factor == 0 ? accept() : check_overlap(p, n);
      case tail::guard:
        return e.has_bound() && e.cap != ir::unbounded ? divides(e.cap) : accept();
      case tail::pad:
        if (!e.has_bound()) return reject(reason::value_beyond_bound_is_observed, scope, factor);
        if (e.cap != ir::unbounded && e.cap % factor != 0) return divides(e.cap);
        return check_pad(p, n);
    }
    return accept();
  }

  constexpr verdict check_capacity(const ir::program& p, ir::node_id n) const {
    const ir::extent& e = p.nodes[n].trips;
    if (const verdict v = makes_rest(e) ? detail::check_room_for_copy(p, n, 1) : detail::check_room(p, 1);
        !v.ok())
      return v;
    if (const verdict v = detail::check_depth(p, n, 1); !v.ok()) return v;
    if (const verdict v = detail::check_terms(p, n); !v.ok()) return v;
    bool has_symbol = !(policy == tail::guard && e.is_constant() && e.cap % factor != 0) || !p.symbols.full();
    for (const ir::symbol& x : p.symbols) has_symbol = has_symbol || x.value == e.cap;
    if (!has_symbol) return reject(reason::capacity_exceeded, scope, 0, ir::program::max_symbols);
    return accept();
  }

  constexpr bool makes_rest(const ir::extent& e) const {
    return (policy == tail::peel || policy == tail::overlap) && e.cap % factor != 0;
  }

  constexpr verdict check_overlap(const ir::program& p, ir::node_id n) const {
    const int b = analysis::changed_by_repetition(p, n);
    return b < 0 ? accept()
                 : reject_buffer(reason::values_change_when_repeated, p.buffers[b].label, scope, factor);
  }

  constexpr verdict divides(index_t extent) const {
    return extent % factor == 0 ? accept()
                                : reject(reason::factor_does_not_divide_extent, scope, factor, extent);
  }

  // Padding makes the positions beyond the bound write zeros: they must fall into storage that exists (the dimension is
  // rounded up to the factor) and that holds nothing else (the index addresses that dimension alone, with coefficient 1).
  constexpr verdict check_pad(const ir::program& p, ir::node_id n) const {
    verdict v = accept();
    ir::for_each_in(p, n, [&](ir::node_id i) {
      const ir::node& x = p.nodes[i];
      if (x.is_scope || !v.ok()) return;
      const ir::access& d = p.accesses[x.destination];
      const int at = padded_dimension(p, d, n);
      if (x.how != ir::update::assign || at < 0) {
        v = reject_buffer(reason::value_beyond_bound_is_observed, p.buffers[d.buffer].label, scope, factor);
      }
    });
    return v;
  }
  // The dimension of a private destination that scope n runs along with coefficient 1, or -1.
  constexpr int padded_dimension(const ir::program& p, const ir::access& d, ir::node_id n) const {
    if (!p.buffers[d.buffer].is_private()) return -1;
    int at = -1;
    for (int r = 0; r < d.index.size(); ++r) {
      if (d.index[r].coefficient(n) == 0) continue;
      if (at >= 0 || d.index[r] != ir::index_of(n)) return -1;
      at = r;
    }
    if (at < 0) return -1;
    const ir::dimension& dim = p.buffers[d.buffer].dimensions[at];
    const ir::extent& e = p.nodes[n].trips;
    return dim.symbol == e.symbol && dim.step == e.step && dim.cap == e.cap && dim.unit == 1 ? at : -1;
  }
  constexpr void pad_dimensions(ir::program& p, ir::node_id n) const {
    bool done[ir::program::max_buffers]{};
    ir::for_each_in(p, n, [&](ir::node_id i) {
      if (p.nodes[i].is_scope) return;
      const ir::access& d = p.accesses[p.nodes[i].destination];
      if (done[d.buffer]) return;
      done[d.buffer] = true;
      ir::dimension& dim = p.buffers[d.buffer].dimensions[padded_dimension(p, d, n)];
      dim.cap = dim.cap == ir::unbounded ? dim.cap : dim.cap / factor;
      dim.step *= factor;
      dim.unit = factor;
    });
  }

  // A bound needs a symbol: a constant size of that value.
  constexpr void bound_by_constant(ir::program& p, ir::node_id n) const {
    const index_t value = p.nodes[n].trips.cap;
    int s = 0;
    while (s < p.symbols.size() && p.symbols[s].value != value) ++s;
    if (s == p.symbols.size()) {
      char text[perfdojo::name::capacity + 1]{};
      int length = 0;
      for (index_t v = value; v > 0; v /= 10) ++length;
      text[0] = '_';
      int at = length;
      for (index_t v = value; v > 0; v /= 10) text[at--] = static_cast<char>('0' + v % 10);
      p.symbols.push({perfdojo::name(std::string_view(text, static_cast<std::size_t>(length) + 1)), value});
    }
    p.nodes[n].trips = ir::symbol_extent(s);
    p.nodes[n].trips.cap = round_up(value, factor);
  }

  constexpr void nest(ir::program& p, ir::node_id n) const {
    const ir::extent e = p.nodes[n].trips;
    ir::node outer;
    outer.label = ir::fresh_name(p, ir::suffixed(scope, '0'));
    outer.when = p.nodes[n].when;
    outer.trips = e;
    if (e.cap != ir::unbounded) outer.trips.cap = ceil_div(e.cap, factor);
    outer.trips.step = e.step * factor;
    const ir::node_id o = ir::wrap(p, n, outer);
    ir::node& inner = p.nodes[n];
    inner.label = ir::fresh_name(p, ir::suffixed(scope, '1'));
    inner.when = {};
    inner.trips.cap = factor;
    // Later blocks run only if something is left for them.
    inner.trips.lower = e.lower;
    if (policy == tail::pad) inner.outside = ir::beyond::zero;
    if (inner.outside == ir::beyond::zero && policy != tail::pad) {
      // A scope that writes zeros beyond its bound runs all positions: the inner part alone tells them apart.
      p.nodes[o].outside = ir::beyond::skip;
      p.nodes[o].trips = ir::constant_extent(p.nodes[o].trips.cap);
    }
    ir::affine whole = factor * ir::index_of(o);
    whole.add(n, 1);
    ir::substitute(p, n, whole, n);
    if (e.has_bound()) {
      inner.trips.origin = e.origin;
      inner.trips.origin.add(o, e.step * factor);
    } else {
      p.nodes[o].trips.step = 1;
    }
  }

  constexpr ir::program apply_rest(ir::program& p, ir::node_id n) const {
    const index_t extent = p.nodes[n].trips.cap, whole = extent - extent % factor;
    const ir::node_id rest = detail::copy_scope(p, n);
    ir::attach_after(p, rest, n);
    detail::skip_iterations(p, rest, policy == tail::overlap ? extent - factor : whole);
    detail::keep_iterations(p, n, whole);
    nest(p, n);
    return ir::canonical(p);
  }
};
static_assert(transformation<split_move>);

/// The move as a type: a tag that carries the value.
template <fixed_string Scope, index_t Factor, tail Policy = tail::exact>
struct split {
  static constexpr split_move move{Scope, Factor, Policy};
};

}  // namespace perfdojo
