// SPDX-License-Identifier: Apache-2.0
// pack: the part of a buffer that one iteration reads is copied to a private buffer first.
#pragma once

#include <perfdojo/analysis/footprint.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Copies what one iteration of `scope` reads of `source` to a new dense buffer `target`, and reads that instead. The copy is typed
/// and computed: where the loads stand in one expression whose other leaves are scalar arguments or constants (alpha*A[i,k], a
/// conversion), its value is stored.
///
///     before                                  after pack<"A", "i0", "P">
///     i0 M/4                                  i0 M/4
///     | k K                                   | P.0 4 bound M - 4*i0
///     | | i1 4 bound M - 4*i0                 | | P.1 K
///     | | | y[4*i0+i1] += A[4*i0+i1,k]*x[k]   | | | P[P.0,P.1] = A[4*i0+P.0,P.1]
///                                             | k K
///                                             | | i1 4 bound M - 4*i0
///                                             | | | y[4*i0+i1] += P[i1,k]*x[k]
///
/// Dimensions of the new buffer: those of the source, each as long as the part that is read, dense, home `scope`. Its layout is
/// changed by permute_dimensions and split_dimension, its padding by split<"P.0", n, tail::pad>; the scopes of the copy are P.0, P.1, ...
/// Legal when:   nothing in the scope writes the source, all its loads there have one index and stand in equal expressions,
///               and the part is a box that only the source's own sizes cut.
/// Rejects with: no_such_scope, no_such_buffer, name_is_taken, buffer_is_not_accessed, buffer_is_written, accesses_differ,
///               footprint_is_not_bounded, capacity_exceeded.
/// Order:        no reduction changes.
/// Good for:     contiguous, aligned loads in inner loops, conversion once. Costs: a pass over the data, cache.
struct pack_move {
  perfdojo::name source;
  perfdojo::name scope;
  perfdojo::name target;

  static constexpr std::string_view name = "pack";
  static constexpr std::array parameters{domain::buffer, domain::scope, domain::new_name};
  static constexpr std::tuple fields{&pack_move::source, &pack_move::scope, &pack_move::target};
  static constexpr bool reassociates = false;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    const int b = p.find_buffer(source);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    if (b < 0) return reject_buffer(reason::no_such_buffer, source, scope);
    if (p.find_buffer(new_name()) >= 0) return reject_buffer(reason::name_is_taken, new_name(), new_name());
    if (p.buffers[b].rank() == 0) return reject_buffer(reason::buffer_is_not_accessed, source, scope);
    if (p.buffers.full() || p.nodes.size() + p.buffers[b].rank() + 1 > ir::program::max_nodes)
      return reject_buffer(reason::capacity_exceeded, source, scope, 0, ir::program::max_nodes);
    const use u = find_use(p, s, b);
    if (u.written) return reject_buffer(reason::buffer_is_written, source, scope);
    if (u.value < 0) return reject_buffer(reason::buffer_is_not_accessed, source, scope);
    if (u.differ) return reject_buffer(reason::accesses_differ, source, scope);
    const analysis::footprint f = analysis::footprint_of(p, p.accesses[u.access], u.operation, s);
    for (int r = 0; r < f.dimensions.size(); ++r) {
      const ir::dimension& d = p.buffers[b].dimensions[r];
      if (!f.dimensions[r].bounded || (f.dimensions[r].symbol >= 0 && f.dimensions[r].symbol != d.symbol))
        return reject_buffer(reason::footprint_is_not_bounded, source, scope, r);
    }
    return accept();
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(scope);
    const int b = p.find_buffer(source);
    const use u = find_use(p, s, b);
    const analysis::footprint f = analysis::footprint_of(p, p.accesses[u.access], u.operation, s);
    ir::buffer packed;
    packed.label = new_name();
    packed.type = p.expressions[u.value].type;
    packed.where = ir::place::heap;
    packed.home = s;
    for (const analysis::footprint_dimension& d : f.dimensions)
      packed.dimensions.push(analysis::dimension_for(d));
    const auto t = static_cast<std::int16_t>(p.buffers.push(packed));

    const ir::expression_id value = ir::copy_expression(p, u.value);
    redirect(p, s, b, t, f);
    ir::access from, to;
    to.buffer = t;
    ir::node_id parent = ir::none, nest = ir::none;
    for (int r = 0; r < f.dimensions.size(); ++r) {
      const analysis::footprint_dimension& d = f.dimensions[r];
      ir::node x;
      x.is_scope = true;
      x.label = ir::fresh_name(p, ir::suffixed(ir::suffixed(packed.label, '.'), static_cast<char>('0' + r)));
      x.trips = analysis::extent_for(d);
      const auto n = static_cast<ir::node_id>(p.nodes.push(x));
      if (r == 0) {
        nest = n;
      } else {
        ir::attach(p, n, parent);
      }
      parent = n;
      to.index.push(ir::index_of(n));
      from.index.push(d.outer + ir::index_of(n));
    }
    from.buffer = static_cast<std::int16_t>(b);
    ir::for_each_leaf(p, value, [&](std::int16_t a) {
      if (p.accesses[a].buffer == b) p.accesses[a] = from;
    });
    ir::node copy;
    copy.destination = static_cast<std::int16_t>(p.accesses.push(to));
    copy.value = value;
    ir::attach(p, static_cast<ir::node_id>(p.nodes.push(copy)), parent);
    ir::attach(p, nest, s, p.nodes[s].first_child);
    return ir::canonical(p);
  }

