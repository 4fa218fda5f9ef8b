// SPDX-License-Identifier: Apache-2.0
// cut_out: the smallest part of a program that a move touched, as two programs that must compute the same. The idea is that of FuzzyFlow's
// cut-outs (Schaad et al., SC'23): what the part reads and others write is an input, so that small arguments do for it.
#pragma once

#include <perfdojo/ir/edit.hpp>
#include <perfdojo/ir/print.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace support {

namespace ir = perfdojo::ir;

/// The part of two programs in which they differ.
struct cut_out_pair {
  ir::program before, after;
};

/// Finds the part. Scopes that both programs have around it stay, what runs beside it goes, unless the part cannot do without:
///   a private buffer that the part writes keeps all that access it, since only they know which elements are observed;
///   an argument that the part writes keeps all that write it, since a move may count on its first value;
///   a buffer that is read more or less often than before keeps all that write it, since its values may come from elsewhere now;
///   any other private buffer that the part only reads becomes an argument, unless its elements beyond a bound are zeros or its storage is folded.
class cutter {
public:
  cutter(const ir::program& before, const ir::program& after) : before_(before), after_(after) {
    descend(ir::none, ir::none);
    while (keep_more()) {
    }
  }

  cut_out_pair pair() const { return {part(before_, true), part(after_, false)}; }

private:
  // Equal nodes of both programs that are not in the part.
  struct twins {
    ir::node_id before, after;
  };
  using names = std::vector<perfdojo::name>;
  static bool has(const names& all, perfdojo::name n) {
    return std::find(all.begin(), all.end(), n) != all.end();
  }

  static std::string declaration(const ir::program& p, perfdojo::name n) {
    std::string out;
    const int b = p.find_buffer(n);
    if (b >= 0) ir::detail::printer<std::string>(p, out).print_buffer(p.buffers[b]);
    return out;
  }
  static std::string line(const ir::program& p, ir::node_id n) {
    std::string out;
    ir::print_node_to(out, p, n);
    return out;
  }
  // f(buffer, whether it is written, operation) for each access at and below n.
  template <class F>
  static void for_each_use(const ir::program& p, ir::node_id n, F&& f) {
    ir::for_each_in(p, n, [&](ir::node_id o) {
      if (p.nodes[o].is_scope) return;
      const auto use = [&](std::int16_t a, bool write) {
        if (p.accesses[a].buffer >= 0) f(p.buffers[p.accesses[a].buffer], write, o);
      };
      use(p.nodes[o].destination, p.nodes[o].how != ir::update::prefetch);
      ir::for_each_leaf(p, p.nodes[o].value, [&](std::int16_t a) { use(a, false); });
    });
  }

