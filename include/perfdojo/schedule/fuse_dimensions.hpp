// SPDX-License-Identifier: Apache-2.0
// fuse_dimensions: two neighbouring dimensions of a private buffer become one.
#pragma once

#include <perfdojo/analysis/interval.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Makes one dimension of dimension `dimension` and the one behind it, of constant length L: element [i, j] becomes [L*i + j].
///
///     before                        after fuse_dimensions<"t", 0>
///     heap t f32 [M, 6]             heap t f32 [M*6]
///     i M                           i M
///     | j 6                         | j 6
///     | | t[i,j] = x[i,j]           | | t[6*i+j] = x[i,j]
///
/// Legal when:   neither dimension is folded, the second has a constant length L >= 1, its indices stay below L, and the sums of indices have
///               room.
/// Rejects with: no_such_buffer, buffer_is_an_argument, dimension_out_of_range (also a folded one), footprint_is_not_bounded,
///               index_does_not_separate, factor_out_of_range, capacity_exceeded.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     room for another dimension, and another split of the whole. After permute_dimensions it interleaves two dimensions.
/// Elsewhere:    mult_dim (Exo), transform_layout (TVM).
struct fuse_dimensions_move {
  perfdojo::name buffer;
  index_t dimension = 0;

  static constexpr std::string_view name = "fuse_dimensions";
  static constexpr std::array parameters{domain::buffer, domain::number};
  static constexpr field_list<&fuse_dimensions_move::buffer, &fuse_dimensions_move::dimension> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const int b = p.find_buffer(buffer), at = static_cast<int>(dimension);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    const ir::buffer& x = p.buffers[b];
    if (!x.is_private()) return reject_buffer(reason::buffer_is_an_argument, buffer);
    if (dimension < 0 || dimension + 1 >= x.rank() || x.dimensions[at].reused || x.dimensions[at + 1].reused)
      return reject_buffer(reason::dimension_out_of_range, buffer, {}, dimension, x.rank());
    const ir::dimension &outer = x.dimensions[at], &inner = x.dimensions[at + 1];
    if (inner.symbol >= 0)
      return reject_buffer(reason::footprint_is_not_bounded, buffer,
                           x.home == ir::none ? perfdojo::name() : p.nodes[x.home].label);
    const index_t length = inner.cap * inner.unit;
    const index_t outer_length = analysis::saturating_product(outer.symbol < 0 ? outer.cap : 1, outer.unit);
    const index_t limit = outer.symbol < 0 ? ir::unbounded - 1 : max_unit;
    if (length < 1 || analysis::saturating_product(outer_length, length) > limit)
      return reject_buffer(reason::factor_out_of_range, buffer, {}, length, outer.unit);
    for (const ir::access& a : p.accesses) {
      if (a.buffer != b) continue;
      const analysis::interval range = analysis::range_of(p, a.index[at + 1]);
      if (range.low < 0 || range.high >= length)
        return reject_buffer(reason::index_does_not_separate, buffer, {}, length);
      if (!stays_in_range(a.index[at], length))
        return reject_buffer(reason::factor_out_of_range, buffer, {}, length, outer.unit);
      if (!has_room(a.index[at], a.index[at + 1]))
        return reject_buffer(reason::capacity_exceeded, buffer, {}, 0, ir::affine::max_terms);
    }
    return accept();
  }

  // Requires check(p).ok().
  // law: split_dimension by L gives the indices back.
  constexpr ir::program apply(ir::program p) const {
    const int b = p.find_buffer(buffer), at = static_cast<int>(dimension);
    ir::buffer& x = p.buffers[b];
    ir::dimension& d = x.dimensions[at];
    const index_t length = x.dimensions[at + 1].cap * x.dimensions[at + 1].unit;
    (d.symbol < 0 ? d.cap : d.unit) *= length;
    x.dimensions.erase(at + 1);
    for (ir::access& a : p.accesses) {
      if (a.buffer != b) continue;
      ir::affine whole = length * a.index[at];
      whole.add(a.index[at + 1]);
      a.index[at] = whole;
      a.index.erase(at + 1);
    }
    return p;  // still canonical: no node, access or expression changed its place
  }

private:
  // Positions times this stay finite for analysis/interval.hpp.
  static constexpr index_t max_unit = index_t(1) << 16;

  // An index that is always 0 may have any coefficient.
  static constexpr bool stays_in_range(const ir::affine& index, index_t length) {
    index_t largest = magnitude(index.constant);
    for (const ir::term& t : index.terms) largest = larger(largest, magnitude(t.coefficient));
    return analysis::saturating_product(largest, length) < ir::unbounded;
  }

  static constexpr bool has_room(const ir::affine& outer, const ir::affine& inner) {
    int terms = outer.terms.size();
    for (const ir::term& t : inner.terms) terms += outer.coefficient(t.scope) == 0 ? 1 : 0;
    return terms <= ir::affine::max_terms;
  }
};
static_assert(transformation<fuse_dimensions_move>);

template <fixed_string Buffer, index_t Dimension>
struct fuse_dimensions {
  static constexpr fuse_dimensions_move move{Buffer, Dimension};
};

}  // namespace perfdojo
