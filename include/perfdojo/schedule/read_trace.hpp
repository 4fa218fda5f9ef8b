// SPDX-License-Identifier: Apache-2.0
// read_trace: the inverse of write_trace. Any text is safe: errors come with their line.
#pragma once

#include <perfdojo/schedule/parse_schedule.hpp>
#include <perfdojo/schedule/trace.hpp>

#include <string>
#include <string_view>

namespace perfdojo {

/// The trace, if ok(). Otherwise line (from 1) and message say where the text is wrong and why.
struct parsed_trace {
  trace value;
  int line = 0;
  std::string message;

  bool ok() const { return message.empty(); }
};

namespace detail {

// A line "split scope="i" factor=6 policy=tail::guard", without the hash. Parameters are known by name, in any order. One that the
// text does not name has its default, if it has one: so texts stay readable when a transformation gets more parameters.
class trace_move_parser : private schedule_parser {
public:
  explicit trace_move_parser(std::string_view text) : schedule_parser(text) {}

  std::string message;  // empty: the move is right

  move_record read() {
    const std::string word(in_.now.spelling);
    move_record m{find_move_kind(word), {}};
    if (m.kind < 0) return fail("no transformation is called " + word);
    const move_kind& kind = move_kinds[static_cast<std::size_t>(m.kind)];
    m.values = kind.defaults;
    bool is_given[max_parameters]{};
    in_.advance();
    while (in_.now.kind != ir::token_kind::end && !in_.failed()) {
      const std::string given(in_.now.spelling);
      const int i = find_parameter(m.kind, given);
      if (i < 0 && !in_.failed())
        return fail(word + " has no parameter " + given + ", but " + names_of(m.kind));
      if (is_given[i]) return fail("the parameter " + given + " is given twice");
      is_given[i] = true;
      in_.advance();
      in_.expect("=", "expected '='");
      m.values[i] = read_value(kind.domains[i]);
    }
    if (in_.failed())
      return fail(std::string(in_.message()) + " at column " + std::to_string(in_.error_column()));
    for (int i = 0; i < kind.domains.size(); ++i)
      if (!is_given[i] && !is_in_domain(kind.domains[i], kind.defaults[i]))
        return fail(word + " needs the parameter " +
                    std::string(parameter_names[static_cast<std::size_t>(m.kind)][i]));
    return m;
  }

private:
  move_record fail(std::string what) {
    message = std::move(what);
    return {};
  }
  static std::string names_of(int kind) {
    std::string all;
    for (const std::string_view name : parameter_names[static_cast<std::size_t>(kind)])
      put(all, all.empty() ? "" : ", ", name);
    return all;
  }
};

class trace_reader {
public:
  explicit trace_reader(std::string_view text) : rest_(text) {}

  parsed_trace read() {
    std::string first = "perfdojo trace ";
    put(first, trace_version);
    next_line();
    if (!line_.starts_with("perfdojo trace ")) return fail("expected \"" + first + "\"");
    if (line_ != first) return fail("this version of the library reads \"" + first + "\"");
    found_.value.kernel = field("kernel");
    found_.value.version = field("version");
    found_.value.start = hash(field("start"));
    while (next_line() && found_.ok() && !line_.starts_with("final")) {
      const std::size_t arrow = line_.rfind(" -> ");
      if (arrow == std::string_view::npos) return fail("expected a move and \" -> \" with a hash behind it");
      trace_move_parser move(line_.substr(0, arrow));
      const move_record record = move.read();
      if (!move.message.empty()) return fail(move.message);
      found_.value.steps.push_back({record, hash(line_.substr(arrow + 4))});
    }
    if (!found_.ok()) return std::move(found_);
    if (!line_.starts_with("final ")) return fail("expected a move or \"final\" with a hash");
    const std::uint64_t last = hash(line_.substr(6));
    if (found_.ok() && last != found_.value.final_hash()) fail("the final hash is not that of the last move");
    if (found_.ok() && next_line()) fail("expected the end of the text");
    return std::move(found_);
  }

private:
  parsed_trace fail(std::string message) {
    if (found_.ok()) found_ = {{}, number_, std::move(message)};
    return found_;
  }
  // Makes line_ the next line that is not blank and no comment; false and empty at the end.
  bool next_line() {
    while (!rest_.empty()) {
      ++number_;
      const std::size_t end = rest_.find('\n');
      line_ = rest_.substr(0, end);
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
      while (!line_.empty() && (line_.back() == '\r' || line_.back() == ' ')) line_.remove_suffix(1);
      if (!line_.empty() && line_.front() != '#') return true;
    }
    line_ = {};
    ++number_;
    return false;
  }
  // What stands behind the word of the next line.
  std::string_view field(std::string_view word) {
    if (!found_.ok()) return {};
    next_line();
    if (line_.starts_with(word) && line_.size() > word.size() + 1 && line_[word.size()] == ' ')
      return line_.substr(word.size() + 1);
    std::string message = "expected \"";
    put(message, word, "\" and its value");
    fail(message);
    return {};
  }
  std::uint64_t hash(std::string_view digits) {
    std::uint64_t value = 0;
    bool right = digits.size() == 16;
    for (const char c : digits) {
      const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
      right = right && digit >= 0;
      value = value << 4 | static_cast<std::uint64_t>(digit & 15);
    }
    if (!right) fail("a hash has 16 hexadecimal digits");
    return value;
  }

  std::string_view rest_, line_;
  int number_ = 0;
  parsed_trace found_;
};

}  // namespace detail

/// Reads what write_trace wrote; blank lines and lines that begin with # are left out.
/// law: read_trace(write_trace(t)).value == t.
inline parsed_trace read_trace(std::string_view text) { return detail::trace_reader(text).read(); }

}  // namespace perfdojo
