// SPDX-License-Identifier: Apache-2.0
// Laws of hashes and names: what a program does decides its hash, and a move leaves the names of other scopes alone.
#include <perfdojo/ir/hash.hpp>
#include <perfdojo/schedule/legal_moves.hpp>

#include "support/random_schedules.hpp"

#include <algorithm>
#include <map>

#include <doctest/doctest.h>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;

namespace {

std::vector<std::string> lines_of(const ir::program& p) {
  std::vector<std::string> lines(1);
  for (const char c : support::text(p))
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

// The text of a program with names that tell nothing: scopes by position, private buffers by first use. Their declarations and those of
// sizes made by moves are sorted; a size that nothing uses is left out.
std::string anonymous(ir::program p) {
  int next = 0;
  for (ir::node& n : p.nodes)
    if (n.is_scope) n.label = pd::name(std::string_view("s." + std::to_string(next++)));
  bool is_met[ir::program::max_buffers]{};
  for (const ir::access& a : p.accesses) {
    if (a.buffer < 0 || is_met[a.buffer] || !p.buffers[a.buffer].is_private()) continue;
    is_met[a.buffer] = true;
    p.buffers[a.buffer].label = pd::name(std::string_view("b." + std::to_string(next++)));
  }
  const auto is_size = [](const std::string& line) { return line.starts_with("size _"); };
  std::vector<std::string> declarations;
  std::string rest;
  for (const std::string& line : lines_of(p)) {
    const bool is_private =
        line.starts_with("heap ") || line.starts_with("stack ") || line.starts_with("registers ");
    if (is_private || is_size(line))
      declarations.push_back(line);
    else
      rest += line + "\n";
  }
  std::sort(declarations.begin(), declarations.end());
  std::string all = rest;
  for (const std::string& d : declarations) {
    const bool is_used = (rest + all).find(d.substr(5, d.find(' ', 5) - 5)) != std::string::npos;
    if (!is_size(d) || is_used) all += d + "\n";
  }
  return all;
}

// What stands in and below scope n; anonymous: its own scopes have numbers for names.
std::string subtree(ir::program p, ir::node_id n, bool is_anonymous) {
  std::string out;
  int next = 0;
  ir::for_each_in(p, n, [&](ir::node_id i) {
    if (is_anonymous && p.nodes[i].is_scope)
      p.nodes[i].label = pd::name(std::string_view("s." + std::to_string(next++)));
  });
  ir::for_each_in(p, n, [&](ir::node_id i) {
    out += std::string(static_cast<std::size_t>(ir::depth(p, i) - ir::depth(p, n)), '|');
    ir::print_node_to(out, p, i);
    out += "\n";
  });
  return out;
}
// Anonymous text of each scope that no other scope has -> the scope.
std::map<std::string, ir::node_id> unique_scopes(const ir::program& p) {
  std::map<std::string, ir::node_id> scopes;
  std::map<std::string, int> count;
  for (int n = 0; n < p.nodes.size(); ++n) {
    if (!p.nodes[n].is_scope) continue;
    const std::string text = subtree(p, static_cast<ir::node_id>(n), true);
    scopes[text] = static_cast<ir::node_id>(n);
    ++count[text];
  }
  std::erase_if(scopes, [&](const auto& x) { return count[x.first] > 1; });
  return scopes;
}
// The move names n or a scope below it.
bool names(const pd::move_record& m, const ir::program& p, ir::node_id n) {
  bool found = false;
  ir::for_each_in(p, n, [&](ir::node_id i) {
    for (const pd::parameter& v : m.values)
      found = found || (p.nodes[i].is_scope && p.nodes[i].label == v.label);
  });
  return found;
}

// f(p, a, b) for pairs of legal moves on random programs and on what some moves made of them.
template <class F>
void for_each_pair(std::uint64_t seeds, F&& f) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    support::dice d(seed);
    ir::program p = support::random_program(seed);
    for (int step = 0; step < 6; ++step) {
      const auto legal = pd::legal_moves(p, support::small_choices());
      if (legal.empty()) break;
      for (int pair = 0; pair < 4; ++pair) f(p, support::draw(legal, d), support::draw(legal, d));
      p = pd::apply(support::draw(legal, d), p);
    }
  }
}

}  // namespace

TEST_CASE("law: two orders of moves have one hash exactly where they make one program up to names") {
  int same = 0, of_other_text = 0, different = 0;
  for_each_pair(400, [&](const ir::program& p, const pd::move_record& a, const pd::move_record& b) {
    const ir::program after_a = pd::apply(a, p), after_b = pd::apply(b, p);
    if (!pd::check(b, after_a).ok() || !pd::check(a, after_b).ok()) return;
    const ir::program ab = pd::apply(b, after_a), ba = pd::apply(a, after_b);
    const bool is_same = anonymous(ab) == anonymous(ba);
    if ((ir::hash(ab) == ir::hash(ba)) != is_same) {
      MESSAGE(pd::spell({a, b}), "\n", support::text(p), support::text(ab), support::text(ba));
      FAIL("the hash and the text disagree");
    }
    ++(is_same ? same : different);
    of_other_text += is_same && !(ab == ba);
  });
  CAPTURE(different);
  CHECK(same > 400);
  CHECK(of_other_text > 40);  // names, or the order of declarations
  CHECK(different > 100);
}

TEST_CASE("law: a move does not rename a scope that it leaves as it is") {
  int kept = 0;
  for_each_pair(400, [&](const ir::program& p, const pd::move_record& m, const pd::move_record&) {
    const ir::program after = pd::apply(m, p);
    const auto scopes_after = unique_scopes(after);
    for (const auto& [text, n] : unique_scopes(p)) {
      const auto found = scopes_after.find(text);
      if (found == scopes_after.end() || names(m, p, n)) continue;
      ++kept;
      if (subtree(p, n, false) == subtree(after, found->second, false)) continue;
      MESSAGE(pd::spell(m), "\n", support::text(p), support::text(after));
      FAIL("a scope has another name");
    }
  });
  CHECK(kept > 4000);
}
