// SPDX-License-Identifier: Apache-2.0
// verify: the invariants of a program as one function. Any value is safe: nothing is followed before it is checked.
#pragma once

#include <perfdojo/ir/valid_name.hpp>
#include <perfdojo/ir/verify_expression.hpp>

namespace perfdojo::ir {

/// The deepest nest of scopes.
inline constexpr int max_depth = decltype(ancestor_list::scopes)::capacity;

namespace detail {

class verifier {
public:
  constexpr explicit verifier(const program& p) : p_(p), expressions_(p) {}

  constexpr verdict run() {
    if (!counts_fit()) return malformed(none, invariant::counts);
    verdict v = verify_links();
    if (v.ok()) v = verify_sizes();
    if (v.ok()) v = verify_buffers();
    for (node_id n = 0; n < p_.nodes.size() && v.ok(); ++n) {
      v = p_.nodes[n].is_scope ? verify_scope(n) : verify_operation(n);
      if (v.ok() && !condition_is_right(n)) v = malformed(n, invariant::condition_scope);
    }
    if (!v.ok()) return v;
    if (!expressions_.saw_all()) return malformed(none, invariant::access_order);
    for (int b = 0; b < p_.buffers.size(); ++b)
      if (p_.buffers[b].is_private() && !expressions_.accessed(b))
        return malformed(none, invariant::buffer_unused);
    return accept();
  }

private:
  constexpr verdict malformed(node_id at, invariant i) const {
    return reject(reason::program_is_malformed, {}, at, static_cast<index_t>(i));
  }

  constexpr bool counts_fit() const {
    const auto fits = [](const auto& list) { return list.size() >= 0 && list.size() <= list.capacity; };
    if (!fits(p_.symbols) || !fits(p_.buffers) || !fits(p_.nodes) || !fits(p_.accesses) ||
        !fits(p_.expressions))
      return false;
    for (const buffer& b : p_.buffers)
      if (!fits(b.dimensions)) return false;
    return true;
  }

  // The walk must meet the nodes in the order of their numbers: then it meets each once, and ends.
  constexpr verdict verify_links() {
    node_id expected = 0;
    const invariant broken = follow(p_.first, none, 0, expected);
    if (broken != invariant::counts) return malformed(expected, broken);
    return expected == p_.nodes.size() ? accept() : malformed(expected, invariant::numbering);
  }
  constexpr invariant follow(node_id n, node_id parent, int depth, node_id& expected) const {
    for (; n != none; n = p_.nodes[n].next) {
      if (n != expected || n >= p_.nodes.size() || p_.nodes[n].parent != parent) return invariant::numbering;
      const node& x = p_.nodes[n];
      if (x.is_scope && depth >= max_depth) return invariant::nesting;
      if (x.is_scope && x.first_child == none) return invariant::empty_scope;
      if (!x.is_scope && x.first_child != none) return invariant::numbering;
      ++expected;
      const invariant below = follow(x.first_child, n, depth + 1, expected);
      if (below != invariant::counts) return below;
    }
    return invariant::counts;  // which is known to hold
  }

  constexpr verdict verify_sizes() const {
    if (!p_.label.empty() && !is_valid_name(p_.label)) return malformed(none, invariant::names);
    for (int s = 0; s < p_.symbols.size(); ++s) {
      const symbol& x = p_.symbols[s];
      if (!is_valid_name(x.label)) return malformed(none, invariant::names);
      if (p_.find_symbol(x.label) != s) return reject(reason::name_is_taken, x.label);
      if (x.value < -1 || x.value > unbounded) return malformed(none, invariant::size_value);
    }
    return accept();
  }

  constexpr bool symbol_exists(int s) const { return s >= -1 && s < p_.symbols.size(); }

  constexpr verdict verify_buffers() const {
    bool saw_private = false;
    for (int i = 0; i < p_.buffers.size(); ++i) {
      const buffer& b = p_.buffers[i];
      if (!is_valid_name(b.label)) return malformed(none, invariant::names);
      if (p_.find_buffer(b.label) != i) return reject(reason::name_is_taken, b.label);
      if (b.type == element::boolean || b.type > element::bf16 || b.where > place::registers)
        return malformed(none, invariant::buffer_type);
      if (b.is_private()) saw_private = true;
      if (!b.is_private() && (saw_private || b.home != none)) return malformed(none, invariant::buffer_order);
      const bool home_exists =
          b.home >= none && b.home < p_.nodes.size() && (b.home == none || p_.nodes[b.home].is_scope);
      if (!home_exists) return malformed(none, invariant::home_scope);
      for (const dimension& d : b.dimensions) {
        const bool numbers = d.cap >= 0 && d.cap <= unbounded && d.step >= 1 && d.step <= max_step &&
                             d.unit >= 1 && d.unit <= max_step;
        if (!numbers || !symbol_exists(d.symbol)) return malformed(none, invariant::dimension_form);
        if (d.symbol < 0 && (d.step != 1 || d.cap == unbounded))
          return malformed(none, invariant::dimension_form);
        if (d.reused && !b.is_private()) return malformed(none, invariant::buffer_order);
        if (d.symbol >= 0 && !d.reused && b.where == place::registers)
          return malformed(none, invariant::register_extent);
      }
    }
    return accept();
  }

