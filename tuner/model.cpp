// SPDX-License-Identifier: Apache-2.0
#include "model.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <perfdojo/ir/walk.hpp>

namespace perfdojo::tuner {
namespace {

using ir::node_id;

// Cycles per element or vector, rough: what vector_math.hpp needs in operations, and throughput of divisions.
double cost_of(ir::function f) {
  switch (f) {
    case ir::function::constant:
    case ir::function::load:
    case ir::function::index:
      return 0;
    case ir::function::exp:
      return 12;
    case ir::function::log:
      return 14;
    case ir::function::tanh:
      return 20;
    case ir::function::erf:
      return 22;
    case ir::function::divide:
    case ir::function::sqrt:
    case ir::function::rsqrt:
      return 8;
    default:
      return 1;
  }
}

class guess {
public:
  guess(const ir::program& p, const std::vector<index_t>& sizes, const target::facts& f)
      : p_(p), sizes_(sizes), facts_(f) {
    trips_.assign(static_cast<std::size_t>(p.nodes.size()), 1);
    positions_ = trips_;
    // Parents precede children in a canonical program.
    for (int n = 0; n < p.nodes.size(); ++n)
      if (p.nodes[n].is_scope) count_trips(static_cast<node_id>(n));
  }

  double cycles() {
    double sum = 0;
    for (node_id n = p_.first; n != ir::none; n = p_.nodes[n].next) sum += visit(n, 1);
    return sum + memory();
  }

private:
  double& trips(node_id n) { return trips_[static_cast<std::size_t>(n)]; }
  bool is_straight(node_id n) const {
    const ir::scope_kind kind = p_.nodes[n].kind;
    return kind == ir::scope_kind::unrolled || ir::holds_operations_only(kind);
  }

  // Average iterations, and the positions that code is made for.
  void count_trips(node_id n) {
    const ir::node& x = p_.nodes[n];
    const ir::extent& e = x.trips;
    double t = static_cast<double>(e.cap);
    if (e.count_of != ir::none) t = (std::min)(t, trips(e.count_of));
    if (e.has_bound()) {
      double rest = size_of(e.symbol) / static_cast<double>(e.step);
      for (const ir::term& outer : e.origin.terms) rest /= (std::max)(trips(outer.scope), 1.);
      t = (std::min)(t, (std::max)(rest, static_cast<double>(e.lower)));
      // A scope of its own kind of granularity: whole iterations, unless it shares the size with outer ones.
      if (e.origin.is_constant()) t = std::ceil(t);
    }
    trips(n) = t;
    positions_[static_cast<std::size_t>(n)] = is_straight(n) ? static_cast<double>(e.cap) : t;
  }
  double size_of(int symbol) const {
    const ir::symbol& s = p_.symbols[symbol];
    return static_cast<double>(s.value >= 0 ? s.value : sizes_.at(static_cast<std::size_t>(symbol)));
  }

  // Cycles of a node that runs `times`, without memory.
  double visit(node_id n, double times) {
    const ir::node& x = p_.nodes[n];
    if (!x.is_scope) return times * block_cost(n);
    if (x.kind == ir::scope_kind::cases) return below(n, times) + 5 * times;
    if (is_straight(n)) return below(n, times * positions_[static_cast<std::size_t>(n)]);
    // Counter, compare, branch, addresses; a bound below is a test of its own.
    return below(n, times * trips(n)) + times * (2 + 1.5 * trips(n));
  }
  double below(node_id n, double times) {
    double sum = 0;
    for (node_id c = p_.nodes[n].first_child; c != ir::none; c = p_.nodes[c].next) sum += visit(c, times);
    return sum;
  }

