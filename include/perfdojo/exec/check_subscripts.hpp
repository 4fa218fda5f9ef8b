// SPDX-License-Identifier: Apache-2.0
// check_subscripts: does image(2*i + r) stay inside of image? Subscripts of one index do by the extents that check_arguments and bind
// compare; of the others, this asks those that the sizes of the call decide.
#pragma once

#include <perfdojo/analysis/interval.hpp>
#include <perfdojo/core/config.hpp>
#include <perfdojo/exec/argument.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// constant + sum over sizes s of coefficients[s] * size(s).
struct linear_in_sizes {
  index_t constant = 0;
  index_t coefficients[ir::program::max_symbols]{};

  /// Adds factor * (extent - 1), the contribution of the last index of a scope of that extent.
  constexpr void add_last(index_t cap, int symbol, index_t factor) {
    constant += factor * (symbol < 0 ? cap - 1 : -1);
    if (symbol >= 0) coefficients[symbol] += factor;
  }
  /// Infinite where it passes 2^56.
  constexpr index_t at(const index_t* sizes) const {
    index_t value = constant;
    for (int s = 0; s < ir::program::max_symbols; ++s)
      if (coefficients[s] != 0)
        value = analysis::saturating_sum(value, analysis::saturating_product(coefficients[s], sizes[s]));
    return value;
  }
  /// Is it <= 0 for all sizes from 0 on, and from 1 on for those in `at_least_one`, as bits?
  constexpr bool never_positive(std::uint32_t at_least_one) const {
    index_t most = constant;
    for (int s = 0; s < ir::program::max_symbols; ++s) {
      if (coefficients[s] > 0) return false;
      if ((at_least_one >> s & 1) != 0) most += coefficients[s];
    }
    return most <= 0;
  }
  friend constexpr bool operator==(const linear_in_sizes&, const linear_in_sizes&) = default;
};

/// One subscript that may leave its dimension.
struct subscript_limits {
  std::int16_t buffer = 0;
  std::int8_t dimension = 0;
  linear_in_sizes low, high;       // its lowest and its highest value
  index_t cap = 1;                 // the extent of the dimension: a constant,
  int symbol = -1;                 // or a size
  std::uint32_t sizes_around = 0;  // bits of the sizes that must not be 0 for the access to take place
  friend constexpr bool operator==(const subscript_limits&, const subscript_limits&) = default;
};

/// Finds those of a program.
class subscript_search {
public:
  constexpr explicit subscript_search(const ir::program& p) : p_(p) {
    for (int n = 0; n < p.nodes.size(); ++n) {
      if (p.nodes[n].is_scope || p.nodes[n].how == ir::update::prefetch) continue;
      around_ = 0;
      if (!collect_sizes(p.nodes[n].parent)) continue;
      visit(p.accesses[p.nodes[n].destination]);
      visit_loads(p.nodes[n].value);
    }
  }
  fixed_vector<subscript_limits, ir::program::max_accesses> found;

private:
  const ir::program& p_;
  std::uint32_t around_ = 0;

  // Only scopes as the mathematics has them, a whole size or a constant, are understood.
  constexpr bool is_simple(ir::node_id s) const {
    const ir::node& n = p_.nodes[s];
    const ir::extent& e = n.trips;
    return n.when.scope == ir::none && n.kind != ir::scope_kind::cases && n.outside == ir::beyond::skip &&
           (e.is_constant() ? e.cap >= 1 : e == ir::symbol_extent(e.symbol));
  }
  constexpr bool collect_sizes(ir::node_id s) {
    for (; s != ir::none; s = p_.nodes[s].parent) {
      if (!is_simple(s)) return false;
      if (p_.nodes[s].trips.has_bound()) around_ |= 1u << p_.nodes[s].trips.symbol;
    }
    return true;
  }

  // What stands in a branch of a select may be guarded by its condition.
  constexpr void visit_loads(ir::expression_id e) {
    const ir::expression& x = p_.expressions[e];
    if (x.what == ir::function::load) visit(p_.accesses[x.access]);
    const int operands = x.what == ir::function::select ? 1 : ir::operand_count(x.what);
    for (int o = 0; o < operands; ++o) visit_loads(x.operands[o]);
  }

  constexpr void visit(const ir::access& a) {
    if (a.buffer < 0) return;
    for (int r = 0; r < a.index.size(); ++r) {
      const ir::dimension& d = p_.buffers[a.buffer].dimensions[r];
      if (d.unit != 1 || d.step != 1 || (d.symbol >= 0 && d.cap != ir::unbounded)) continue;
      subscript_limits limits{a.buffer, static_cast<std::int8_t>(r), {}, {}, d.cap, d.symbol, around_};
      limits.low.constant = limits.high.constant = a.index[r].constant;
      for (const ir::term& t : a.index[r].terms) {
        const ir::extent& e = p_.nodes[t.scope].trips;
        (t.coefficient < 0 ? limits.low : limits.high).add_last(e.cap, e.symbol, t.coefficient);
      }
      linear_in_sizes below, above = limits.high;  // positive where the subscript is outside
      below.constant = -limits.low.constant;
      for (int s = 0; s < ir::program::max_symbols; ++s) below.coefficients[s] = -limits.low.coefficients[s];
      above.add_last(d.cap, d.symbol, -1);
      if (!below.never_positive(around_) || !above.never_positive(around_)) add(limits);
    }
  }
  constexpr void add(const subscript_limits& limits) {
    for (const subscript_limits& x : found)
      if (x == limits) return;
    found.push(limits);
  }
};

template <int Count>
struct subscript_list {
  static constexpr int count = Count;
  subscript_limits of[larger(Count, 1)];
};
template <class P>
constexpr auto make_subscript_list() {
  constexpr int count = subscript_search(P::value).found.size();
  subscript_list<count> list;
  if constexpr (count > 0) {
    const subscript_search search(P::value);
    for (int i = 0; i < count; ++i) list.of[i] = search.found[i];
  }
  return list;
}
/// The subscripts of P that a call has to check: none for most kernels.
template <class P>
inline constexpr auto subscripts_of = make_subscript_list<P>();

/// Checks them for the sizes of a call, by symbol. The verdict names the buffer by its position in the program.
[[gnu::cold, gnu::noinline]] inline argument_verdict check_subscripts(const subscript_limits* subscripts,
                                                                      int count, const index_t* sizes) {
  for (int i = 0; i < count; ++i) {
    const subscript_limits& x = subscripts[i];
    bool runs = true;
    for (int s = 0; s < ir::program::max_symbols; ++s)
      if ((x.sizes_around >> s & 1) != 0 && sizes[s] == 0) runs = false;
    const index_t low = x.low.at(sizes), high = x.high.at(sizes);
    const index_t extent = x.symbol < 0 ? x.cap : sizes[x.symbol];
    if (!runs || (low >= 0 && high < extent)) continue;
    return {argument_fault::subscript_outside,
            static_cast<std::int8_t>(x.buffer),
            0,
            x.dimension,
            low < 0 ? low : high,
            extent};
  }
  return {};
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