  constexpr bool condition_is_right(node_id n) const {
    const condition& c = p_.nodes[n].when;
    return c.scope == none ? c.first : encloses(p_, c.scope, n);
  }

  constexpr verdict verify_scope(node_id n) const {
    const node& x = p_.nodes[n];
    const extent& e = x.trips;
    if (!is_valid_scope_name(x.label)) return malformed(n, invariant::names);
    if (p_.find(x.label) != n) return reject(reason::name_is_taken, x.label);
    const bool no_operation = x.how == update::assign && x.destination == -1 && x.value == -1 && !x.streamed;
    if (!no_operation || x.kind > scope_kind::tensor || x.outside > beyond::zero)
      return malformed(n, invariant::node_fields);
    const bool is_shared = x.grain != 1 || x.fixed_parts;
    if (x.grain < 1 || x.grain > max_grain || (is_shared && x.kind != scope_kind::parallel))
      return malformed(n, invariant::node_fields);
    const bool otherwise = e.step == -1 && e.cap == 1 && e.lower == 0 && x.outside == beyond::skip;
    const bool numbers = e.cap >= 0 && e.cap <= unbounded &&
                         ((e.step >= 1 && e.step <= max_step) || otherwise) && e.lower >= 0 &&
                         e.lower <= e.cap;
    if (!numbers || !symbol_exists(e.symbol)) return malformed(n, invariant::extent_form);
    if (otherwise && x.kind != scope_kind::sequential) return malformed(n, invariant::extent_form);
    if (!e.has_bound() && !(e.step == 1 && e.lower == 0 && e.origin == affine()))
      return malformed(n, invariant::extent_form);
    if (e.is_constant() && e.cap == unbounded) return malformed(n, invariant::extent_form);
    if (e.count_of != none) {
      const bool counts = encloses(p_, e.count_of, n) && p_.nodes[e.count_of].kind == scope_kind::cases;
      if (!counts || e.has_bound()) return malformed(n, invariant::count_scope);
    }
    const bool is_small = e.cap <= max_unrolled_extent;
    if (x.kind != scope_kind::sequential && x.kind != scope_kind::parallel && !is_small)
      return malformed(n, invariant::unrolled_extent);
    if (x.outside == beyond::zero && !may_write_zeros(n)) return malformed(n, invariant::zero_scope);
    return verify_affine(p_, e.origin, n);
  }
  constexpr bool may_write_zeros(node_id n) const {
    if (p_.nodes[n].trips.cap == unbounded || p_.nodes[n].kind == scope_kind::cases) return false;
    bool right = true;
    for_each_in(p_, n, [&](node_id i) {
      const node& x = p_.nodes[i];
      if (x.is_scope || !right) return;
      const bool exists = x.destination >= 0 && x.destination < p_.accesses.size();
      const int b = exists ? p_.accesses[x.destination].buffer : -1;
      right = x.how == update::assign && b >= 0 && b < p_.buffers.size() && p_.buffers[b].is_private();
    });
    return right;
  }

  constexpr verdict verify_operation(node_id n) {
    const node& x = p_.nodes[n];
    const bool no_scope = x.label.empty() && x.kind == scope_kind::sequential && x.outside == beyond::skip &&
                          x.trips == extent() && x.grain == 1 && !x.fixed_parts;
    if (!no_scope || x.how > update::prefetch) return malformed(n, invariant::node_fields);
    if (x.streamed && x.how != update::assign) return malformed(n, invariant::streamed_update);
    return expressions_.verify_operation(n);
  }

  const program& p_;
  expression_verifier expressions_;
};

}  // namespace detail

/// Accepts p if every invariant holds: sizes, buffers and tree are consistent, the numbering is canonical, names are
/// unique, indices belong to enclosing scopes, ranks and types match.
/// Rejects with name_is_taken, index_is_not_bound, rank_mismatch, type_mismatch, or program_is_malformed, where asked is
/// the node and found the invariant (invariant.hpp).
constexpr verdict verify(const program& p) { return detail::verifier(p).run(); }

}  // namespace perfdojo::ir
