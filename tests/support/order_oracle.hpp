// SPDX-License-Identifier: Apache-2.0
// order_oracle: which moves may be made, by brute force: every executed instance of every operation in order, with the elements that it
// touches. It knows the semantics of ir/program.hpp and nothing of analysis/.
#pragma once

#include <perfdojo/ir/walk.hpp>
#include <perfdojo/schedule/all.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace support {

using perfdojo::index_t;
namespace ir = perfdojo::ir;

/// What pairs of instances that a move brings out of order have in common: nothing, a reduction that gives the same in every order, a
/// reduction of floating-point sums or products, or values that depend on the order.
enum class disorder : std::uint8_t { none, exact_reduction, reduction, conflict };

/// One element touched by one instance.
struct event {
  int instance = 0;  // position in the order of execution
  ir::node_id operation = ir::none;
  int buffer = -1;
  bool write = false;
  ir::update how = ir::update::assign;
  std::array<std::int16_t, ir::max_rank> element{};
  std::array<std::int8_t, ir::program::max_nodes> index{};  // of each scope around
};

/// The run of a program at given sizes, which are small: indices stay below 128.
class order_oracle {
public:
  order_oracle(const ir::program& p, const std::vector<index_t>& sizes, std::size_t most_events)
      : p_(p), sizes_(sizes), most_(most_events) {
    for (int n = p.nodes.size() - 1; n >= 0; --n) {
      end_[n] = static_cast<ir::node_id>(n + 1);
      for (ir::node_id c = p.nodes[n].first_child; c != ir::none; c = p.nodes[c].next) end_[n] = end_[c];
    }
    run_children(ir::none);
    const auto place = [](const event& e) { return std::pair(e.buffer, e.element); };
    std::stable_sort(events_.begin(), events_.end(),
                     [&](const event& a, const event& b) { return place(a) < place(b); });
    for (std::size_t from = 0, to = 0; from < events_.size(); from = to) {
      while (to < events_.size() && place(events_[to]) == place(events_[from])) ++to;
      ends_.push_back(to);
    }
  }

  /// False if the run is too long to look at all pairs.
  bool complete() const { return complete_; }

  disorder after(const perfdojo::interchange_move& m) const {
    const ir::node_id o = p_.find(m.outer), n = p_.find(m.inner);
    const ir::scope_kind kind = p_.nodes[n].kind;
    return worst(
        [&](const event& a, const event& b) {
          if (!under(a, n) || !under(b, n) || !together(a, b, o)) return no;
          const int of_o = b.index[o] - a.index[o], of_n = b.index[n] - a.index[n];
          if (!is_ordered(kind) && of_n != 0) return any_order(kind);
          return of_o * of_n < 0 ? reversed : no;
        },
        o);
  }
  disorder after(const perfdojo::join_move& m) const {
    const ir::node_id s = p_.find(m.first), t = p_.find(m.second);
    const ir::scope_kind kind = p_.nodes[s].kind;
    return worst([&](const event& a, const event& b) {
      if (!under(a, s) || !under(b, t) || !together(a, b, s)) return no;
      if (!is_ordered(kind) && a.index[s] != b.index[t]) return any_order(kind);
      return a.index[s] > b.index[t] ? reversed : no;
    });
  }
  disorder after(const perfdojo::fission_move& m) const {
    const ir::node_id s = p_.find(m.scope);
    ir::node_id first_of_back = p_.nodes[s].first_child;
    for (index_t i = 0; i < m.count; ++i) first_of_back = p_.nodes[first_of_back].next;
    return worst([&](const event& a, const event& b) {
      if (!under(a, s) || !under(b, s) || !together(a, b, s)) return no;
      // In pre-order everything of the back part has a higher number than everything of the front part.
      return a.operation >= first_of_back && b.operation < first_of_back ? reversed : no;
    });
  }
  disorder after(const perfdojo::reorder_move& m) const {
    const ir::node_id parent = m.parent.empty() ? ir::none : p_.find(m.parent);
    ir::node_id front = p_.first_child(parent);
    for (index_t i = 0; i < m.position; ++i) front = p_.nodes[front].next;
    const ir::node_id back = p_.nodes[front].next;
    return worst([&](const event& a, const event& b) {
      return under(a, front) && under(b, back) && together(a, b, front) ? reversed : no;
    });
  }
  disorder after(const perfdojo::parallelize_move& m) const {
    return in_any_order(m.scope, ir::scope_kind::parallel);
  }
  disorder after(const perfdojo::vectorize_move& m) const {
    return in_any_order(m.scope, ir::scope_kind::vector);
  }
  disorder after(const perfdojo::unroll_move& m) const {
    return in_any_order(m.scope, ir::scope_kind::unrolled);
  }

private:
  // What becomes of the order of a pair: nothing, it is lost, or two threads may even touch the element at once.
  enum fate { no, reversed, at_once };

  static bool is_ordered(ir::scope_kind k) {
    return k == ir::scope_kind::sequential || k == ir::scope_kind::cases;
  }
  static fate any_order(ir::scope_kind k) { return k == ir::scope_kind::parallel ? at_once : reversed; }
  // In pre-order a sub-tree is a range of numbers.
  bool under(const event& e, ir::node_id n) const { return e.operation >= n && e.operation < end_[n]; }
  /// Are the indices of all scopes above n the same? Requires that these are around both.
  bool together(const event& a, const event& b, ir::node_id n) const {
    for (ir::node_id s = p_.nodes[n].parent; s != ir::none; s = p_.nodes[s].parent)
      if (a.index[s] != b.index[s]) return false;
    return true;
  }

