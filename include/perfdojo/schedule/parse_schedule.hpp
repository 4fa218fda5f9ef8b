// SPDX-License-Identifier: Apache-2.0
// parse_schedule: the inverse of spell.hpp. Any text is safe: errors come with line and column.
#pragma once

#include <perfdojo/ir/lexer.hpp>
#include <perfdojo/ir/valid_name.hpp>
#include <perfdojo/ir/words.hpp>
#include <perfdojo/schedule/parameter_names.hpp>
#include <perfdojo/schedule/spell.hpp>

#include <vector>

namespace perfdojo {

/// The moves, if result.ok(). Otherwise result is a syntax_error (asked: line, found: column) and message says what
/// was expected.
struct parsed_schedule {
  std::vector<move_record> moves;
  verdict result;
  std::string_view message;

  bool ok() const { return result.ok(); }
};

namespace detail {

class schedule_parser {
public:
  explicit schedule_parser(std::string_view text) : in_(text) {}

  parsed_schedule read() {
    parsed_schedule result;
    skip_lines();
    if (read_qualified() != "schedule") in_.fail("expected schedule<...>");
    expect("<", "expected '<'");
    while (!in_.failed() && !in_.is(">")) {
      if (!result.moves.empty()) expect(",", "expected ',' or '>'");
      result.moves.push_back(read_move());
    }
    expect(">", "expected '>'");
    accept(";");
    if (!in_.failed() && in_.now.kind != ir::token_kind::end) in_.fail("expected the end of the text");
    if (in_.failed()) {
      result.moves.clear();
      result.result = reject(reason::syntax_error, {}, in_.error_line(), in_.error_column());
      result.message = in_.message();
    }
    return result;
  }

protected:
  void skip_lines() {
    while (in_.now.kind == ir::token_kind::line_end) in_.advance();
  }
  bool accept(std::string_view spelling) {
    const bool accepted = in_.accept(spelling);
    skip_lines();
    return accepted;
  }
  void expect(std::string_view spelling, std::string_view message) {
    if (!accept(spelling)) in_.fail(message);
  }

  // The last word of pd::tail::guard.
  std::string_view read_qualified() {
    std::string_view word;
    do {
      if (!in_.is_word()) return in_.fail("expected a word"), std::string_view();
      word = in_.now.spelling;
      in_.advance();
      skip_lines();
    } while (accept("::"));
    return word;
  }

  move_record read_move() {
    move_record m;
    const ir::token at = in_.now;
    m.kind = find_move_kind(read_qualified());
    if (m.kind < 0) {
      in_.fail("no transformation has this name", at);
      return {};
    }
    const move_kind& kind = move_kinds[static_cast<std::size_t>(m.kind)];
    expect("<", "expected '<'");
    while (!in_.failed() && !in_.is(">")) {
      const int i = m.values.size();
      if (i > 0) expect(",", "expected ',' or '>'");
      if (i == kind.domains.size())
        return in_.fail("more parameters than the transformation has"), move_record();
      m.values.push(read_value(kind.domains[i]));
    }
    if (m.values.empty()) in_.fail("expected a parameter");
    for (int i = m.values.size(); i < kind.domains.size(); ++i) {
      if (!is_in_domain(kind.domains[i], kind.defaults[i])) in_.fail("expected a further parameter");
      m.values.push(kind.defaults[i]);
    }
    expect(">", "expected '>'");
    return m;
  }

  parameter read_value(domain d) {
    switch (d) {
      case domain::scope:
      case domain::scope_or_top:
      case domain::around:
      case domain::buffer:
      case domain::new_name:
        return {read_string(d != domain::scope && d != domain::buffer), 0};
      case domain::tail:
        return {{}, read_word(tail_words, "expected tail::exact, guard, peel, pad or overlap")};
      case domain::place:
        return {{}, read_word(place_words, "expected place::heap, stack or registers")};
      case domain::instruction:
        return {{}, read_word(instruction_words, "expected instruction::dot4_u8i8 or dot2_bf16")};
      case domain::sharing:
        return {{}, read_word(sharing_words, "expected sharing::dynamic or fixed")};
      case domain::where:
        return {{}, read_word(where_words, "expected where::first or last")};
      default:
        break;
    }
    const index_t value = in_.read_integer(-ir::unbounded, ir::unbounded, "expected an integer");
    skip_lines();
    return {{}, value};
  }
  name read_string(bool may_be_empty) {
    std::string_view s = in_.now.spelling;
    if (in_.now.kind != ir::token_kind::string) return in_.fail("expected a name in quotes"), name();
    s = s.substr(1, s.size() - 2);
    if (s.size() > name::capacity || (s.empty() && !may_be_empty))
      return in_.fail("a name has 1 to 15 characters"), name();
    if (!s.empty() && !ir::is_valid_name(name(s)))
      return in_.fail("a name is a letter or '_', then letters, digits, '_' and '.'"), name();
    in_.advance();
    skip_lines();
    return name(s);
  }
  template <int N>
  index_t read_word(const std::string_view (&table)[N], std::string_view message) {
    const ir::token at = in_.now;
    const int i = ir::find_word(table, read_qualified());
    if (i >= 0) return i;
    in_.fail(message, at);
    return 0;
  }

  ir::lexer in_;
};

}  // namespace detail

/// Reads schedule<split<"i", 7, tail::guard>, ...>; namespaces in front of names, line breaks and a final ';' are allowed.
/// law: parse_schedule(spell(moves)).moves == moves.
inline parsed_schedule parse_schedule(std::string_view text) { return detail::schedule_parser(text).read(); }

}  // namespace perfdojo
