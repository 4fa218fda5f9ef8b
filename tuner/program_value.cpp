// SPDX-License-Identifier: Apache-2.0
#include "program_value.hpp"

#include <cmath>

#include "text.hpp"

namespace perfdojo::tuner {
namespace {

// Members in the order of their declaration; those with their default value are left out.
class members {
public:
  void add(const char* member, const std::string& value) {
    text_ += (text_.empty() ? "." : ", .") + std::string(member) + " = " + value;
  }
  void add(const char* member, std::int64_t value, std::int64_t standard) {
    if (value != standard) add(member, decimal(value));
  }
  void add_if(const char* member, bool value) {
    if (value) add(member, std::string("true"));
  }
  void add(const char* member, const name& value) {
    if (!value.empty()) add(member, "\"" + std::string(name_text(value).view()) + "\"");
  }
  template <class Enum>
  void add_enum(const char* member, const char* type, Enum value, Enum standard) {
    if (value != standard) add(member, "ir::" + std::string(type) + "(" + decimal(std::int64_t(value)) + ")");
  }
  template <class T, int N, class F>
  void add_list(const char* member, const fixed_vector<T, N>& list, F&& value_of) {
    if (list.empty()) return;
    std::string items;
    for (const T& item : list) items += (items.empty() ? "" : ", ") + value_of(item);
    add(member, "{.items = {" + items + "}, .count = " + decimal(std::int64_t{list.size()}) + "}");
  }
  std::string braced() const { return "{" + text_ + "}"; }

private:
  std::string text_;
};

std::string real(double x) {
  if (std::isnan(x)) return "__builtin_nan(\"\")";
  if (std::isinf(x)) return x > 0 ? "__builtin_inf()" : "-__builtin_inf()";
  const std::string text = exact(x);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

// Each function names all members by a structured binding, so that a member more or less does not compile.

std::string value_of(const ir::symbol& s) {
  const auto& [label, value] = s;
  members m;
  m.add("label", label);
  m.add("value", value, -1);
  return m.braced();
}

std::string value_of(const ir::dimension& d) {
  const auto& [cap, symbol, step, unit, reused] = d;
  members m;
  m.add("cap", cap, 1);
  m.add("symbol", symbol, -1);
  m.add("step", step, 1);
  m.add("unit", unit, 1);
  m.add_if("reused", reused);
  return m.braced();
}

std::string value_of(const ir::buffer& b) {
  const auto& [label, type, where, home, dimensions] = b;
  members m;
  m.add("label", label);
  m.add_enum("type", "element", type, ir::element::f32);
  m.add_enum("where", "place", where, ir::place::argument);
  m.add("home", home, ir::none);
  m.add_list("dimensions", dimensions, [](const ir::dimension& d) { return value_of(d); });
  return m.braced();
}

std::string value_of(const ir::affine& a) {
  const auto& [terms, constant] = a;
  members m;
  m.add_list("terms", terms, [](const ir::term& t) {
    const auto& [scope, coefficient] = t;
    return "{" + decimal(std::int64_t{scope}) + ", " + decimal(coefficient) + "}";
  });
  m.add("constant", constant, 0);
  return m.braced();
}

std::string value_of(const ir::extent& e) {
  const auto& [cap, symbol, step, lower, count_of, origin] = e;
  members m;
  m.add("cap", cap, 1);
  m.add("symbol", symbol, -1);
  m.add("step", step, 1);
  m.add("lower", lower, 0);
  m.add("count_of", count_of, ir::none);
  if (origin != ir::affine{}) m.add("origin", value_of(origin));
  return m.braced();
}

std::string value_of(const ir::node& n) {
  const auto& [is_scope, parent, first_child, next, when, label, kind, outside, trips, grain, fixed_parts,
               how, destination, value, streamed] = n;
  members m;
  m.add_if("is_scope", is_scope);
  m.add("parent", parent, ir::none);
  m.add("first_child", first_child, ir::none);
  m.add("next", next, ir::none);
  if (when != ir::condition{})
    m.add("when", "{" + decimal(std::int64_t{when.scope}) + (when.first ? ", true}" : ", false}"));
  m.add("label", label);
  m.add_enum("kind", "scope_kind", kind, ir::scope_kind::sequential);
  m.add_enum("outside", "beyond", outside, ir::beyond::skip);
  if (trips != ir::extent{}) m.add("trips", value_of(trips));
  m.add("grain", grain, 1);
  m.add_if("fixed_parts", fixed_parts);
  m.add_enum("how", "update", how, ir::update::assign);
  m.add("destination", destination, -1);
  m.add("value", value, -1);
  m.add_if("streamed", streamed);
  return m.braced();
}

std::string value_of(const ir::access& a) {
  const auto& [buffer, index] = a;
  members m;
  m.add("buffer", buffer, -1);
  m.add_list("index", index, [](const ir::affine& i) { return value_of(i); });
  return m.braced();
}

std::string value_of(const ir::expression& e) {
  const auto& [what, type, operands, access, number] = e;
  members m;
  m.add_enum("what", "function", what, ir::function::constant);
  m.add_enum("type", "element", type, ir::element::f32);
  m.add("operands", "{" + decimal(std::int64_t{operands[0]}) + ", " + decimal(std::int64_t{operands[1]}) +
                        ", " + decimal(std::int64_t{operands[2]}) + "}");
  m.add("access", access, -1);
  if (what == ir::function::constant) m.add("number", real(number));
  return m.braced();
}

}  // namespace

std::string program_value(const ir::program& p) {
  const auto& [label, symbols, buffers, nodes, accesses, expressions, first] = p;
  members m;
  const auto value = [](const auto& item) { return value_of(item); };
  m.add("label", label);
  m.add_list("symbols", symbols, value);
  m.add_list("buffers", buffers, value);
  m.add_list("nodes", nodes, value);
  m.add_list("accesses", accesses, value);
  m.add_list("expressions", expressions, value);
  m.add("first", first, ir::none);
  return m.braced();
}

}  // namespace perfdojo::tuner
