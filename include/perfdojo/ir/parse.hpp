// SPDX-License-Identifier: Apache-2.0
// parse: text form -> program, the inverse of print.hpp. Any text is safe: errors come with line and column.
#pragma once

#include <perfdojo/error/verdict.hpp>
#include <perfdojo/ir/edit.hpp>
#include <perfdojo/ir/parse_expression.hpp>
#include <perfdojo/ir/verify.hpp>

namespace perfdojo::ir {

/// The program, if result.ok(). Otherwise result says why; for a syntax_error, asked is the line, found the column, and
/// message says what was expected.
struct parsed {
  program value;
  verdict result;
  std::string_view message;

  constexpr bool ok() const { return result.ok(); }
};

namespace detail {

class program_parser {
public:
  constexpr explicit program_parser(std::string_view text) : in_(text), expressions_(in_, p_) {}

  constexpr parsed read() {
    read_header();
    while (!in_.failed() && in_.now.kind != token_kind::end) {
      if (in_.now.kind == token_kind::line_end) {
        in_.advance();
        continue;
      }
      read_line();
    }
    resolve_homes();
    parsed result;
    if (in_.failed()) {
      result.result = reject(reason::syntax_error, {}, in_.error_line(), in_.error_column());
      result.message = in_.message();
    } else {
      result.value = p_;
    }
    return result;
  }

private:
  constexpr void end_line() {
    if (in_.now.kind == token_kind::end) return;
    if (in_.now.kind != token_kind::line_end) return in_.fail("expected the end of the line");
    in_.advance();
  }

  constexpr void read_header() {
    in_.expect("perfdojo", "expected 'perfdojo', the version and the name of the program");
    in_.read_integer(text_version, text_version, "this version of perfdojo reads version 1 of the text form");
    if (in_.is_word()) p_.label = in_.read_name("expected a name");
    end_line();
  }

  constexpr void read_line() {
    const bool in_body = !p_.nodes.empty() || in_.is("|");
    const int where = find_word(place_words, in_.now.spelling);
    if (!in_body && in_.is("size")) {
      read_size();
    } else if (!in_body && where >= 0 && in_.next.kind == token_kind::word) {
      read_buffer(static_cast<place>(where));
    } else {
      read_node();
    }
    end_line();
  }

  constexpr void read_size() {
    in_.advance();
    symbol s;
    const token at = in_.now;
    s.label = in_.read_name("expected the name of a size");
    if (in_.accept("=")) s.value = in_.read_integer(0, unbounded, "expected an integer up to 2^40");
    if (p_.symbols.full()) return in_.fail("more sizes than a program holds");
    if (p_.find_symbol(s.label) >= 0) return in_.fail("this size is declared twice", at);
    if (!in_.failed()) p_.symbols.push(s);
  }

  constexpr void read_buffer(place where) {
    in_.advance();
    const token at = in_.now;
    buffer b;
    b.where = where;
    b.label = in_.read_name("expected the name of a buffer");
    const int type = find_word(element_words, in_.now.spelling);
    if (type < 0) return in_.fail("expected an element type");
    b.type = static_cast<element>(type);
    in_.advance();
    in_.expect("[", "expected '['");
    while (!in_.failed() && !in_.is("]")) {
      if (!b.dimensions.empty()) in_.expect(",", "expected ',' or ']'");
      if (b.dimensions.full()) return in_.fail("more than 4 dimensions");
      b.dimensions.push(expressions_.read_dimension());
    }
    in_.expect("]", "expected ']'");
    if (p_.buffers.full()) return in_.fail("more buffers than a program holds");
    if (p_.find_buffer(b.label) >= 0) return in_.fail("this buffer is declared twice", at);
    if (in_.accept("in")) homes_[p_.buffers.size()] = in_.now, in_.advance();
    if (!in_.failed()) p_.buffers.push(b);
  }

