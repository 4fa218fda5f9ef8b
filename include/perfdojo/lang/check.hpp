// SPDX-License-Identifier: Apache-2.0
// check: binds every index of the statements to its range and finds the mistakes that types do not show.
#pragma once

#include <perfdojo/lang/mistake.hpp>
#include <perfdojo/lang/tree.hpp>

namespace perfdojo::lang {

/// Checks a tree and writes the range of each bound index into the place that binds it: the subscript of a destination or of
/// a reduction. Stops at the first mistake.
class checker {
public:
  constexpr explicit checker(tree& t) : t_(t) {}

  constexpr diagnosis run() {
    if (t_.overflows) return {mistake::kernel_is_too_large};
    if (!t_.clash.empty()) return {.why = mistake::name_has_two_meanings, .tensor = t_.clash};
    if (t_.rounds_a_number) return {mistake::number_is_not_exact};
    for (const tree_statement& s : t_.statements) is_result_[s.tensor] = true;
    for (const tree_statement& s : t_.statements) {
      ++d_.statement;
      check_statement(s);
      if (!d_.ok()) return d_;
    }
    check_sizes();
    return d_;
  }

private:
  struct binder {
    name label;
    size range;
  };
  static constexpr int max_binders = 24;

  tree& t_;
  diagnosis d_;
  const tree_statement* statement_ = nullptr;
  fixed_vector<binder, max_binders> bound_;
  bool is_result_[ir::program::max_buffers]{};
  bool is_written_[ir::program::max_buffers]{};

  constexpr void found(mistake why, name index = {}, name tensor = {}, size first = {}, size second = {}) {
    if (!d_.ok()) return;
    d_ = {why, d_.statement, index, tensor, first, second};
  }
  constexpr name label_of(int tensor) const { return tensor < 0 ? name() : t_.tensors[tensor].label; }
  constexpr const binder* find(name index) const {
    for (const binder& b : bound_)
      if (b.label == index) return &b;
    return nullptr;
  }

  constexpr void check_sizes() {
    d_.statement = 0;
    for (const size& s : t_.sizes) {
      bool known = false;
      for (const operand_facts& x : t_.tensors)
        for (const size& dimension : x.dimensions)
          known = known || (x.what != role::temporary && dimension == s);
      if (!known) found(mistake::size_is_unknown, {}, {}, s);
    }
  }

  constexpr void check_statement(const tree_statement& s) {
    statement_ = &s;
    bound_.clear();
    const int rank = t_.rank(s.tensor);
    for (int r = 0; r < rank; ++r) {
      const subscript& at = t_.subscripts[s.at + r];
      if (!at.plain) return found(mistake::destination_index_is_not_plain, {}, label_of(s.tensor));
      if (find(at.terms[0].label) != nullptr)
        return found(mistake::destination_is_indexed_twice_by_one_index, at.terms[0].label,
                     label_of(s.tensor));
      bind(s.at + r, s.value, t_.tensors[s.tensor].dimensions[r]);
    }
    const bool has_value = is_written_[s.tensor] || t_.tensors[s.tensor].what == role::inout;
    if (s.how != ir::update::assign && !has_value)
      found(mistake::read_before_written, {}, label_of(s.tensor));
    check_expression(s.value, false);
    is_written_[s.tensor] = true;
  }

  // Binds the index at subscripts[at] within the expression. `known`: the dimension of the destination that it indexes.
  constexpr void bind(int at, tree_id body, size known) {
    index_use& u = t_.subscripts[at].terms[0];
    for (const operand_facts& x : t_.tensors)
      if (x.label == u.label) found(mistake::name_has_two_meanings, {}, u.label);
    agree(u, u.range, known, label_of(statement_->tensor));
    t_.for_each(body, [&](const tree_node& n) {
      for (int r = 0; r < t_.subscript_count(n); ++r) {
        const subscript& s = t_.subscripts[n.at + r];
        for (const index_use& v : s.terms)
          if (v.label == u.label) agree(u, u.range, v.range, label_of(n.tensor));
        if (n.tensor >= 0 && s.plain && s.terms[0].label == u.label)
          agree(u, u.range, t_.tensors[n.tensor].dimensions[r], label_of(n.tensor));
      }
    });
    if (!u.range.is_given()) found(mistake::range_of_index_is_unknown, u.label);
    if (bound_.full()) return found(mistake::kernel_is_too_large);
    bound_.push({u.label, u.range});
  }
  constexpr void agree(const index_use& u, size& range, const size& other, name where) {
    if (!other.is_given()) return;
    if (!range.is_given()) range = other;
    if (range != other) found(mistake::index_has_two_ranges, u.label, where, range, other);
  }