  // Cycles per position of one operation in its straight block: what is shared by positions counts once.
  double block_cost(node_id n) {
    const ir::node& x = p_.nodes[n];
    double positions = 1, lanes = 1, guard = 1;
    node_id vector = ir::none;
    node_id s = x.parent;
    for (; s != ir::none && is_straight(s); s = p_.nodes[s].parent) {
      positions *= static_cast<double>(p_.nodes[s].trips.cap);
      if (p_.nodes[s].kind == ir::scope_kind::vector) {
        vector = s;
        const double native =
            facts_.vector_bytes / ir::size_bytes(p_.buffers[p_.accesses[x.destination].buffer].type);
        lanes = (std::min)(native, static_cast<double>(p_.nodes[s].trips.cap));
      }
      if (p_.nodes[s].trips.has_bound()) guard = 1.1;
    }
    const double instances = positions / lanes;
    double arithmetic = ir::reads_destination(x.how) ? instances : 0, loads = 0, stores = 0;
    for_each_function(x.value, [&](const ir::expression& e) {
      if (e.what == ir::function::load)
        loads += distinct(p_.accesses[e.access], n, vector, lanes);
      else
        arithmetic += instances * cost_of(e.what);
    });
    const ir::access& d = p_.accesses[x.destination];
    const bool in_registers = p_.buffers[d.buffer].where == ir::place::registers;
    const double stored = distinct(d, n, vector, lanes);
    if (!in_registers) {
      stores += stored;
      if (ir::reads_destination(x.how)) loads += stored;
    } else if (stored > facts_.vector_registers - 2) {
      stores += stored, loads += stored;  // spilled
    }
    double busiest = (std::max)({arithmetic / facts_.fma_ports, loads / 2, stores});
    // A chain through the destination waits for itself: in registers for the operation, else through memory as well.
    if (ir::reads_destination(x.how))
      busiest = (std::max)(busiest, (in_registers ? 1. : 2.5) * facts_.fma_latency * instances / stored);
    return busiest * guard / positions;
  }

  template <class F>
  void for_each_function(ir::expression_id e, F&& f) const {
    if (e < 0) return;
    const ir::expression& x = p_.expressions[e];
    f(x);
    for (int i = 0; i < ir::operand_count(x.what); ++i) for_each_function(x.operands[i], f);
  }

  // Loads or stores of an access in one straight block.
  double distinct(const ir::access& a, node_id n, node_id vector, double lanes) const {
    if (a.buffer < 0 || p_.buffers[a.buffer].where == ir::place::registers)
      return a.buffer < 0 ? 0 : elements(a, n, vector, lanes);
    return elements(a, n, vector, lanes);
  }
  double elements(const ir::access& a, node_id n, node_id vector, double lanes) const {
    double count = 1;
    for (node_id s = p_.nodes[n].parent; s != ir::none && is_straight(s); s = p_.nodes[s].parent) {
      index_t inner = 0, outer = 0;
      for (int r = 0; r < a.index.size(); ++r)
        (r + 1 == a.index.size() ? inner : outer) += magnitude(a.index[r].coefficient(s));
      if (inner == 0 && outer == 0) continue;
      const double cap = static_cast<double>(p_.nodes[s].trips.cap);
      // Lanes that are not neighbours are fetched one by one.
      count *= s == vector && inner == 1 && outer == 0 ? cap / lanes : cap;
    }
    return count;
  }

  // Bytes that an access touches while scope `top` runs once (or the whole program).
  double footprint(const ir::access& a, node_id n, node_id top) {
    const ir::buffer& b = p_.buffers[a.buffer];
    double bytes = ir::size_bytes(b.type);
    for (int r = 0; r < a.index.size(); ++r) {
      double span = 1;
      for (node_id s = p_.nodes[n].parent; s != top && s != ir::none; s = p_.nodes[s].parent)
        span += static_cast<double>(magnitude(a.index[r].coefficient(s))) * (trips(s) - 1);
      if (r + 1 == a.index.size()) span = (std::max)(span, 64. / ir::size_bytes(b.type));  // whole lines
      bytes *= (std::max)(span, 1.);
    }
    return bytes;
  }

