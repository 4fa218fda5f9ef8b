// SPDX-License-Identifier: Apache-2.0
// The part of the printer below one line: index expressions, accesses and expressions with as few brackets and types as
// the reader needs.
#pragma once

#include <perfdojo/core/text.hpp>
#include <perfdojo/ir/walk.hpp>
#include <perfdojo/ir/words.hpp>

namespace perfdojo::ir::detail {

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
class expression_printer {
public:
  constexpr expression_printer(const program& p, Out& out) : p_(p), out_(out) {}

  template <class... T>
  constexpr void put(const T&... values) {
    perfdojo::put(out_, values...);
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

  // In expressions, `known` says that the reader expects `type` here, so that constants need not repeat it.
  constexpr void print_expression(expression_id e, element type, bool known, binding around) {
    const expression& x = p_.expressions[e];
    const binding own = binding_of(x.what);
    const bool brackets = own < around;
    if (brackets) put("(");
    switch (x.what) {
      case function::constant:
        put_number(out_, x.number, x.type == element::f32 || x.type == element::bf16);
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

protected:
  const program& p_;

private:
  Out& out_;
};

}  // namespace perfdojo::ir::detail