  // guarded: below a branch of a select, which may keep a subscript from being used.
  constexpr void check_expression(tree_id id, bool guarded) {
    const tree_node n = t_.nodes[id];
    if (n.reduces) {
      const name index = t_.subscripts[n.at].terms[0].label;
      if (find(index) != nullptr) return found(mistake::index_is_bound_twice, index);
      bind(n.at, n.operands[0], {});
      if (!d_.ok()) return;
      check_expression(n.operands[0], guarded);
      return bound_.pop();
    }
    for (int r = 0; r < t_.subscript_count(n); ++r) {
      for (const index_use& u : t_.subscripts[n.at + r].terms)
        if (find(u.label) == nullptr) return found(mistake::index_is_not_bound, u.label, label_of(n.tensor));
      if (n.tensor >= 0 && !guarded) check_limits(n, r);
    }
    if (n.tensor >= 0) check_load(n);
    for (int o = 0; o < 3; ++o)
      if (n.operands[o] >= 0)
        check_expression(n.operands[o], guarded || (n.what == ir::function::select && o > 0));
  }

  constexpr void check_load(const tree_node& n) {
    const role what = t_.tensors[n.tensor].what;
    const bool needs_write = what == role::temporary || (what == role::tensor && is_result_[n.tensor]);
    if (needs_write && !is_written_[n.tensor])
      return found(mistake::read_before_written, {}, label_of(n.tensor));
    if (n.tensor != statement_->tensor) return;
    for (int r = 0; r < t_.rank(n.tensor); ++r) {
      const subscript &a = t_.subscripts[n.at + r], &b = t_.subscripts[statement_->at + r];
      if (!a.plain || a.terms[0].label != b.terms[0].label)
        return found(mistake::destination_is_read_at_another_element, {}, label_of(n.tensor));
    }
  }

  // Reports a subscript that leaves its dimension for all sizes from 2 on. What depends on the sizes is the caller's duty.
  constexpr void check_limits(const tree_node& n, int r) {
    const subscript& s = t_.subscripts[n.at + r];
    if (s.plain) return;
    const size dimension = t_.tensors[n.tensor].dimensions[r];
    linear low, high;  // the lowest value, and the highest one minus the last position
    low.constant = high.constant = s.constant;
    for (const index_use& u : s.terms)
      (u.coefficient < 0 ? low : high).add_last(find(u.label)->range, u.coefficient);
    high.add_last(dimension, -1);
    if (high.is_positive()) found(mistake::subscript_leaves_dimension, {}, label_of(n.tensor), dimension);
    for (index_t& c : low.coefficients) c = -c;
    low.constant = -low.constant;
    if (low.is_positive()) found(mistake::subscript_leaves_dimension, {}, label_of(n.tensor), dimension);
  }
  // A combination of the named sizes.
  struct linear {
    fixed_vector<size, subscript::max_terms + 1> sizes;
    index_t coefficients[subscript::max_terms + 1]{};
    index_t constant = 0;
    // factor * (s - 1)
    constexpr void add_last(const size& s, index_t factor) {
      if (s.is_constant()) {
        constant += factor * (s.value - 1);
        return;
      }
      constant -= factor;
      int at = 0;
      while (at < sizes.size() && sizes[at] != s) ++at;
      if (at == sizes.size()) sizes.push(s);
      coefficients[at] += factor;
    }
    constexpr bool is_positive() const {
      index_t at_two = constant;
      for (const index_t c : coefficients) {
        if (c < 0) return false;
        at_two += 2 * c;
      }
      return at_two > 0;
    }
  };
};

}  // namespace perfdojo::lang
