// SPDX-License-Identifier: Apache-2.0
// lexer: the tokens of the text forms of programs and schedules, and the place of the first error.
#pragma once

#include <perfdojo/core/text.hpp>

#include <string_view>

namespace perfdojo::ir {

enum class token_kind : std::uint8_t { end, line_end, word, number, string, sign };

struct token {
  token_kind kind = token_kind::end;
  std::string_view spelling;
  int line = 1, column = 1;  // from 1
  bool is_integer = false;   // of a number
  index_t integer = 0;
  double number = 0;
};

/// Cuts text into tokens; `now` is the current one and `next` the one behind it. The first failure turns all further tokens
/// into ends, so that a parser stops by itself.
class lexer {
public:
  constexpr explicit lexer(std::string_view text) : text_(text) {
    // Positions and sums of coefficients stay far below overflow.
    constexpr std::size_t longest = std::size_t(1) << 20;
    if (text.size() > longest) fail("the text is longer than 1 MiB");
    advance();
    advance();
  }

  token now, next;

  constexpr bool failed() const { return !message_.empty(); }
  constexpr std::string_view message() const { return message_; }
  constexpr int error_line() const { return error_line_; }
  constexpr int error_column() const { return error_column_; }

  /// Records an error at the current token.
  constexpr void fail(std::string_view message) { fail(message, now); }
  constexpr void fail(std::string_view message, const token& at) { fail_at(message, at.line, at.column); }

  constexpr void advance() {
    now = next;
    if (!failed()) next = read();
  }

  constexpr bool is(std::string_view spelling) const { return now.spelling == spelling; }
  constexpr bool is_word() const { return now.kind == token_kind::word; }
  /// Skips the token if it is `spelling`.
  constexpr bool accept(std::string_view spelling) {
    if (!is(spelling)) return false;
    advance();
    return true;
  }
  constexpr void expect(std::string_view spelling, std::string_view message) {
    if (!accept(spelling)) fail(message);
  }

  constexpr name read_name(std::string_view message) {
    if (!is_word()) {
      fail(message);
      return {};
    }
    if (now.spelling.size() > name::capacity) {
      fail("a name has at most 15 characters");
      return {};
    }
    const name result(now.spelling);
    advance();
    return result;
  }
  /// An integer from least to most.
  constexpr index_t read_integer(index_t least, index_t most, std::string_view message) {
    const bool negative = accept("-");
    const index_t value = negative ? -now.integer : now.integer;
    if (now.kind != token_kind::number || !now.is_integer || value < least || value > most) {
      fail(message);
      return least;
    }
    advance();
    return value;
  }

private:
  constexpr void fail_at(std::string_view message, int line, int column) {
    if (failed()) return;
    message_ = message;
    error_line_ = line;
    error_column_ = column;
    now = next = token{};
  }

  constexpr char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static constexpr bool starts_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  static constexpr bool continues_word(char c) { return starts_word(c) || is_digit(c) || c == '.'; }
  static constexpr int hexadecimal_digit(char c) {
    return is_digit(c)            ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  }

  constexpr token read() {
    while (at(at_) == ' ' || at(at_) == '\t' || at(at_) == '\r') ++at_;
    if (at(at_) == '#')
      while (at_ < text_.size() && at(at_) != '\n') ++at_;
    token t;
    t.line = line_;
    t.column = static_cast<int>(at_ - line_start_) + 1;
    if (at_ >= text_.size()) return t;
    const std::size_t from = at_;
    const char c = at(at_);
    if (c == '\n') {
      t.kind = token_kind::line_end;
      ++line_;
      line_start_ = ++at_;
    } else if (starts_word(c)) {
      t.kind = token_kind::word;
      while (continues_word(at(at_))) ++at_;
    } else if (is_digit(c)) {
      t.kind = token_kind::number;
      read_number(t);
      if (continues_word(at(at_))) fail_at("a number ends in letters", t.line, t.column);
    } else if (c == '"') {
      t.kind = token_kind::string;
      do ++at_;
      while (at_ < text_.size() && at(at_) != '"' && at(at_) != '\n');
      if (at(at_) != '"') fail_at("a name in quotes does not end", t.line, t.column);
      ++at_;
    } else {
      t.kind = token_kind::sign;
      const bool known = std::string_view("[](),*/+-|:;=<>!").find(c) != std::string_view::npos;
      if (!known) fail_at("this character has no meaning here", t.line, t.column);
      ++at_;
      const bool pairs = std::string_view("=<>!+*").find(c) != std::string_view::npos;
      if (pairs ? at(at_) == '=' : c == ':' && at(at_) == ':') ++at_;
    }
    t.spelling = text_.substr(from, at_ - from);
    return failed() ? token{} : t;
  }

  constexpr void read_number(token& t) {
    const bool hexadecimal = at(at_) == '0' && at(at_ + 1) == 'x';
    if (hexadecimal) at_ += 2;
    const index_t base = hexadecimal ? 16 : 10;
    const std::size_t from = at_;
    index_t digits = 0;
    int places = 0;
    bool behind_point = false, exact = true;
    for (;; ++at_) {
      const char c = at(at_);
      if (c == '.' && !behind_point) {
        behind_point = true;
        continue;
      }
      const int digit = hexadecimal ? hexadecimal_digit(c) : is_digit(c) ? c - '0' : -1;
      if (digit < 0) break;
      digits = digits * base + digit;
      if (digits > exact_integers) exact = false, digits = exact_integers;
      places += behind_point ? 1 : 0;
    }
    if (at_ == from || at(at_ - 1) == '.') return fail_at("a number needs digits", t.line, t.column);
    const int exponent = read_exponent(hexadecimal ? 'p' : 'e', t) - places * (hexadecimal ? 4 : 1);
    if (failed()) return;
    t.is_integer = !hexadecimal && !behind_point && exponent == 0;
    t.integer = digits;
    t.number = static_cast<double>(digits);
    if (!exact) return fail_at("more digits than a double holds; write it as 0x1.8p3", t.line, t.column);
    if (hexadecimal) {
      for (int e = exponent; e > 0; --e) t.number *= 2;
      for (int e = exponent; e < 0; ++e) t.number /= 2;
    } else if (exponent < -max_power_of_ten || exponent > max_power_of_ten) {
      return fail_at("the decimal exponent is beyond 22; write it as 0x1.8p3", t.line, t.column);
    } else {
      t.number = exponent < 0 ? t.number / power_of_ten(-exponent) : t.number * power_of_ten(exponent);
    }
    if (t.number > 0x1.fffffffffffffp1023) fail_at("the number is out of range", t.line, t.column);
  }

  constexpr int read_exponent(char letter, const token& t) {
    if (at(at_) != letter) return 0;
    ++at_;
    const bool negative = at(at_) == '-';
    if (negative || at(at_) == '+') ++at_;
    if (!is_digit(at(at_))) fail_at("an exponent needs digits", t.line, t.column);
    constexpr int largest = 1200;  // beyond the range of a double, whatever the digits are
    int exponent = 0;
    for (; is_digit(at(at_)); ++at_)
      exponent = exponent > largest ? exponent : exponent * 10 + (at(at_) - '0');
    if (exponent > largest) fail_at("the exponent is out of range", t.line, t.column);
    return negative ? -exponent : exponent;
  }

  static constexpr index_t exact_integers = index_t(1) << 53;
  std::string_view text_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  std::string_view message_;
  int error_line_ = 0, error_column_ = 0;
};

}  // namespace perfdojo::ir