  struct use {
    node_id operation;
    const ir::access* what;
  };
  std::vector<use> uses_below(node_id top) const {
    std::vector<use> all;
    std::set<std::pair<int, std::int16_t>> seen;
    for (int n = 0; n < p_.nodes.size(); ++n) {
      const auto id = static_cast<node_id>(n);
      const ir::node& x = p_.nodes[n];
      if (x.is_scope || !ir::is_within(p_, id, top)) continue;
      const auto add = [&](std::int16_t access) {
        const ir::access& a = p_.accesses[access];
        if (a.buffer >= 0 && p_.buffers[a.buffer].where != ir::place::registers &&
            seen.insert({n, access}).second)
          all.push_back({id, &a});
      };
      add(x.destination);
      for_each_function(x.value, [&](const ir::expression& e) {
        if (e.what == ir::function::load) add(e.access);
      });
    }
    return all;
  }
  // Of each buffer the largest of its accesses: they mostly overlap.
  double body_bytes(node_id top) {
    std::vector<double> largest(static_cast<std::size_t>(p_.buffers.size()), 0);
    for (const use& u : uses_below(top)) {
      double& b = largest[static_cast<std::size_t>(u.what->buffer)];
      b = (std::max)(b, footprint(*u.what, u.operation, top));
    }
    double sum = 0;
    for (const double b : largest) sum += b;
    return sum;
  }

  // Cycles for what does not stay in a cache: each access is fetched once per run of the outermost body that fits.
  double memory() {
    struct level {
      double bytes, per_byte;
    };
    // Cycles per byte from the next level: performance.md, section 1, at about 3.5 GHz.
    const level levels[] = {
        {static_cast<double>(facts_.l1_bytes), 1. / 45},
        {static_cast<double>(facts_.l2_bytes), 1. / 20},
        {8. * static_cast<double>((std::max)(facts_.l3_bytes_per_core, std::int64_t{1} << 20)), 1. / 12}};
    std::vector<double> bodies(static_cast<std::size_t>(p_.nodes.size()), 0);
    for (int n = 0; n < p_.nodes.size(); ++n)
      if (p_.nodes[n].is_scope) bodies[static_cast<std::size_t>(n)] = body_bytes(static_cast<node_id>(n));
    const double everything = body_bytes(ir::none);
    double sum = 0;
    for (const use& u : uses_below(ir::none))
      for (const level& l : levels) {
        // From the operation outwards: the outermost scope whose body fits.
        node_id fits = u.operation;
        bool all_fit = everything <= l.bytes;
        for (node_id s = p_.nodes[u.operation].parent;
             s != ir::none && bodies[static_cast<std::size_t>(s)] <= l.bytes; s = p_.nodes[s].parent)
          fits = s;
        if (all_fit) continue;  // Stays there between calls.
        double runs = 1;
        for (node_id s = p_.nodes[fits].parent; s != ir::none; s = p_.nodes[s].parent)
          if (depends(*u.what, s, fits)) runs *= (std::max)(trips(s), 1.);
        const double bytes = fits == u.operation ? ir::size_bytes(p_.buffers[u.what->buffer].type)
                                                 : footprint(*u.what, u.operation, fits);
        sum += runs * bytes * l.per_byte;
      }
    return sum;
  }
  // Does another iteration of s bring other data? If not, but another loop between s and `fits` does, they come again.
  bool depends(const ir::access& a, node_id s, node_id fits) const {
    for (node_id x = s; x != ir::none; x = x == fits ? ir::none : ir::child_towards(p_, fits, x)) {
      for (int r = 0; r < a.index.size(); ++r)
        if (x != fits && a.index[r].coefficient(x) != 0) return true;
    }
    return false;
  }

  const ir::program& p_;
  const std::vector<index_t>& sizes_;
  const target::facts& facts_;
  std::vector<double> trips_, positions_;
};

}  // namespace

double guess_cycles(const ir::program& p, const std::vector<index_t>& sizes, const target::facts& facts) {
  return guess(p, sizes, facts).cycles();
}

}  // namespace perfdojo::tuner
