// SPDX-License-Identifier: Apache-2.0
// reuse_dimension: storage along one dimension of a buffer is folded to one element.
#pragma once

#include <perfdojo/analysis/coverage.hpp>
#include <perfdojo/analysis/uses.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Folds dimension `dimension` (from 0) of a private buffer: its values live for one iteration of the scope that indexes it only.
///
///     before                      after reuse_dimension<"t", 0>
///     heap t f32 [30]             heap t f32 [30 reused] in i
///     i 30                        i 30
///     | t[i] = 2*x[i]             | t[i] = 2*x[i]
///     | y[i] = t[i] + 1           | y[i] = t[i] + 1
///
/// Legal when:   all accesses have the same index in the dimension, built from scopes around all of them, and each read finds, within
///               one iteration of the innermost of those, that a plain assignment wrote the element before. That scope is
///               no vector, and becomes the home of the buffer if it is further in.
/// Rejects with: no_such_buffer, buffer_is_an_argument, dimension_out_of_range (also a folded one), accesses_differ,
///               live_range_exceeds_iteration, buffer_lives_in_scope.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     temporaries that stay in cache or registers.
/// Elsewhere:    fold_storage (Halide), storage_fold (Tiramisu); rolling_buffer (TVM) folds to a window.
struct reuse_dimension_move {
  perfdojo::name buffer;
  index_t dimension = 0;

  static constexpr std::string_view name = "reuse_dimension";
  static constexpr std::array parameters{domain::buffer, domain::number};
  static constexpr field_list<&reuse_dimension_move::buffer, &reuse_dimension_move::dimension> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const int b = p.find_buffer(buffer);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    const ir::buffer& x = p.buffers[b];
    if (!x.is_private()) return reject_buffer(reason::buffer_is_an_argument, buffer);
    if (dimension < 0 || dimension >= x.rank() || x.dimensions[static_cast<int>(dimension)].reused)
      return reject_buffer(reason::dimension_out_of_range, buffer, {}, dimension, x.rank());
    const ir::node_id s = folding_scope(p, b);
    ir::affine index;
    bool same = s != ir::none, begun = false;
    analysis::for_each_use(p, ir::none, b, [&](ir::node_id operation, std::int16_t a) {
      const ir::affine& i = p.accesses[a].index[static_cast<int>(dimension)];
      same = same && (!begun || i == index) && ir::is_within(p, operation, s);
      begun = true;
      index = i;
    });
    if (!same) return reject_buffer(reason::accesses_differ, buffer);
    for (const ir::term& i : index.terms)
      if (p.nodes[i.scope].kind == ir::scope_kind::vector)
        return reject_buffer(reason::buffer_lives_in_scope, buffer, p.nodes[i.scope].label);
    const analysis::touch_list touches = touches_of(p, b);
    for (const analysis::touch& read : touches) {
      if (read.write && !ir::reads_destination(read.how)) continue;
      bool found = false;
      for (const analysis::touch& w : touches)
        found = found || (w.write && w.how == ir::update::assign && w.operation != read.operation &&
                          is_written_before(p, w, read, s));
      if (!found) return reject_buffer(reason::live_range_exceeds_iteration, buffer, p.nodes[s].label);
    }
    return accept();
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const int b = p.find_buffer(buffer);
    const ir::node_id s = folding_scope(p, b);
    ir::buffer& x = p.buffers[b];
    x.dimensions[static_cast<int>(dimension)].reused = true;
    if (ir::is_within(p, s, x.home)) x.home = s;
    return p;  // still canonical: no node, access or expression changed its place
  }

private:
  static constexpr analysis::touch_list touches_of(const ir::program& p, int b) {
    analysis::touch_list list;
    for (ir::node_id n = p.first; n != ir::none; n = p.nodes[n].next)
      for (const analysis::touch& t : analysis::touches_in(p, n))
        if (p.accesses[t.access].buffer == b) list.push(t);
    return list;
  }
  // The innermost scope in the index; none if the index is a constant.
  constexpr ir::node_id folding_scope(const ir::program& p, int b) const {
    for (const ir::access& a : p.accesses) {
      if (a.buffer != b) continue;
      const ir::affine& index = a.index[static_cast<int>(dimension)];
      return index.terms.empty() ? ir::none
                                 : index.terms.back().scope;  // canonical: the largest number is innermost
    }
    return ir::none;
  }
  static constexpr bool is_written_before(const ir::program& p, const analysis::touch& w,
                                          const analysis::touch& read, ir::node_id s) {
    const ir::node_id top = ir::common_ancestor(p, w.operation, read.operation);
    return ir::is_within(p, top, s) && ir::stands_before(p, w.operation, read.operation) &&
           analysis::covers(p, w, read, top);
  }
};
static_assert(transformation<reuse_dimension_move>);

template <fixed_string Buffer, index_t Dimension>
struct reuse_dimension {
  static constexpr reuse_dimension_move move{Buffer, Dimension};
};

}  // namespace perfdojo
