// SPDX-License-Identifier: Apache-2.0
// The part of the parser below one line: accesses, and expressions with their types.
#pragma once

#include <perfdojo/ir/parse_index.hpp>
#include <perfdojo/ir/words.hpp>

namespace perfdojo::ir::detail {

/// Reads into a program that already has the buffers and scopes that expressions name.
class expression_parser : public index_parser {
public:
  using index_parser::index_parser;

  /// y[i, 2*j], as the position of a new access
  constexpr std::int16_t read_access() {
    access a;
    const int b = in_.now.spelling.size() > name::capacity ? -1 : p_.find_buffer(name(in_.now.spelling));
    if (b < 0) return in_.fail("no buffer has this name"), std::int16_t(-1);
    a.buffer = static_cast<std::int16_t>(b);
    in_.advance();
    in_.expect("[", "expected '['");
    while (!in_.failed() && !in_.is("]")) {
      if (!a.index.empty()) in_.expect(",", "expected ',' or ']'");
      if (a.index.full()) return in_.fail("more than 4 indices"), std::int16_t(-1);
      a.index.push(read_affine());
    }
    in_.expect("]", "expected ']'");
    return add_access(a);
  }

  /// An expression of the given type, where its own text does not tell the type.
  constexpr expression_id read_expression(element expected) {
    const expression_id e = read_comparison();
    if (!in_.failed()) assign_type(e, expected);
    return e;
  }

private:
  // Brackets, calls and signs in brackets: deeper texts are refused instead of exhausting the stack.
  static constexpr int max_nesting = 100;

  constexpr std::int16_t add_access(const access& a) {
    if (p_.accesses.full()) return in_.fail("more accesses than a program holds"), std::int16_t(-1);
    return in_.failed() ? std::int16_t(-1) : static_cast<std::int16_t>(p_.accesses.push(a));
  }
  constexpr expression_id add(const expression& e, bool typed) {
    if (p_.expressions.full()) return in_.fail("more expressions than a program holds"), expression_id(-1);
    if (in_.failed()) return -1;
    typed_[p_.expressions.size()] = typed;
    return static_cast<expression_id>(p_.expressions.push(e));
  }

  // Gives a type to the constants and index values of e that have none yet, and to what is made of them.
  constexpr void assign_type(expression_id e, element type) {
    if (typed_[e]) return;
    typed_[e] = true;
    expression& x = p_.expressions[e];
    set_type(x, type);
    for (int i = x.what == function::select ? 1 : 0; i < operand_count(x.what); ++i)
      assign_type(x.operands[i], type);
  }
  // An f32 or bf16 constant is the nearest number of that type.
  constexpr void set_type(expression& x, element type) {
    x.type = type;
    if (x.what != function::constant || x.number != x.number) return;
    const double size = x.number < 0 ? -x.number : x.number;
    if (size > 0x1.fffffffffffffp1023) return;
    if (type == element::bf16) {
      if (size >= 0x1.ffp127) return in_.fail("the number is out of the range of bf16");
      x.number = static_cast<double>(perfdojo::bf16(x.number));
    }
    if (type != element::f32) return;
    if (size > 0x1.fffffep127) return in_.fail("the number is out of the range of f32");
    x.number = static_cast<double>(static_cast<float>(x.number));
  }
  // An operation on operands of one type: the first operand that tells its type decides.
  constexpr expression_id make(function what, const expression_id (&operands)[3]) {
    if (in_.failed()) return -1;
    expression e;
    e.what = what;
    bool typed = false;
    const int first = what == function::select ? 1 : 0, count = operand_count(what);
    for (int i = first; i < count && !typed; ++i) {
      typed = typed_[operands[i]];
      e.type = p_.expressions[operands[i]].type;
    }
    for (int i = 0; i < count; ++i) {
      e.operands[i] = operands[i];
      if (i < first) {
        assign_type(operands[i], element::boolean);
      } else if (typed || is_comparison(what)) {
        assign_type(operands[i], typed ? e.type : element::i64);
      }
    }
    if (is_comparison(what)) e.type = element::boolean;
    return add(e, typed || is_comparison(what));
  }

