// SPDX-License-Identifier: Apache-2.0
#include "game.hpp"

#include <perfdojo/ir/hash.hpp>
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/print.hpp>
#include <perfdojo/schedule/parse_schedule.hpp>
#include <perfdojo/schedule/spell.hpp>

#include "error.hpp"
#include "families.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

std::string place_of(const verdict& v) {
  return " at line " + decimal(v.asked) + ", column " + decimal(v.found);
}

}  // namespace

ir::program read_program(std::string_view text) {
  const auto result = ir::parse(text);
  if (result.ok()) return result.value;
  std::string why = result.result.why == reason::syntax_error
                        ? place_of(result.result) + ": " + std::string(result.message)
                        : ": " + std::string(name_of(result.result.why));
  throw environment_error("the program's text cannot be read" + why);
}

// What parse_schedule.hpp reads, and composed steps: their names and integers are replaced before it sees the text.
steps read_schedule(std::string_view text) {
  steps all;
  std::string rest(text), simple;
  const auto open = rest.find('<');
  if (open == std::string::npos || !trimmed(std::string_view(rest).substr(0, open)).ends_with("schedule"))
    throw environment_error("the schedule cannot be read: expected schedule<...>");
  // Top-level steps are separated by commas outside of angle brackets and quotes.
  int depth = 0;
  bool quoted = false, closed = false;
  std::string one;
  const auto finish = [&] {
    const std::string name = trimmed(std::string_view(one).substr(0, one.find('<')));
    const auto colon = name.rfind(':');
    const int number = find_family(colon == std::string::npos ? name : name.substr(colon + 1));
    if (number < 0 && !trimmed(one).empty()) {
      auto parsed = parse_schedule("schedule<" + one + ">");
      if (!parsed.ok())
        throw environment_error("the schedule cannot be read" + place_of(parsed.result) + ": " +
                                std::string(parsed.message) + ": " + trimmed(one));
      for (const move_record& m : parsed.moves) all.push_back({m, -1, {}});
    } else if (number >= 0) {
      step s{{}, number, {}};
      for (const std::string& value : split_text(std::string_view(one).substr(one.find('<') + 1), ',')) {
        std::int64_t v = 0;
        if (!read_integer(trimmed(value.substr(0, value.find('>'))), v))
          throw environment_error("the schedule cannot be read: " + trimmed(one));
        s.values.push_back(v);
      }
      const family& f = families()[static_cast<std::size_t>(number)];
      if (static_cast<int>(s.values.size()) == f.parameters - 1 && f.last != no_default)
        s.values.push_back(f.last);
      if (static_cast<int>(s.values.size()) != f.parameters)
        throw environment_error("the schedule cannot be read: " + std::string(f.name) + " has " +
                                decimal(std::int64_t{f.parameters}) + " parameters: " + trimmed(one));
      all.push_back(std::move(s));
    }
    one.clear();
  };
  for (std::size_t i = open + 1; i < rest.size(); ++i) {
    const char c = rest[i];
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '<') ++depth;
    if (!quoted && c == '>' && --depth < 0) {
      closed = true;
      break;
    }
    if (!quoted && c == ',' && depth == 0)
      finish();
    else
      one += c;
  }
  if (!closed) throw environment_error("the schedule cannot be read: expected '>' at its end");
  finish();
  return all;
}

std::string print_program(const ir::program& p) {
  std::string text;
  ir::print_to(text, p);
  return text;
}

std::string spell_step(const step& s) {
  if (s.family < 0) return spell(s.move);
  std::vector<std::string> numbers;
  for (const index_t v : s.values) numbers.push_back(decimal(v));
  return std::string(families()[static_cast<std::size_t>(s.family)].name) + "<" + join_text(numbers, ", ") +
         ">";
}

std::string spell_steps(const steps& all) {
  std::vector<std::string> parts;
  for (const step& s : all) parts.push_back(spell_step(s));
  return "schedule<" + join_text(parts, ", ") + ">";
}

std::vector<move_record> moves_of_step(const step& s) {
  if (s.family < 0) return {s.move};
  const move_list list = families()[static_cast<std::size_t>(s.family)].moves(s.values);
  return {list.begin(), list.end()};
}

std::optional<ir::program> replay(const ir::program& start, const steps& all) {
  ir::program p = start;
  for (const step& s : all)
    for (const move_record& m : moves_of_step(s)) {
      if (!check(m, p).ok()) return std::nullopt;
      p = apply(m, p);
    }
  return p;
}

namespace {

// Instances of an operation in its straight block.
index_t copies_of(const ir::program& p, const ir::node& operation) {
  index_t copies = 1;
  for (ir::node_id s = operation.parent; s != ir::none; s = p.nodes[s].parent) {
    const ir::node& scope = p.nodes[s];
    if (scope.kind == ir::scope_kind::unrolled) copies *= scope.trips.cap;
    // Wider vectors are several registers; 4 elements is the narrowest register of them all.
    if (scope.kind == ir::scope_kind::vector) copies *= ceil_div(scope.trips.cap, 4);
  }
  return copies;
}

// Functions and leaves of an expression.
int nodes_of(const ir::program& p, ir::expression_id e) {
  if (e < 0) return 0;
  const ir::expression& x = p.expressions[e];
  int count = 1;
  for (int i = 0; i < ir::operand_count(x.what); ++i) count += nodes_of(p, x.operands[i]);
  return count;
}

}  // namespace

bool compiles_soon(const ir::program& p) {
  for (const ir::node& x : p.nodes)
    if (x.is_scope ? x.kind == ir::scope_kind::cases && x.trips.cap > 16 : copies_of(p, x) > 512)
      return false;
  return true;
}

// Measured with g++ 12: about 20 ms for an operation, and 1 ms for each function of each of its instances.
double compile_weight(const ir::program& p) {
  double weight = 10;
  for (const ir::node& x : p.nodes) {
    double one =
        x.is_scope ? 1 : 4 + 0.2 * static_cast<double>(copies_of(p, x)) * (1 + nodes_of(p, x.value)) / 2;
    // Everything below 'cases' is compiled once for each value.
    for (ir::node_id s = x.parent; s != ir::none; s = p.nodes[s].parent)
      if (p.nodes[s].kind == ir::scope_kind::cases) one *= static_cast<double>(p.nodes[s].trips.cap);
    weight += one;
  }
  return weight;
}

bool has_room(const ir::program& p) {
  const auto roomy = [](const ir::affine& a) { return a.terms.size() + 1 < ir::affine::max_terms; };
  if (p.nodes.size() > p.nodes.capacity * 3 / 4 || p.buffers.size() + 2 > p.buffers.capacity ||
      p.symbols.full())
    return false;
  for (const ir::access& a : p.accesses)
    for (const ir::affine& f : a.index)
      if (!roomy(f)) return false;
  for (const ir::node& n : p.nodes)
    if (!roomy(n.trips.origin)) return false;
  return true;
}

}  // namespace perfdojo::tuner