  constexpr void read_node() {
    int depth = 0;
    while (in_.accept("|")) ++depth;
    if (depth > open_.size()) return in_.fail("this line has more bars than the line above allows");
    while (open_.size() > depth) open_.pop();
    if (!in_.is_word()) return in_.fail("expected a scope or an operation");
    if (p_.nodes.full()) return in_.fail("more scopes and operations than a program holds");
    node x;
    if (in_.is("prefetch") || in_.next.spelling == "[") {
      read_operation(x);
    } else {
      read_scope(x);
    }
    if (in_.accept("if")) {
      x.when.first = in_.is("first");
      if (!x.when.first && !in_.is("later")) return in_.fail("expected first(scope) or later(scope)");
      in_.advance();
      in_.expect("(", "expected '('");
      x.when.scope = expressions_.read_scope();
      in_.expect(")", "expected ')'");
    }
    if (in_.failed()) return;
    const node_id id = static_cast<node_id>(p_.nodes.push(x));
    attach(p_, id, open_.empty() ? none : open_.back());
    if (x.is_scope && open_.full()) return in_.fail("scopes are nested too deeply");
    if (x.is_scope) open_.push(id);
  }

  constexpr void read_operation(node& x) {
    if (in_.accept("prefetch")) {
      x.how = update::prefetch;
      x.destination = expressions_.read_access();
      return;
    }
    x.destination = expressions_.read_access();
    if (in_.failed()) return;
    int how = find_word(update_words, in_.now.spelling);
    if (in_.is_word()) {  // max=, min=, ...: two tokens
      how = -1;
      for (int u = static_cast<int>(update::max); u <= static_cast<int>(update::min_number); ++u) {
        const std::string_view word = update_words[u];
        if (in_.is(word.substr(0, word.size() - 1)) && in_.next.spelling == "=") how = u;
      }
      in_.advance();
    }
    if (how < 0) return in_.fail("expected =, +=, *=, max=, min=, max_number= or min_number=");
    x.how = static_cast<update>(how);
    in_.advance();
    x.value = expressions_.read_expression(p_.buffers[p_.accesses[x.destination].buffer].type);
    x.streamed = in_.accept("streamed");
  }

  constexpr void read_scope(node& x) {
    x.is_scope = true;
    const token at = in_.now;
    x.label = in_.read_name("expected the name of a scope");
    if (p_.find(x.label) != none) return in_.fail("this scope is declared twice", at);
    expressions_.read_extent(x.trips);
    const int kind = find_word(kind_words, in_.now.spelling);
    if (kind > 0) x.kind = static_cast<scope_kind>(kind), in_.advance();
    if (x.kind == scope_kind::parallel && in_.accept("grain"))
      x.grain = in_.read_integer(1, max_grain, "expected the number of iterations that a thread takes");
    if (x.kind == scope_kind::parallel) x.fixed_parts = in_.accept("fixed");
    if (in_.accept("beyond")) {
      in_.expect("zero", "expected 'zero'");
      x.outside = beyond::zero;
    }
  }

  constexpr void resolve_homes() {
    for (int b = 0; b < p_.buffers.size() && !in_.failed(); ++b) {
      if (homes_[b].kind == token_kind::end) continue;
      const std::string_view word = homes_[b].spelling;
      p_.buffers[b].home = word.size() > name::capacity ? none : p_.find(name(word));
      if (p_.buffers[b].home != none) continue;
      in_.fail("no scope has this name", homes_[b]);
    }
  }

  lexer in_;
  program p_;
  expression_parser expressions_;
  token homes_[program::max_buffers]{};
  fixed_vector<node_id, 24> open_;  // the scopes that a line with more bars would be in
};

}  // namespace detail

/// The program that a text denotes, without asking whether it is a program that may run.
constexpr parsed parse_unverified(std::string_view text) { return detail::program_parser(text).read(); }

/// The program that a text denotes, verified.
/// law: parse(print(p)).value == p for every program p with verify(p).ok() and without NaN.
constexpr parsed parse(std::string_view text) {
  parsed result = parse_unverified(text);
  if (result.ok()) result.result = verify(result.value);
  return result;
}

}  // namespace perfdojo::ir
