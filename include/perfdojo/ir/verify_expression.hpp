// SPDX-License-Identifier: Apache-2.0
// The part of verify() that looks at expressions: order, fields, types, indices.
#pragma once

#include <perfdojo/error/verdict.hpp>
#include <perfdojo/ir/invariant.hpp>
#include <perfdojo/ir/walk.hpp>

namespace perfdojo::ir::detail {

/// Is s a scope above n? Requires the parents of n to be right.
constexpr bool encloses(const program& p, node_id s, node_id n) {
  return s >= 0 && s < n && p.nodes[s].is_scope && is_within(p, p.nodes[n].parent, s);
}

// Larger numbers are no extent or stride of a program whose sizes are below 2^40, and their sums might overflow.
constexpr bool in_range(index_t x) { return x >= -unbounded && x <= unbounded; }

constexpr verdict verify_affine(const program& p, const affine& a, node_id at) {
  const auto malformed = [&](invariant i) {
    return reject(reason::program_is_malformed, {}, at, static_cast<index_t>(i));
  };
  if (a.terms.count < 0 || a.terms.size() > affine::max_terms) return malformed(invariant::counts);
  if (!in_range(a.constant)) return malformed(invariant::extent_origin);
  for (int t = 0; t < a.terms.size(); ++t) {
    const term& x = a.terms[t];
    if (x.coefficient == 0 || !in_range(x.coefficient)) return malformed(invariant::extent_origin);
    if (t > 0 && x.scope <= a.terms[t - 1].scope) return malformed(invariant::extent_origin);
    if (!encloses(p, x.scope, at)) {
      const bool exists = x.scope >= 0 && x.scope < p.nodes.size();
      return reject(reason::index_is_not_bound, exists ? p.nodes[x.scope].label : name());
    }
  }
  return accept();
}

/// Verifies operations one after the other; accesses and expressions must appear in the order of their numbers.
class expression_verifier {
public:
  constexpr explicit expression_verifier(const program& p) : p_(p) {}

  constexpr verdict verify_operation(node_id n) {
    at_ = n;
    const node& x = p_.nodes[n];
    verdict v = verify_access(x.destination, true);
    if (!v.ok()) return v;
    if (x.how == update::prefetch) return x.value == -1 ? accept() : malformed(invariant::destination_form);
    v = verify_expression(x.value, program::max_expressions);
    if (!v.ok()) return v;
    const buffer& b = p_.buffers[p_.accesses[x.destination].buffer];
    if (is_narrow(b.type) && x.how != update::assign) return type_mismatch();
    return p_.expressions[x.value].type == b.type ? accept() : type_mismatch();
  }
  constexpr bool saw_all() const {
    return next_access_ == p_.accesses.size() && next_expression_ == p_.expressions.size();
  }
  constexpr bool accessed(int buffer) const { return accessed_[buffer]; }

private:
  constexpr verdict malformed(invariant i) const {
    return reject(reason::program_is_malformed, {}, at_, static_cast<index_t>(i));
  }
  constexpr verdict type_mismatch() const {
    const int b = p_.accesses[p_.nodes[at_].destination].buffer;
    return reject_buffer(reason::type_mismatch, p_.buffers[b].label);
  }

  constexpr verdict verify_access(int a, bool in_buffer) {
    if (a != next_access_ || a >= p_.accesses.size()) return malformed(invariant::access_order);
    ++next_access_;
    const access& x = p_.accesses[a];
    if (x.index.count < 0 || x.index.size() > max_rank) return malformed(invariant::counts);
    if (!in_buffer) {
      if (x.buffer != -1 || x.index.size() != 1) return malformed(invariant::expression_fields);
      return verify_affine(p_, x.index[0], at_);
    }
    if (x.buffer < 0 || x.buffer >= p_.buffers.size()) return malformed(invariant::destination_form);
    const buffer& b = p_.buffers[x.buffer];
    if (x.index.size() != b.rank())
      return reject_buffer(reason::rank_mismatch, b.label, {}, x.index.size(), b.rank());
    if (b.home != none && !is_within(p_, p_.nodes[at_].parent, b.home))
      return malformed(invariant::home_scope);
    accessed_[x.buffer] = true;
    for (const affine& i : x.index) {
      const verdict v = verify_affine(p_, i, at_);
      if (!v.ok()) return v;
    }
    return accept();
  }

