// SPDX-License-Identifier: Apache-2.0
// print: the text form of a program (docs/text_form.md), which parse.hpp reads back to the same value.
#pragma once

#include <perfdojo/core/text.hpp>
#include <perfdojo/ir/walk.hpp>
#include <perfdojo/ir/words.hpp>

namespace perfdojo::ir {

namespace detail {

// Does the text of e tell its type? Otherwise its constants and index values take the type of what stands around them.
constexpr bool tells_type(const program& p, expression_id e) {
  const expression& x = p.expressions[e];
  if (x.what == function::constant || x.what == function::index) return false;
  if (x.what == function::load || x.what == function::convert || is_comparison(x.what)) return true;
  for (int i = x.what == function::select ? 1 : 0; i < operand_count(x.what); ++i)
    if (tells_type(p, x.operands[i])) return true;
  return false;
}

template <class Out>
class printer {
public:
  constexpr printer(const program& p, Out& out) : p_(p), out_(out) {}

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
      if (x.outside == beyond::zero) put(" beyond zero");
    } else if (x.how == update::prefetch) {
      put("prefetch ");
      print_access(x.destination);
    } else {
      print_access(x.destination);
      put(" ", word_of(x.how), " ");
      print_expression(x.value, p_.buffers[p_.accesses[x.destination].buffer].type, true,
                       binding::comparison);
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

  // In expressions, `known` says that the reader expects `type` here, so that constants need not repeat it.
  constexpr void print_expression(expression_id e, element type, bool known, binding around) {
    const expression& x = p_.expressions[e];
    const binding own = binding_of(x.what);
    const bool brackets = own < around;
    if (brackets) put("(");
    switch (x.what) {
      case function::constant:
        put_number(out_, x.number, x.type == element::f32);
        print_type(x.type, type, known);
        break;
      case function::index:
        print_index_value(p_.accesses[x.access].index[0]);
        print_type(x.type, type, known);
        break;
      case function::load:
        print_access(x.access);
        break;
      case function::convert:
        put(word_of(x.type), "(");
        print_expression(x.operands[0], element::i64, true, binding::comparison);
        put(")");
        break;
      case function::negate: {
        put("-");
        // A sign in front of a number belongs to the number.
        const bool number = p_.expressions[x.operands[0]].what == function::constant;
        if (number) put("(");
        print_expression(x.operands[0], type, known, number ? binding::comparison : binding::sign);
        if (number) put(")");
        break;
      }
      default:
        if (own == binding::primary) {
          print_call(x, type, known);
        } else {
          print_infix(x, own, type, known);
        }
    }
    if (brackets) put(")");
  }

private:
  template <class... T>
  constexpr void put(const T&... values) {
    perfdojo::put(out_, values...);
  }

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
    if (e.cap != unbounded) put(e.cap, " bound ");
    const bool has_origin = !e.origin.terms.empty() || e.origin.constant != 0;
    const bool brackets = has_origin && e.step != 1;
    if (brackets) put("(");
    put(p_.symbols[e.symbol].label);
    for (const term& t : e.origin.terms) {
      put(t.coefficient > 0 ? " - " : " + ");
      if (magnitude(t.coefficient) != 1) put(magnitude(t.coefficient), "*");
      put(p_.nodes[t.scope].label);
    }
    if (e.origin.constant != 0) put(e.origin.constant > 0 ? " - " : " + ", magnitude(e.origin.constant));
    if (brackets) put(")");
    if (e.step != 1) put("/", e.step);
    if (e.lower != 0) put(" at least ", e.lower);
  }

  constexpr void print_affine(const affine& a) {
    bool first = true;
    for (const term& t : a.terms) {
      if (t.coefficient < 0) {
        put("-");
      } else if (!first) {
        put("+");
      }
      if (magnitude(t.coefficient) != 1) put(magnitude(t.coefficient), "*");
      put(p_.nodes[t.scope].label);
      first = false;
    }
    if (first || a.constant < 0) return a.constant == 0 && !first ? void() : put(a.constant);
    if (a.constant > 0) put("+", a.constant);
  }

  constexpr void print_access(int a) {
    const access& x = p_.accesses[a];
    put(p_.buffers[x.buffer].label, "[");
    for (int d = 0; d < x.index.size(); ++d) {
      if (d > 0) put(", ");
      print_affine(x.index[d]);
    }
    put("]");
  }

  constexpr void print_index_value(const affine& a) {
    if (a.constant == 0 && a.terms.size() == 1 && a.terms[0].coefficient == 1)
      return put(p_.nodes[a.terms[0].scope].label);
    put("index(");
    print_affine(a);
    put(")");
  }

  constexpr void print_type(element own, element expected, bool known) {
    if (!known || own != expected) put(":", word_of(own));
  }

  constexpr void print_call(const expression& x, element type, bool known) {
    put(word_of(x.what), "(");
    for (int i = 0; i < operand_count(x.what); ++i) {
      if (i > 0) put(", ");
      const bool is_choice = x.what == function::select && i == 0;
      print_expression(x.operands[i], is_choice ? element::boolean : type, is_choice || known,
                       binding::comparison);
    }
    put(")");
  }

  constexpr void print_infix(const expression& x, binding own, element type, bool known) {
    if (own == binding::comparison) {
      type = p_.expressions[x.operands[0]].type;
      known = type == element::i64 || tells_type(p_, x.operands[0]) || tells_type(p_, x.operands[1]);
    }
    const bool tight = own == binding::product;
    const auto stronger = static_cast<binding>(static_cast<int>(own) + 1);
    print_expression(x.operands[0], type, known, own == binding::comparison ? stronger : own);
    put(tight ? "" : " ", word_of(x.what), tight ? "" : " ");
    print_expression(x.operands[1], type, known, stronger);
  }

  const program& p_;
  Out& out_;
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
