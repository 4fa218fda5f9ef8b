// SPDX-License-Identifier: Apache-2.0
// value: sub-expressions as values: which are identical, and where computing one earlier, or in vain, does no harm.
#pragma once

#include <perfdojo/analysis/dependence.hpp>
#include <perfdojo/analysis/footprint.hpp>

#include <bit>

namespace perfdojo::analysis {

/// Where an expression stands.
struct value_site {
  ir::node_id operation = ir::none;
  ir::expression_id value = -1;
  bool in_branch = false;  // of a select, which may not be taken
};

/// Calls f(value_site) for every expression of operation n, the largest first, until it returns false: then those further in are left
/// out.
template <class F>
constexpr void for_each_value(const ir::program& p, ir::node_id n, F&& f) {
  const auto visit = [&](auto&& self, ir::expression_id e, bool in_branch) -> void {
    const value_site v{n, e, in_branch};  // a temporary would be a dangling pointer to g++ 12 at -O2
    if (e < 0 || !f(v)) return;
    const ir::expression& x = p.expressions[e];
    for (int i = 0; i < ir::operand_count(x.what); ++i)
      self(self, x.operands[i], in_branch || (x.what == ir::function::select && i > 0));
  };
  visit(visit, p.nodes[n].value, false);
}

/// The same functions and constants of the same elements?
constexpr bool identical(const ir::program& p, ir::expression_id a, ir::expression_id b) {
  const ir::expression &x = p.expressions[a], &y = p.expressions[b];
  if (x.what != y.what || x.type != y.type || (x.access >= 0) != (y.access >= 0)) return false;
  if (std::bit_cast<std::uint64_t>(x.number) != std::bit_cast<std::uint64_t>(y.number)) return false;
  if (x.access >= 0 && p.accesses[x.access] != p.accesses[y.access]) return false;
  for (int i = 0; i < ir::operand_count(x.what); ++i)
    if (!identical(p, x.operands[i], y.operands[i])) return false;
  return true;
}

/// May a buffer hold it, and does computing it once instead of twice save anything?
constexpr bool is_worth_storing(const ir::program& p, ir::expression_id e) {
  const ir::expression& x = p.expressions[e];
  return x.what != ir::function::constant && x.what != ir::function::load && x.what != ir::function::index &&
         x.type != ir::element::boolean;
}

/// Has it a value whatever its elements hold? Integers cannot be divided by 0, and no integer stands for NaN.
constexpr bool is_always_defined(const ir::program& p, ir::expression_id e) {
  const ir::expression& x = p.expressions[e];
  const bool to_integer = x.what == ir::function::convert && !ir::is_float(x.type) &&
                          ir::is_float(p.expressions[x.operands[0]].type);
  if (to_integer || (x.what == ir::function::divide && !ir::is_float(x.type))) return false;
  for (int i = 0; i < ir::operand_count(x.what); ++i)
    if (!is_always_defined(p, x.operands[i])) return false;
  return true;
}

/// Is the value the same in all iterations of scope s within one iteration of its parent, so that it could be computed before s? `touches`
/// are those in s.
constexpr bool is_invariant(const ir::program& p, ir::node_id s, const touch_list& touches,
                            const value_site& v) {
  const ir::node_id top = p.nodes[s].parent;
  const relation same{.scope = top, .at = top == ir::none ? order::any : order::equal};
  bool right = true;
  ir::for_each_leaf(p, v.value, [&](std::int16_t a) {
    const ir::access& x = p.accesses[a];
    for (const ir::affine& f : x.index)
      for (const ir::term& t : f.terms) right = right && !ir::is_within(p, t.scope, s);
    if (!right || x.buffer < 0) return;
    const ir::node_id home = p.buffers[x.buffer].home;
    if (home != ir::none && ir::is_within(p, home, s)) right = false;
    const touch read = make_touch(p, v.operation, a, false);
    for (const touch& w : touches)
      right = right && !(w.write && w.buffer == x.buffer && may_meet(p, w, read, same));
  });
  return right;
}

/// Does operation n run at least once whenever the body of scope `around` (none: the program) does?
constexpr bool surely_runs(const ir::program& p, ir::node_id n, ir::node_id around) {
  for (; n != around; n = p.nodes[n].parent) {
    if (p.nodes[n].when.scope != ir::none) return false;
    if (p.nodes[n].is_scope && !detail::runs_once(p, n)) return false;
  }
  return true;
}

/// May the value be computed once for each iteration of `around`, in front of everything there, even if nothing needs it? Requires that
/// no scope further in indexes it.
constexpr bool may_be_computed(const ir::program& p, const value_site& v, ir::node_id around) {
  if (!v.in_branch && surely_runs(p, v.operation, around)) return true;
  bool exists = is_always_defined(p, v.value);
  ir::for_each_leaf(p, v.value, [&](std::int16_t a) {
    if (p.accesses[a].buffer < 0) return;
    footprint f = footprint_of(p, p.accesses[a], v.operation, around);
    f.certain = false;
    exists = exists && box_exists(p, f, p.buffers[p.accesses[a].buffer], around);
  });
  return exists;
}

}  // namespace perfdojo::analysis