  bool equal(ir::node_id a, ir::node_id b) const {
    if (line(before_, a) != line(after_, b)) return false;
    if (!before_.nodes[a].is_scope) {
      bool right = true;
      for_each_use(before_, a, [&](const ir::buffer& x, bool, ir::node_id) {
        right = right && declaration(before_, x.label) == declaration(after_, x.label);
      });
      return right;
    }
    const auto x = children(before_, a), y = children(after_, b);
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [&](ir::node_id c, ir::node_id d) { return equal(c, d); });
  }
  static std::vector<ir::node_id> children(const ir::program& p, ir::node_id parent) {
    std::vector<ir::node_id> all;
    for (ir::node_id c = p.first_child(parent); c != ir::none; c = p.nodes[c].next) all.push_back(c);
    return all;
  }

  // Sets equal nodes at the front and at the back aside; goes on inside if one scope is left whose line is the same. What is only put in or
  // only taken out (a hint, say) needs its siblings: nothing else would be left of one of the programs.
  void descend(ir::node_id a, ir::node_id b) {
    const auto x = children(before_, a), y = children(after_, b);
    std::size_t front = 0, back = 0;
    const std::size_t most = (std::min)(x.size(), y.size());
    while (front < most && equal(x[front], y[front])) ++front;
    while (front + back < most && equal(x[x.size() - 1 - back], y[y.size() - 1 - back])) ++back;
    if (front + back == most) return;
    for (std::size_t i = 0; i < front; ++i) aside_.push_back({x[i], y[i]});
    for (std::size_t i = 1; i <= back; ++i) aside_.push_back({x[x.size() - i], y[y.size() - i]});
    if (x.size() - front - back != 1 || y.size() - front - back != 1) return;
    const ir::node_id c = x[front], d = y[front];
    if (before_.nodes[c].is_scope && after_.nodes[d].is_scope && line(before_, c) == line(after_, d))
      descend(c, d);
  }

  // All operations that are not set aside.
  template <class F>
  void for_each_kept_use(const ir::program& p, bool is_before, F&& f) const {
    for_each_use_below(p, ir::none, is_before, f);
  }
  template <class F>
  void for_each_use_below(const ir::program& p, ir::node_id parent, bool is_before, F& f) const {
    for (const ir::node_id c : children(p, parent)) {
      const bool gone = std::any_of(aside_.begin(), aside_.end(),
                                    [&](const twins& t) { return (is_before ? t.before : t.after) == c; });
      if (gone) continue;
      if (p.nodes[c].is_scope)
        for_each_use_below(p, c, is_before, f);
      else
        for_each_use(p, c, f);
    }
  }
  void list_uses(names& accessed, names& written) const {
    const auto add = [&](const ir::buffer& b, bool write, ir::node_id) {
      if (!has(accessed, b.label)) accessed.push_back(b.label);
      if (write && !has(written, b.label)) written.push_back(b.label);
    };
    for_each_kept_use(before_, true, add);
    for_each_kept_use(after_, false, add);
  }

  // The names once for each access.
  names uses_of(const ir::program& p, bool is_before) const {
    names all;
    for_each_kept_use(p, is_before, [&](const ir::buffer& b, bool, ir::node_id) { all.push_back(b.label); });
    return all;
  }

  bool keep_more() {
    names accessed, written;
    list_uses(accessed, written);
    const names old_uses = uses_of(before_, true), new_uses = uses_of(after_, false);
    const auto is_needed = [&](const twins& t) {
      bool needed = false;
      for_each_use(before_, t.before, [&](const ir::buffer& b, bool write, ir::node_id o) {
        if (has(written, b.label)) needed = needed || write || b.is_private();
        if (!write || !has(accessed, b.label)) return;
        needed = needed || std::count(old_uses.begin(), old_uses.end(), b.label) !=
                               std::count(new_uses.begin(), new_uses.end(), b.label);
        if (!b.is_private()) return;
        for (const ir::dimension& d : b.dimensions) needed = needed || d.reused;
        for (ir::node_id s = before_.nodes[o].parent; s != ir::none; s = before_.nodes[s].parent)
          needed = needed || before_.nodes[s].outside == ir::beyond::zero;
      });
      return needed;
    };
    const auto end = std::remove_if(aside_.begin(), aside_.end(), is_needed);
    const bool any = end != aside_.end();
    aside_.erase(end, aside_.end());
    return any;
  }

  ir::program part(ir::program p, bool is_before) const {
    names accessed, written;
    list_uses(accessed, written);
    for (const twins& t : aside_) ir::detach(p, is_before ? t.before : t.after);
    const auto becomes_argument = [&](perfdojo::name n) {
      const int b = before_.find_buffer(n);
      return b >= 0 && before_.buffers[b].is_private() && has(accessed, n) && !has(written, n);
    };
    // Arguments come first, in the same order in both programs.
    std::vector<int> order;
    for (int b = 0; b < p.buffers.size(); ++b)
      if (!p.buffers[b].is_private()) order.push_back(b);
    for (const ir::buffer& x : before_.buffers)
      if (becomes_argument(x.label) && p.find_buffer(x.label) >= 0) order.push_back(p.find_buffer(x.label));
    for (int b = 0; b < p.buffers.size(); ++b)
      if (std::find(order.begin(), order.end(), b) == order.end()) order.push_back(b);
    const auto old = p.buffers;
    for (int at = 0; at < old.size(); ++at) {
      ir::buffer& x = p.buffers[at] = old[order[static_cast<std::size_t>(at)]];
      if (becomes_argument(x.label)) x.where = ir::place::argument, x.home = ir::none;
      if (!has(accessed, x.label)) x.where = ir::place::heap;  // canonical() takes it out
    }
    for (ir::access& a : p.accesses)
      if (a.buffer >= 0)
        a.buffer = static_cast<std::int16_t>(std::find(order.begin(), order.end(), a.buffer) - order.begin());
    return ir::canonical(p);
  }

  ir::program before_, after_;
  std::vector<twins> aside_;
};

/// The smallest part of `before` that a move touched which made `after` of it, and what it became.
inline cut_out_pair cut_out(const ir::program& before, const ir::program& after) {
  return cutter(before, after).pair();
}

}  // namespace support
