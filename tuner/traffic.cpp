// SPDX-License-Identifier: Apache-2.0
#include "traffic.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <perfdojo/ir/walk.hpp>

namespace perfdojo::tuner {
namespace {

using ir::node_id;

class traffic {
public:
  traffic(const ir::program& p, const iteration_counts& counts, const target::facts& f)
      : p_(p), counts_(counts), facts_(f) {}

  double cycles() const {
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
          if (depends(*u.what, s, fits)) runs *= (std::max)(counts_.trips(s), 1.);
        const double bytes = fits == u.operation ? ir::size_bytes(p_.buffers[u.what->buffer].type)
                                                 : footprint(*u.what, u.operation, fits);
        sum += runs * bytes * l.per_byte;
      }
    return sum;
  }

private:
  // Bytes that an access touches while scope `top` runs once (or the whole program).
  double footprint(const ir::access& a, node_id n, node_id top) const {
    const ir::buffer& b = p_.buffers[a.buffer];
    double bytes = ir::size_bytes(b.type);
    for (int r = 0; r < a.index.size(); ++r) {
      double span = 1;
      for (node_id s = p_.nodes[n].parent; s != top && s != ir::none; s = p_.nodes[s].parent)
        span += static_cast<double>(magnitude(a.index[r].coefficient(s))) * (counts_.trips(s) - 1);
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
      ir::for_each_leaf(p_, x.value, add);
    }
    return all;
  }
  // Of each buffer the largest of its accesses: they mostly overlap.
  double body_bytes(node_id top) const {
    std::vector<double> largest(static_cast<std::size_t>(p_.buffers.size()), 0);
    for (const use& u : uses_below(top)) {
      double& b = largest[static_cast<std::size_t>(u.what->buffer)];
      b = (std::max)(b, footprint(*u.what, u.operation, top));
    }
    double sum = 0;
    for (const double b : largest) sum += b;
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
  const iteration_counts& counts_;
  const target::facts& facts_;
};

}  // namespace

double traffic_cycles(const ir::program& p, const iteration_counts& counts, const target::facts& facts) {
  return traffic(p, counts, facts).cycles();
}

}  // namespace perfdojo::tuner
