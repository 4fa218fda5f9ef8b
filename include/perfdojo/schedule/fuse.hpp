// SPDX-License-Identifier: Apache-2.0
// fuse: two perfectly nested scopes become one, the inverse of split.
#pragma once

#include <perfdojo/analysis/bounds.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Collapses scope `outer` and its only child, scope `inner` of extent F, to one scope that runs F * outer + inner.
///
///     before                         after fuse<"i0", "i1">
///     i0 5                           i 30
///     | i1 6                         | y[i] = 2*x[i]
///     | | y[6*i0+i1] = 2*x[6*i0+i1]
///
/// The scope is called i if the two are i0 and i1 and that name is free; otherwise it keeps the name of `outer`.
/// Legal when:   both are sequential, no condition names them, every index has outer and inner as c*F*outer + c*inner, and the extents
///               are constants, or bounds as split makes them. Buffers that live in outer live above both afterwards.
/// Rejects with: no_such_scope, scopes_are_not_nested, scope_is_not_sequential, scope_is_a_branch, condition_depends_on_scope,
///               extent_is_not_constant, bound_depends_on_scope, indices_do_not_combine.
/// Order:        iterations keep their order; never reassociates.
/// Good for:     one long parallel or vector scope.
/// Elsewhere:    fuse (Halide, TVM), mult_loops (Exo).
struct fuse_move {
  perfdojo::name outer;
  perfdojo::name inner;

  static constexpr std::string_view name = "fuse";
  static constexpr std::array parameters{domain::scope, domain::scope};
  static constexpr field_list<&fuse_move::outer, &fuse_move::inner> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id o = p.find(outer), n = p.find(inner);
    if (o == ir::none) return reject(reason::no_such_scope, outer);
    if (n == ir::none) return reject(reason::no_such_scope, inner);
    const ir::node& out = p.nodes[o];
    const ir::node& in = p.nodes[n];
    if (in.parent != o || out.first_child != n || in.next != ir::none)
      return reject(reason::scopes_are_not_nested, inner);
    for (const ir::node_id s : {o, n})
      if (p.nodes[s].kind != ir::scope_kind::sequential || p.nodes[s].outside == ir::beyond::zero)
        return reject(reason::scope_is_not_sequential, p.nodes[s].label);
    for (const ir::node_id s : {o, n})
      if (p.nodes[s].trips.is_otherwise()) return reject(reason::scope_is_a_branch, p.nodes[s].label);
    for (const ir::node& x : p.nodes)
      if (x.when.scope == o || x.when.scope == n)
        return reject(reason::condition_depends_on_scope, p.nodes[x.when.scope].label);
    if (out.when.scope != ir::none && in.when.scope != ir::none && out.when != in.when)
      return reject(reason::condition_depends_on_scope, inner);
    if (const verdict v = check_extents(p, o, n); !v.ok()) return v;
    const index_t factor = in.trips.cap;
    for (const ir::access& a : p.accesses)
      for (const ir::affine& i : a.index)
        if (i.coefficient(o) != factor * i.coefficient(n))
          return reject(reason::indices_do_not_combine, inner);
    for (int s = 0; s < p.nodes.size(); ++s) {
      const ir::affine& origin = p.nodes[s].trips.origin;
      if (s != n && origin.coefficient(o) != factor * origin.coefficient(n))
        return reject(reason::indices_do_not_combine, inner);
    }
    return accept();
  }

  // Requires check(p).ok().
  // law: fuse after split gives the program back, unless a buffer lives in the scope.
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id o = p.find(outer), n = p.find(inner);
    const ir::extent in = p.nodes[n].trips;
    ir::node& fused = p.nodes[o];
    for (ir::buffer& b : p.buffers) {
      if (!b.is_private() || (b.home != o && b.home != n)) continue;
      b.home = b.home == o ? fused.parent : o;
    }
    if (p.nodes[n].when.scope != ir::none) fused.when = p.nodes[n].when;
    const index_t cap = fused.trips.cap == ir::unbounded ? ir::unbounded : fused.trips.cap * in.cap;
    const index_t lower = smaller(in.lower, fused.trips.lower);
    fused.trips = in;
    fused.trips.lower = lower;
    fused.trips.cap = cap;
    fused.trips.origin.substitute(o, ir::affine());
    ir::substitute(p, o, ir::affine(), n);
    ir::substitute(p, n, ir::index_of(o), n);
    ir::move_children(p, n, o);
    ir::detach(p, n);
    p.nodes[o].label = {};
    p.nodes[o].label = fused_name(p);
    return ir::canonical(p);
  }

private:
  // The trips of all iterations of outer must add up to the trips of the fused scope.
  constexpr verdict check_extents(const ir::program& p, ir::node_id o, ir::node_id n) const {
    const ir::extent& out = p.nodes[o].trips;
    const ir::extent& in = p.nodes[n].trips;
    if (out.count_of != ir::none) return reject(reason::extent_is_not_constant, outer);
    const bool runs_once =
        in.lower == 1 && out.has_bound() && out.lower <= 1;  // in the first block, as split makes it
    if (in.count_of != ir::none || in.cap == ir::unbounded || (in.lower != 0 && !runs_once))
      return reject(reason::extent_is_not_constant, inner);
    if (out.cap != ir::unbounded && out.cap > 0 && in.cap >= ir::unbounded / out.cap)
      return reject(reason::factor_out_of_range, outer, in.cap, out.cap);
    if (!in.has_bound()) return out.is_constant() ? accept() : reject(reason::extent_is_not_constant, outer);
    ir::affine origin = in.origin;
    origin.add(o, -in.step * in.cap);
    if (ir::mentions(origin, o)) return reject(reason::bound_depends_on_scope, outer);
    if (out.is_constant()) return accept();
    const bool same = out.symbol == in.symbol && out.step == in.step * in.cap && out.origin == origin;
    return same ? accept() : reject(reason::bound_depends_on_scope, outer);
  }

  constexpr perfdojo::name fused_name(const ir::program& p) const {
    const perfdojo::name_text a(outer), b(inner);
    const int stem = a.length - 1;
    const bool halves = a.length == b.length && stem > 0 && a.text[stem] == '0' && b.text[stem] == '1' &&
                        a.view().substr(0, static_cast<std::size_t>(stem)) ==
                            b.view().substr(0, static_cast<std::size_t>(stem));
    if (!halves) return outer;
    const perfdojo::name whole(a.view().substr(0, static_cast<std::size_t>(stem)));
    return p.find(whole) == ir::none && p.find_buffer(whole) < 0 ? whole : outer;
  }
};
static_assert(transformation<fuse_move>);

template <fixed_string Outer, fixed_string Inner>
struct fuse {
  static constexpr fuse_move move{Outer, Inner};
};

}  // namespace perfdojo
