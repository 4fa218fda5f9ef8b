// SPDX-License-Identifier: Apache-2.0
// match_instruction: does a sub-tree do what an instruction does? Both are programs: their extents, updates, functions, types and strides
// must be the same. Names play no part.
#pragma once

#include <perfdojo/analysis/strides.hpp>
#include <perfdojo/error/verdict.hpp>
#include <perfdojo/ir/walk.hpp>

namespace perfdojo::detail {

/// Accepts if scope n is sequential, has no bound and exactly the extent asked.
constexpr verdict check_instruction_extent(const ir::program& p, ir::node_id n, index_t asked) {
  const ir::node& s = p.nodes[n];
  if (s.kind != ir::scope_kind::sequential || s.outside != ir::beyond::skip)
    return reject(reason::scope_is_not_sequential, s.label);
  if (!s.trips.is_constant()) return reject(reason::extent_is_not_constant, s.label, asked);
  if (s.trips.cap != asked) return reject(reason::instruction_extent_differs, s.label, asked, s.trips.cap);
  return accept();
}

class instruction_matcher {
public:
  constexpr instruction_matcher(const ir::program& p, const ir::program& wanted) : p_(p), wanted_(wanted) {}

  /// Accepts if the nest at scope n is the wanted one.
  constexpr verdict match(ir::node_id n) {
    if (const verdict v = match_scopes(n); !v.ok()) return v;
    const ir::node &found = p_.nodes[inner_], &wanted = wanted_.nodes[wanted_.nodes.size() - 1];
    if (found.how != wanted.how) return other_form();
    if (const verdict v = match_access(found.destination, wanted.destination); !v.ok()) return v;
    return match_value(found.value, wanted.value);
  }

private:
  constexpr verdict other_form() const {
    const int b = p_.accesses[p_.nodes[inner_].destination].buffer;
    return reject_buffer(reason::instruction_form_differs, p_.buffers[b].label, p_.nodes[scopes_[0]].label);
  }

  // Scopes of the instruction are perfectly nested around its only operation.
  constexpr verdict match_scopes(ir::node_id n) {
    for (ir::node_id w = 0; wanted_.nodes[w].is_scope; ++w) {
      const ir::node& s = p_.nodes[n];
      scopes_.push(n);
      if (const verdict v = check_instruction_extent(p_, n, wanted_.nodes[w].trips.cap); !v.ok()) return v;
      for (const ir::node& x : p_.nodes)
        if (x.when.scope == n) return reject(reason::condition_depends_on_scope, s.label);
      for (const ir::buffer& b : p_.buffers)
        if (b.home == n) return reject_buffer(reason::buffer_lives_in_scope, b.label, s.label);
      const ir::node_id child = s.first_child;
      const bool is_alone = child != ir::none && p_.nodes[child].next == ir::none;
      if (!is_alone || p_.nodes[child].is_scope != wanted_.nodes[w + 1].is_scope)
        return reject(reason::scopes_are_not_nested, s.label);
      if (p_.nodes[child].when.scope != ir::none)
        return reject(reason::condition_depends_on_scope, p_.nodes[p_.nodes[child].when.scope].label);
      n = child;
    }
    inner_ = n;
    return accept();
  }

  constexpr verdict match_access(std::int16_t found, std::int16_t wanted) const {
    const ir::access &a = p_.accesses[found], &b = wanted_.accesses[wanted];
    const ir::buffer& buffer = p_.buffers[a.buffer];
    const ir::element type = wanted_.buffers[b.buffer].type;
    if (buffer.type != type)
      return reject_buffer(reason::instruction_type_differs, buffer.label, {}, static_cast<index_t>(type),
                           static_cast<index_t>(buffer.type));
    for (int s = 0; s < scopes_.size(); ++s) {
      const auto stride = analysis::stride_along(p_, a, scopes_[s]);
      const index_t asked = *analysis::stride_along(wanted_, b, static_cast<ir::node_id>(s));
      const name label = p_.nodes[scopes_[s]].label;
      if (!stride) return reject_buffer(reason::instruction_stride_is_unknown, buffer.label, label, asked);
      if (*stride != asked)
        return reject_buffer(reason::instruction_stride_differs, buffer.label, label, asked, *stride);
    }
    return accept();
  }

  // Of a product that matches neither way round, the verdict is that of the order in which the operands stand.
  constexpr verdict match_value(ir::expression_id found, ir::expression_id wanted) const {
    const ir::expression &x = p_.expressions[found], &w = wanted_.expressions[wanted];
    if (x.what != w.what) return other_form();
    if (x.what == ir::function::load) return match_access(x.access, w.access);
    if (x.type != w.type) return other_form();
    verdict first = accept();
    for (int i = 0; i < ir::operand_count(x.what) && first.ok(); ++i)
      first = match_value(x.operands[i], w.operands[i]);
    if (first.ok() || x.what != ir::function::multiply) return first;
    for (int i = 0; i < 2; ++i)
      if (!match_value(x.operands[i], w.operands[1 - i]).ok()) return first;
    return accept();
  }

  const ir::program &p_, &wanted_;
  fixed_vector<ir::node_id, 4> scopes_;  // those of the program, in the order of the instruction's
  ir::node_id inner_ = ir::none;         // the operation
};

}  // namespace perfdojo::detail