private:
  struct use {
    ir::expression_id value = -1;  // the expression that is stored
    std::int16_t access = -1;
    ir::node_id operation = ir::none;
    bool written = false, differ = false;
  };

  constexpr perfdojo::name new_name() const { return target.empty() ? ir::suffixed(source, 'p') : target; }

  static constexpr bool is_written(const ir::program& p, int b) {
    for (const ir::node& x : p.nodes)
      if (!x.is_scope && x.how != ir::update::prefetch && p.accesses[x.destination].buffer == b) return true;
    return false;
  }

  // Only constants and scalar arguments besides loads of buffer b, of which there is one?
  static constexpr bool packs(const ir::program& p, ir::expression_id e, int b) {
    int loads = 0;
    bool others = true;
    ir::for_each_leaf(p, e, [&](std::int16_t a) {
      const ir::access& x = p.accesses[a];
      if (x.buffer == b) {
        ++loads;
      } else if (x.buffer < 0 || !x.index.empty() || p.buffers[x.buffer].is_private() ||
                 is_written(p, x.buffer)) {
        others = false;
      }
    });
    return loads == 1 && others && p.expressions[e].type != ir::element::boolean;
  }

  // Calls f(expression) for the largest expressions below e that are to be stored.
  template <class F>
  static constexpr void for_each_packed(const ir::program& p, ir::expression_id e, int b, F&& f) {
    if (e < 0) return;
    if (packs(p, e, b)) {
      f(e);
      return;
    }
    const ir::expression& x = p.expressions[e];
    for (int i = 0; i < ir::operand_count(x.what); ++i) for_each_packed(p, x.operands[i], b, f);
  }

  static constexpr bool equal_expressions(const ir::program& p, ir::expression_id a, ir::expression_id b) {
    const ir::expression &x = p.expressions[a], &y = p.expressions[b];
    if (x.what != y.what || x.type != y.type || !(x.number == y.number)) return false;
    if ((x.access >= 0) != (y.access >= 0)) return false;
    if (x.access >= 0 && p.accesses[x.access].buffer != p.accesses[y.access].buffer) return false;
    for (int i = 0; i < ir::operand_count(x.what); ++i)
      if (!equal_expressions(p, x.operands[i], y.operands[i])) return false;
    return true;
  }

  constexpr use find_use(const ir::program& p, ir::node_id s, int b) const {
    use u;
    ir::for_each_in(p, s, [&](ir::node_id n) {
      const ir::node& x = p.nodes[n];
      if (x.is_scope) return;
      if (p.accesses[x.destination].buffer == b && x.how != ir::update::prefetch) u.written = true;
      for_each_packed(p, x.value, b, [&](ir::expression_id e) {
        std::int16_t access = -1;
        ir::for_each_leaf(p, e, [&](std::int16_t a) {
          if (p.accesses[a].buffer == b) access = a;
        });
        if (u.value < 0) {
          u.value = e;
          u.access = access;
          u.operation = n;
        } else {
          const auto f = analysis::footprint_of(p, p.accesses[u.access], u.operation, s);
          const auto g = analysis::footprint_of(p, p.accesses[access], n, s);
          if (!equal_expressions(p, u.value, e)) u.differ = true;
          for (int r = 0; r < f.dimensions.size(); ++r)
            if (f.dimensions[r].outer != g.dimensions[r].outer ||
                f.dimensions[r].cap != g.dimensions[r].cap ||
                f.dimensions[r].symbol != g.dimensions[r].symbol || !g.dimensions[r].bounded)
              u.differ = true;
        }
      });
    });
    return u;
  }

  // All stored expressions become loads of buffer t.
  constexpr void redirect(ir::program& p, ir::node_id s, int b, std::int16_t t,
                          const analysis::footprint& f) const {
    ir::for_each_in(p, s, [&](ir::node_id n) {
      for_each_packed(p, p.nodes[n].value, b, [&](ir::expression_id e) {
        std::int16_t access = -1;
        ir::for_each_leaf(p, e, [&](std::int16_t a) {
          if (p.accesses[a].buffer == b) access = a;
        });
        ir::access& x = p.accesses[access];
        x.buffer = t;
        for (int r = 0; r < x.index.size(); ++r) x.index[r].add(f.dimensions[r].outer, -1);
        ir::expression& load = p.expressions[e];
        load.what = ir::function::load;
        load.access = access;
      });
    });
  }
};
static_assert(transformation<pack_move>);

template <fixed_string Source, fixed_string Scope, fixed_string Target = "">
struct pack {
  static constexpr pack_move move{Source, Scope, Target};
};

}  // namespace perfdojo