  // Operands come before what is made of them, so every e is below `limit` and the recursion ends.
  constexpr verdict verify_expression(expression_id e, int limit) {
    if (e < 0 || e >= limit || e >= p_.expressions.size()) return malformed(invariant::access_order);
    const expression& x = p_.expressions[e];
    if (x.what > function::fma || x.type > element::bf16) return malformed(invariant::expression_fields);
    const int count = operand_count(x.what);
    for (int i = 0; i < 3; ++i) {
      if (i >= count && x.operands[i] != -1) return malformed(invariant::expression_fields);
      if (i >= count) continue;
      const verdict v = verify_expression(x.operands[i], e);
      if (!v.ok()) return v;
    }
    if (x.what == function::load || x.what == function::index) {
      const verdict v = verify_access(x.access, x.what == function::load);
      if (!v.ok()) return v;
    } else if (x.access != -1) {
      return malformed(invariant::expression_fields);
    }
    if (e != next_expression_) return malformed(invariant::access_order);
    ++next_expression_;
    if (x.what == function::constant) return verify_constant(x);
    if (x.number != 0) return malformed(invariant::expression_fields);
    return types_agree(x) ? accept() : type_mismatch();
  }

  constexpr verdict verify_constant(const expression& x) const {
    const double v = x.number, size = v < 0 ? -v : v;
    bool fits = true;
    if (x.type == element::f32) {
      const bool finite = size <= 0x1.fffffep127;
      fits =
          finite ? static_cast<double>(static_cast<float>(v)) == v : v != v || size > 0x1.fffffffffffffp1023;
    } else if (x.type == element::bf16) {
      fits = static_cast<double>(perfdojo::bf16(v)) == v || v != v;
    } else if (x.type == element::boolean) {
      fits = v == 0 || v == 1;
    } else if (x.type == element::i8 || x.type == element::u8) {
      const double least = x.type == element::i8 ? -128 : 0;
      fits = v >= least && v < least + 256 && static_cast<double>(static_cast<index_t>(v)) == v;
    } else if (x.type != element::f64) {
      const double limit = x.type == element::i32 ? 0x1p31 : 0x1p63;
      fits = v >= -limit && v < limit && static_cast<double>(static_cast<index_t>(v)) == v;
    }
    return fits ? accept() : malformed(invariant::constant_value);
  }

  constexpr bool types_agree(const expression& x) const {
    const auto type = [&](int i) { return p_.expressions[x.operands[i]].type; };
    const bool computes = x.type != element::boolean && !is_narrow(x.type);
    switch (x.what) {
      case function::load:
        return x.type == p_.buffers[p_.accesses[x.access].buffer].type;
      case function::index:
        return computes;
      case function::convert:
        return true;
      case function::exp:
      case function::log:
      case function::sqrt:
      case function::rsqrt:
      case function::tanh:
      case function::erf:
        return computes && is_float(x.type) && type(0) == x.type;
      case function::select:
        return type(0) == element::boolean && type(1) == x.type && type(2) == x.type;
      default:
        break;
    }
    if (is_comparison(x.what))
      return x.type == element::boolean && type(0) == type(1) && type(0) < element::boolean;
    for (int i = 0; i < operand_count(x.what); ++i)
      if (type(i) != x.type) return false;
    return computes;
  }

  const program& p_;
  node_id at_ = none;
  int next_access_ = 0, next_expression_ = 0;
  bool accessed_[program::max_buffers]{};
};

}  // namespace perfdojo::ir::detail
