// SPDX-License-Identifier: Apache-2.0
#include "model.hpp"

#include <algorithm>

#include <perfdojo/ir/walk.hpp>

#include "iteration_counts.hpp"
#include "traffic.hpp"

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

// Cycles of all straight blocks and of the loops around them, without memory.
class block_model {
public:
  block_model(const ir::program& p, const iteration_counts& counts, const target::facts& f)
      : p_(p), counts_(counts), facts_(f) {}

  double cycles() const {
    double sum = 0;
    for (node_id n = p_.first; n != ir::none; n = p_.nodes[n].next) sum += visit(n, 1);
    return sum;
  }

private:
  // Cycles of a node that runs `times`, without memory.
  double visit(node_id n, double times) const {
    const ir::node& x = p_.nodes[n];
    if (!x.is_scope) return times * block_cost(n);
    if (x.kind == ir::scope_kind::cases) return below(n, times) + 5 * times;
    if (is_straight(p_, n)) return below(n, times * counts_.positions(n));
    // Counter, compare, branch, addresses; a bound below is a test of its own.
    return below(n, times * counts_.trips(n)) + times * (2 + 1.5 * counts_.trips(n));
  }
  double below(node_id n, double times) const {
    double sum = 0;
    for (node_id c = p_.nodes[n].first_child; c != ir::none; c = p_.nodes[c].next) sum += visit(c, times);
    return sum;
  }

  // Cycles per position of one operation in its straight block: what is shared by positions counts once.
  double block_cost(node_id n) const {
    const ir::node& x = p_.nodes[n];
    double positions = 1, lanes = 1, guard = 1;
    node_id vector = ir::none;
    node_id s = x.parent;
    for (; s != ir::none && is_straight(p_, s); s = p_.nodes[s].parent) {
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
    for (node_id s = p_.nodes[n].parent; s != ir::none && is_straight(p_, s); s = p_.nodes[s].parent) {
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

  const ir::program& p_;
  const iteration_counts& counts_;
  const target::facts& facts_;
};

}  // namespace

double guess_cycles(const ir::program& p, const std::vector<index_t>& sizes, const target::facts& facts) {
  const iteration_counts counts(p, sizes);
  return block_model(p, counts, facts).cycles() + traffic_cycles(p, counts, facts);
}

}  // namespace perfdojo::tuner
