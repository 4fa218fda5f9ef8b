// SPDX-License-Identifier: Apache-2.0
// pack: the part of a buffer that one iteration reads is copied to a private buffer first.
#pragma once

#include <perfdojo/analysis/promises.hpp>
#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/copy_nest.hpp>
#include <perfdojo/schedule/packed_value.hpp>
#include <perfdojo/schedule/transformation.hpp>
#include <perfdojo/schedule/new_name.hpp>

namespace perfdojo {

/// Copies what one iteration of `scope` reads of `source` to a new dense buffer `target`, and reads that instead. The copy is typed
/// and computed: where all loads stand in equal expressions whose other leaves are scalar arguments or constants (alpha*A[i,k],
/// a conversion), the value of the expression is stored; but a conversion that only widens an i8, u8 or bf16 stays with the reader.
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
/// Legal when:   nothing in the scope writes the source, its loads there differ by constants, the box around them is cut by sizes
///               only, and the source has all elements of the box whenever the scope runs. Where the box has elements that are not
///               read, no parallel, unrolled or vector scope around writes the source.
/// Rejects with: no_such_scope, no_such_buffer, name_is_not_a_word, name_is_taken, scope_is_not_sequential (a vector), buffer_is_not_accessed,
///               live_range_exceeds_iteration, buffer_is_written, accesses_differ, footprint_is_not_bounded, element_may_not_exist,
///               dependence_is_carried, capacity_exceeded.
/// Order:        no reduction changes.
/// Good for:     contiguous, aligned loads in inner loops, conversion once. Costs: a pass over the data, cache.
/// Elsewhere:    cache_read (TVM), stage_mem (Exo), in() with compute_at (Halide).
struct pack_move {
  perfdojo::name source;
  perfdojo::name scope;
  perfdojo::name target;

  static constexpr std::string_view name = "pack";
  static constexpr std::array parameters{domain::buffer, domain::scope, domain::new_name};
  static constexpr field_list<&pack_move::source, &pack_move::scope, &pack_move::target> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(scope);
    const int b = p.find_buffer(source);
    if (s == ir::none) return reject(reason::no_such_scope, scope);
    if (b < 0) return reject_buffer(reason::no_such_buffer, source, scope);
    if (const verdict v = detail::check_new_name(p, new_name()); !v.ok()) return v;
    if (ir::holds_operations_only(p.nodes[s].kind)) return reject(reason::scope_is_not_sequential, scope);
    if (p.buffers[b].rank() == 0) return reject_buffer(reason::buffer_is_not_accessed, source, scope);
    if (ir::lives_in(p, p.buffers[b], s))
      return reject_buffer(reason::live_range_exceeds_iteration, source, scope);
    const use u = find_use(p, s, b);
    if (u.written) return reject_buffer(reason::buffer_is_written, source, scope);
    if (u.value < 0) return reject_buffer(reason::buffer_is_not_accessed, source, scope);
    if (u.differ) return reject_buffer(reason::accesses_differ, source, scope);
    if (!u.box.bounded()) return reject_buffer(reason::footprint_is_not_bounded, source, scope);
    if (!analysis::box_exists(p, u.box, p.buffers[b], s))
      return reject_buffer(reason::element_may_not_exist, source, scope);
    if (!(u.box.exact && u.box.certain))
      if (const verdict v = check_promises(p, s, b); !v.ok()) return v;
    return check_capacity(p, s, u);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(scope);
    const int b = p.find_buffer(source);
    const use u = find_use(p, s, b);
    ir::buffer packed;
    packed.label = new_name();
    packed.type = p.expressions[u.value].type;
    packed.where = ir::place::heap;
    packed.home = s;
    for (const analysis::footprint_dimension& d : u.box.dimensions)
      packed.dimensions.push({d.cap, d.symbol, 1, 1, false});
    const auto t = static_cast<std::int16_t>(p.buffers.push(packed));

