// SPDX-License-Identifier: Apache-2.0
// The part of the parser for what is made of sizes and indices: dimensions, extents and index expressions.
#pragma once

#include <perfdojo/ir/lexer.hpp>
#include <perfdojo/ir/program.hpp>

namespace perfdojo::ir::detail {

/// Reads into a program that already has the sizes and scopes that the text names.
class index_parser {
public:
  constexpr index_parser(lexer& in, program& p) : in_(in), p_(p) {}

  constexpr node_id read_scope() {
    if (!in_.is_word()) return in_.fail("expected the name of a scope"), none;
    const node_id scope = in_.now.spelling.size() > name::capacity ? none : p_.find(name(in_.now.spelling));
    if (scope == none) return in_.fail("no scope above has this name"), none;
    in_.advance();
    return scope;
  }

  /// 6*i0+i1-1
  constexpr affine read_affine() {
    affine a;
    bool first = true;
    do {
      index_t sign = 1;
      if (in_.accept("-")) {
        sign = -1;
      } else if (!first) {
        in_.advance();  // the plus sign that the loop found
      }
      first = false;
      read_term(a, sign);
    } while (in_.is("+") || in_.is("-"));
    return a;
  }

  // 30   M   M/6*6   min(16, M/6)*6   each with an optional "reused"
  constexpr dimension read_dimension() {
    dimension d;
    if (in_.now.kind == token_kind::number) {
      d.cap = read_cap();
    } else if (in_.is("min") && in_.next.spelling == "(") {
      in_.advance();
      in_.advance();
      d.cap = read_cap();
      in_.expect(",", "expected ','");
      read_ceiling(d.symbol, d.step);
      in_.expect(")", "expected ')'");
    } else {
      d.cap = unbounded;
      read_ceiling(d.symbol, d.step);
    }
    if (in_.accept("*")) d.unit = in_.read_integer(1, unbounded, "expected an integer up to 2^40");
    d.reused = in_.accept("reused");
    return d;
  }

  // 30   M   M/6   6 bound (M - 6*i0)/2 at least 1   1 unless M - 6*i0   6 count(c)
  constexpr void read_extent(extent& e) {
    e.cap = unbounded;
    if (in_.now.kind == token_kind::number) {
      e.cap = read_cap();
      const bool counted = in_.is("count") && in_.next.spelling == "(";
      if (!counted && in_.accept("unless")) {
        e.step = -1;
      } else if (!counted && !in_.accept("bound")) {
        return;
      }
    }
    if (in_.is("count") && in_.next.spelling == "(") {
      in_.advance();
      in_.advance();
      e.count_of = read_scope();
      return in_.expect(")", "expected ')'");
    }
    const bool brackets = in_.accept("(");
    e.symbol = read_symbol();
    if (in_.is("-") || in_.is("+")) e.origin = index_t(-1) * read_signed_affine();
    if (brackets) in_.expect(")", "expected ')'");
    if (e.is_otherwise()) return;
    read_step(e.step);
    if (in_.accept("at")) {
      in_.expect("least", "expected 'least'");
      e.lower = in_.read_integer(0, unbounded, "expected an integer up to 2^40");
    }
  }

protected:
  lexer& in_;
  program& p_;

private:
  constexpr void read_term(affine& a, index_t sign) {
    index_t coefficient = 1;
    if (in_.now.kind == token_kind::number) {
      coefficient = in_.read_integer(0, unbounded, "expected an integer up to 2^40");
      if (!in_.accept("*")) {
        a.constant += sign * coefficient;
        return;
      }
    }
    const node_id scope = read_scope();
    if (in_.failed()) return;
    if (a.terms.full() && a.coefficient(scope) == 0) return in_.fail("more than 6 scopes in one index");
    a.add(scope, sign * coefficient);
  }

  constexpr index_t read_cap() { return in_.read_integer(0, unbounded, "expected an integer up to 2^40"); }
  constexpr int read_symbol() {
    const int s = in_.now.spelling.size() > name::capacity ? -1 : p_.find_symbol(name(in_.now.spelling));
    if (!in_.is_word() || s < 0) return in_.fail("expected a number or the name of a size"), -1;
    in_.advance();
    return s;
  }
  constexpr void read_step(index_t& step) {
    if (in_.accept("/")) step = in_.read_integer(1, unbounded, "expected an integer from 1 to 2^40");
  }
  constexpr void read_ceiling(int& symbol, index_t& step) {
    symbol = read_symbol();
    read_step(step);
  }
  constexpr affine read_signed_affine() {
    in_.accept("+");
    return read_affine();
  }
};

}  // namespace perfdojo::ir::detail