  disorder in_any_order(perfdojo::name scope, ir::scope_kind kind) const {
    const ir::node_id s = p_.find(scope);
    return worst([&](const event& a, const event& b) {
      if (!under(a, s) || !under(b, s) || !together(a, b, s)) return no;
      return a.index[s] != b.index[s] ? any_order(kind) : no;
    });
  }

  /// The worst over all pairs, a before b, of touches of one element. Buffers that live in `opened` are taken to live in its parent.
  template <class Fate>
  disorder worst(Fate&& fate_of, ir::node_id opened = ir::none) const {
    disorder found = disorder::none;
    std::size_t from = 0;
    for (const std::size_t to : ends_) {
      ir::node_id home = p_.buffers[events_[from].buffer].home;
      if (home != ir::none && home == opened) home = p_.nodes[home].parent;
      for (std::size_t i = from; i < to; ++i) {
        for (std::size_t j = i + 1; j < to; ++j) {
          const event &a = events_[i], &b = events_[j];
          if ((!a.write && !b.write) || a.instance == b.instance || !same_storage(a, b, home)) continue;
          const fate f = fate_of(a, b);
          if (f != no) found = (std::max)(found, strength(a, b, f));
        }
      }
      from = to;
    }
    return found;
  }
  bool same_storage(const event& a, const event& b, ir::node_id home) const {
    for (ir::node_id s = home; s != ir::none; s = p_.nodes[s].parent)
      if (a.index[s] != b.index[s]) return false;
    return true;
  }
  disorder strength(const event& a, const event& b, fate f) const {
    if (f == at_once || !a.write || !b.write || a.how != b.how || !ir::reads_destination(a.how))
      return disorder::conflict;
    const bool rounds = ir::is_float(p_.buffers[a.buffer].type) &&
                        (a.how == ir::update::add || a.how == ir::update::multiply);
    return rounds ? disorder::reduction : disorder::exact_reduction;
  }

  void run_children(ir::node_id parent) {
    for (ir::node_id c = p_.first_child(parent); c != ir::none && complete_; c = p_.nodes[c].next) {
      const ir::node& x = p_.nodes[c];
      if (x.when.scope != ir::none && (index_[x.when.scope] == 0) != x.when.first) continue;
      x.is_scope ? run_scope(c) : run_operation(c);
    }
  }
  void run_scope(ir::node_id n) {
    const ir::node& x = p_.nodes[n];
    const ir::extent& e = x.trips;
    index_t trips = e.cap;
    if (e.count_of != ir::none) trips = (std::min)(e.cap, count_[e.count_of]);
    if (e.has_bound()) {
      const index_t left = sizes_[static_cast<std::size_t>(e.symbol)] - value(e.origin);
      const index_t steps = left > 0 ? (left + e.step - 1) / e.step : 0;
      trips = e.is_otherwise() ? (left <= 0 ? 1 : 0) : (std::min)(e.cap, (std::max)(e.lower, steps));
    }
    if (x.kind == ir::scope_kind::cases) {
      count_[n] = trips;
      trips = (std::min)(trips, index_t(1));
    }
    const bool outer = beyond_;
    const index_t positions = x.outside == ir::beyond::zero ? e.cap : trips;
    for (index_t i = 0; i < positions && complete_; ++i) {
      beyond_ = outer || i >= trips;
      index_[n] = static_cast<std::int8_t>(i);
      run_children(n);
    }
    beyond_ = outer;
  }
  void run_operation(ir::node_id n) {
    const ir::node& x = p_.nodes[n];
    if (x.how == ir::update::prefetch) return;
    if (!beyond_) {
      ir::for_each_leaf(p_, x.value, [&](std::int16_t a) {
        if (p_.accesses[a].buffer >= 0) touch(n, a, false);
      });
    }
    touch(n, x.destination, true);
    ++instances_;
  }
  void touch(ir::node_id n, std::int16_t access, bool write) {
    const ir::access& a = p_.accesses[access];
    event e{instances_, n, a.buffer, write, write ? p_.nodes[n].how : ir::update::assign, {}, index_};
    for (int r = 0; r < a.index.size(); ++r)
      if (!p_.buffers[a.buffer].dimensions[r].reused)
        e.element[static_cast<std::size_t>(r)] = static_cast<std::int16_t>(value(a.index[r]));
    if (events_.size() < most_)
      events_.push_back(e);
    else
      complete_ = false;
  }
  index_t value(const ir::affine& a) const {
    index_t v = a.constant;
    for (const ir::term& t : a.terms) v += t.coefficient * index_[t.scope];
    return v;
  }

  const ir::program& p_;
  std::vector<index_t> sizes_;
  std::size_t most_;
  std::vector<event> events_;      // by element, then in the order of execution
  std::vector<std::size_t> ends_;  // of the events of each element
  ir::node_id end_[ir::program::max_nodes]{};
  std::array<std::int8_t, ir::program::max_nodes> index_{};
  std::array<index_t, ir::program::max_nodes> count_{};
  int instances_ = 0;
  bool beyond_ = false, complete_ = true;
};

}  // namespace support