    const ir::expression_id value = ir::copy_expression(p, u.value);
    const auto redirect = [&](ir::expression_id e, bool) {
      ir::expression load;
      load.what = ir::function::load;
      load.type = packed.type;
      load.access = detail::load_in(p, e, b);
      p.expressions[e] = load;
      ir::access& x = p.accesses[load.access];
      x.buffer = t;
      for (int r = 0; r < x.index.size(); ++r) x.index[r].add(u.box.dimensions[r].start, -1);
    };
    ir::for_each_in(p, s, [&](ir::node_id n) {
      if (!p.nodes[n].is_scope) detail::for_each_packed(p, p.nodes[n].value, b, u.computed, redirect);
    });
    const detail::copy_nest nest = detail::nest_over_box(p, u.box, packed.label, false);
    p.accesses[detail::load_in(p, value, b)] = detail::element_at(u.box, nest, b);
    ir::access to;
    to.buffer = t;
    to.index = nest.position;
    ir::attach(p, detail::close_nest(p, nest, to, value), s, p.nodes[s].first_child);
    return ir::canonical(p);
  }

private:
  struct use {
    ir::expression_id value = -1;  // the expression that is stored
    analysis::footprint box;
    bool computed = true;  // false: the loads alone are stored, since they stand in different expressions
    bool written = false, differ = false;
  };

  constexpr perfdojo::name new_name() const { return target.empty() ? ir::suffixed(source, 'p') : target; }

  static constexpr use find_use(const ir::program& p, ir::node_id s, int b) {
    use u;
    const auto look = [&] {
      u.value = -1;
      bool equal = true;
      ir::for_each_in(p, s, [&](ir::node_id n) {
        const ir::node& x = p.nodes[n];
        if (x.is_scope) return;
        if (p.accesses[x.destination].buffer == b && x.how != ir::update::prefetch) u.written = true;
        detail::for_each_packed(p, x.value, b, u.computed, [&](ir::expression_id e, bool in_branch) {
          analysis::footprint f = analysis::footprint_of(p, p.accesses[detail::load_in(p, e, b)], n, s);
          if (in_branch) f.certain = false;
          if (u.value < 0) {
            u.value = e;
            u.box = f;
            return;
          }
          equal = equal && detail::equal_expressions(p, u.value, e);
          if (!analysis::unite(u.box, f)) u.differ = true;
        });
      });
      return equal;
    };
    if (!look()) {
      u.computed = false;
      look();
    }
    return u;
  }

  static constexpr verdict check_capacity(const ir::program& p, ir::node_id s, const use& u) {
    const int rank = u.box.dimensions.size();
    for (const analysis::footprint_dimension& d : u.box.dimensions)
      if (d.start.terms.full())
        return reject(reason::capacity_exceeded, p.nodes[s].label, 0, ir::affine::max_terms);
    constexpr int deepest = decltype(ir::ancestor_list::scopes)::capacity;
    if (ir::depth(p, s) + 1 + rank > deepest)
      return reject(reason::capacity_exceeded, p.nodes[s].label, 0, deepest);
    int accesses = 1, expressions = 0;
    detail::count_expression(p, u.value, accesses, expressions);
    return detail::check_room(p, rank + 1, accesses, expressions, 1);
  }

  // The copy reads elements that the scope may not read: others may be writing them.
  constexpr verdict check_promises(const ir::program& p, ir::node_id s, int b) const {
    for (; s != ir::none; s = p.nodes[s].parent) {
      if (!analysis::makes_promise(p.nodes[s])) continue;
      for (const analysis::touch& t : analysis::touches_in(p, s))
        if (t.write && p.accesses[t.access].buffer == b)
          return reject_buffer(reason::dependence_is_carried, source, p.nodes[s].label);
    }
    return accept();
  }
};
static_assert(transformation<pack_move>);

template <fixed_string Source, fixed_string Scope, fixed_string Target = "">
struct pack {
  static constexpr pack_move move{Source, Scope, Target};
};

}  // namespace perfdojo