  constexpr int infix_function(function from, function to) const {
    if (in_.now.kind != token_kind::sign) return -1;
    for (int f = static_cast<int>(from); f <= static_cast<int>(to); ++f)
      if (in_.is(function_words[f])) return f;
    return -1;
  }
  constexpr expression_id read_comparison() {
    if (++nesting_ > max_nesting) return in_.fail("the expression is nested too deeply"), expression_id(-1);
    const expression_id a = read_sum();
    const int f = infix_function(function::equal, function::greater_equal);
    expression_id result = a;
    if (f >= 0) {
      in_.advance();
      const expression_id b = read_sum();
      result = make(static_cast<function>(f), {a, b, -1});
    }
    --nesting_;
    return result;
  }
  constexpr expression_id read_sum() {
    expression_id a = read_product();
    for (int f; (f = infix_function(function::add, function::subtract)) >= 0;) {
      in_.advance();
      const expression_id b = read_product();
      a = make(static_cast<function>(f), {a, b, -1});
    }
    return a;
  }
  constexpr expression_id read_product() {
    expression_id a = read_sign();
    for (int f; (f = infix_function(function::multiply, function::divide)) >= 0;) {
      in_.advance();
      const expression_id b = read_sign();
      a = make(static_cast<function>(f), {a, b, -1});
    }
    return a;
  }
  constexpr expression_id read_sign() {
    if (!in_.accept("-")) return read_primary(false);
    if (is_number()) return read_primary(true);
    if (++nesting_ > max_nesting) return in_.fail("the expression is nested too deeply"), expression_id(-1);
    const expression_id a = read_sign();
    --nesting_;
    return make(function::negate, {a, -1, -1});
  }

  constexpr bool is_number() const {
    return in_.now.kind == token_kind::number || in_.is("inf") || in_.is("nan");
  }
  constexpr expression_id read_primary(bool negative) {
    if (in_.next.spelling == "[") {
      expression e;
      e.what = function::load;
      e.access = read_access();
      if (in_.failed()) return -1;
      e.type = p_.buffers[p_.accesses[e.access].buffer].type;
      return add(e, true);
    }
    if (in_.is_word() && in_.next.spelling == "(") return read_call();
    if (in_.accept("(")) {
      const expression_id e = read_comparison();
      in_.expect(")", "expected ')'");
      return e;
    }
    expression e;
    if (is_number()) {
      e.number = in_.is("inf") ? __builtin_inf() : in_.is("nan") ? __builtin_nan("") : in_.now.number;
      if (negative) e.number = -e.number;
      in_.advance();
      return read_type(e);
    }
    if (!in_.is_word())
      return in_.fail("expected a number, a buffer, a scope, a function or '('"), expression_id(-1);
    return read_index_value(index_of(read_scope()));
  }

  constexpr expression_id read_index_value(const affine& a) {
    access x;
    x.index.push(a);
    expression e;
    e.what = function::index;
    e.access = add_access(x);
    return read_type(e);
  }
  // The optional ":i32" behind a constant or an index value.
  constexpr expression_id read_type(expression e) {
    if (!in_.accept(":")) return add(e, false);
    const int type = find_word(element_words, in_.now.spelling);
    if (type < 0) return in_.fail("expected an element type"), expression_id(-1);
    in_.advance();
    set_type(e, static_cast<element>(type));
    return add(e, true);
  }

  constexpr expression_id read_call() {
    const std::string_view word = in_.now.spelling;
    const int type = find_word(element_words, word), f = find_word(function_words, word);
    const bool is_index = word == "index";
    if (type < 0 && f < 0 && !is_index) return in_.fail("no function has this name"), expression_id(-1);
    in_.advance();
    in_.advance();
    if (is_index) {
      const affine a = read_affine();
      in_.expect(")", "expected ')'");
      return read_index_value(a);
    }
    const int count = type >= 0 ? 1 : operand_count(static_cast<function>(f));
    expression_id operands[3]{-1, -1, -1};
    for (int i = 0; i < count && !in_.failed(); ++i) {
      if (i > 0) in_.expect(",", "expected ',' and a further operand");
      operands[i] = read_comparison();
    }
    in_.expect(")", "expected ')'");
    if (type < 0) return make(static_cast<function>(f), operands);
    if (in_.failed()) return -1;
    assign_type(operands[0], element::i64);
    expression e;
    e.what = function::convert;
    e.type = static_cast<element>(type);
    e.operands[0] = operands[0];
    return add(e, true);
  }

  bool typed_[program::max_expressions]{};
  int nesting_ = 0;
};

}  // namespace perfdojo::ir::detail
