// SPDX-License-Identifier: Apache-2.0
// print: the text form of a program (docs/text_form.md), which parse.hpp reads back to the same value.
#pragma once

#include <perfdojo/ir/print_expression.hpp>

namespace perfdojo::ir {

namespace detail {

template <class Out>
class printer : expression_printer<Out> {
public:
  using expression_printer<Out>::expression_printer;

  constexpr void print_program() {
    put("perfdojo ");
    put(text_version);
    if (!p_.label.empty()) put(" ", p_.label);
    put("\n");
    for (const symbol& s : p_.symbols) {
      put("size ", s.label);
      if (s.value >= 0) put(" = ", s.value);
      put("\n");
    }
    for (const buffer& b : p_.buffers) {
      print_buffer(b);
      put("\n");
    }
    for (node_id n = p_.first; n != none; n = p_.nodes[n].next) print_tree(n, 0);
  }

  constexpr void print_node(node_id n) {
    const node& x = p_.nodes[n];
    if (x.is_scope) {
      put(x.label, " ");
      print_extent(x.trips);
      if (x.kind != scope_kind::sequential) put(" ", word_of(x.kind));
      if (x.grain != 1) put(" grain ", x.grain);
      if (x.fixed_parts) put(" fixed");
      if (x.outside == beyond::zero) put(" beyond zero");
    } else if (x.how == update::prefetch) {
      put("prefetch ");
      print_access(x.destination);
    } else {
      print_access(x.destination);
      put(" ", word_of(x.how), " ");
      print_expression(x.value, p_.buffers[p_.accesses[x.destination].buffer].type, true,
                       binding::comparison);
      if (x.streamed) put(" streamed");
    }
    if (x.when.scope != none)
      put(x.when.first ? " if first(" : " if later(", p_.nodes[x.when.scope].label, ")");
  }

  constexpr void print_buffer(const buffer& b) {
    put(word_of(b.where), " ", b.label, " ", word_of(b.type), " [");
    for (int d = 0; d < b.rank(); ++d) {
      if (d > 0) put(", ");
      print_dimension(b.dimensions[d]);
    }
    put("]");
    if (b.home != none) put(" in ", p_.nodes[b.home].label);
  }

private:
  using expression_printer<Out>::p_;
  using expression_printer<Out>::put;
  using expression_printer<Out>::print_access;
  using expression_printer<Out>::print_expression;

  constexpr void print_tree(node_id n, int depth) {
    for (int i = 0; i < depth; ++i) put("| ");
    print_node(n);
    put("\n");
    for (node_id c = p_.nodes[n].first_child; c != none; c = p_.nodes[c].next) print_tree(c, depth + 1);
  }

  constexpr void print_dimension(const dimension& d) {
    if (d.symbol < 0) {
      put(d.cap);
    } else {
      if (d.cap != unbounded) put("min(", d.cap, ", ");
      put(p_.symbols[d.symbol].label);
      if (d.step != 1) put("/", d.step);
      if (d.cap != unbounded) put(")");
    }
    if (d.unit != 1) put("*", d.unit);
    if (d.reused) put(" reused");
  }

  constexpr void print_extent(const extent& e) {
    if (!e.has_bound()) {
      if (e.count_of == none || e.cap != unbounded) put(e.cap);
      if (e.count_of == none) return;
      put(e.cap != unbounded ? " count(" : "count(", p_.nodes[e.count_of].label, ")");
      return;
    }
    if (e.cap != unbounded) put(e.cap, e.is_otherwise() ? " unless " : " bound ");
    const bool has_origin = !e.origin.terms.empty() || e.origin.constant != 0;
    const bool brackets = has_origin && e.step > 1;
    if (brackets) put("(");
    put(p_.symbols[e.symbol].label);
    for (const term& t : e.origin.terms) {
      put(t.coefficient > 0 ? " - " : " + ");
      if (magnitude(t.coefficient) != 1) put(magnitude(t.coefficient), "*");
      put(p_.nodes[t.scope].label);
    }
    if (e.origin.constant != 0) put(e.origin.constant > 0 ? " - " : " + ", magnitude(e.origin.constant));
    if (brackets) put(")");
    if (e.step > 1) put("/", e.step);
    if (e.lower != 0) put(" at least ", e.lower);
  }
};

}  // namespace detail

/// Appends the text of p to `out`, a text or a std::string. Requires what verify() requires of links and positions.
template <class Out>
constexpr void print_to(Out& out, const program& p) {
  detail::printer<Out>(p, out).print_program();
}
/// Appends one node without its bars, its children and the line break.
template <class Out>
constexpr void print_node_to(Out& out, const program& p, node_id n) {
  detail::printer<Out>(p, out).print_node(n);
}

/// Room for the text of any program that a kernel of this library or its schedules make: 64 lines of 250 characters.
using program_text = text<64 * 250>;

/// The text of p. For texts of any length, print to a std::string with print_to.
constexpr program_text print(const program& p) {
  program_text out;
  print_to(out, p);
  return out;
}

}  // namespace perfdojo::ir
