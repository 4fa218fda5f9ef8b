// SPDX-License-Identifier: Apache-2.0
// split_dimension: one dimension of a private buffer becomes two.
#pragma once

#include <perfdojo/analysis/interval.hpp>
#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Splits a dimension of length L into one of ceil(L / factor) and, behind it, one of `factor`.
///
///     before                              after split_dimension<"t", 0, 6>
///     heap t f32 [M]                      heap t f32 [M/6, 6]
///     i0 M/6                              i0 M/6
///     | i1 6 bound M - 6*i0               | i1 6 bound M - 6*i0
///     | | t[6*i0+i1] = x[6*i0+i1]         | | t[i0,i1] = x[6*i0+i1]
///
/// Legal when:   in each access the terms that factor divides can be told from the rest, which stays within 0 .. factor - 1.
/// Rejects with: no_such_buffer, buffer_is_an_argument, dimension_out_of_range (also a folded one), capacity_exceeded,
///               factor_out_of_range, index_does_not_separate.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     panels: after permute_dimensions the elements of one register tile lie side by side.
/// Elsewhere:    transform_layout (TVM), divide_dim (Exo).
struct split_dimension_move {
  perfdojo::name buffer;
  index_t dimension = 0;
  index_t factor = 0;

  static constexpr std::string_view name = "split_dimension";
  static constexpr std::array parameters{domain::buffer, domain::number, domain::factor};
  static constexpr field_list<&split_dimension_move::buffer, &split_dimension_move::dimension,
                              &split_dimension_move::factor>
      fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const int b = p.find_buffer(buffer), at = static_cast<int>(dimension);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    const ir::buffer& x = p.buffers[b];
    if (!x.is_private()) return reject_buffer(reason::buffer_is_an_argument, buffer);
    if (dimension < 0 || dimension >= x.rank() || x.dimensions[at].reused)
      return reject_buffer(reason::dimension_out_of_range, buffer, {}, dimension, x.rank());
    if (x.rank() == ir::max_rank)
      return reject_buffer(reason::capacity_exceeded, buffer, {}, 0, ir::max_rank);
    const ir::dimension& d = x.dimensions[at];
    // A padded dimension (unit > 1) is a whole number of units; the bound on steps is verify's.
    const bool fits = d.symbol < 0 || (d.unit == 1 ? d.step <= ir::max_step / factor : d.unit % factor == 0);
    if (factor < 2 || factor > ir::max_step || !fits)
      return reject_buffer(reason::factor_out_of_range, buffer, {}, factor, d.unit);
    for (const ir::access& a : p.accesses) {
      if (a.buffer != b) continue;
      const analysis::interval rest = analysis::range_of(p, remainder(a.index[at]));
      if (rest.low < 0 || rest.high >= factor)
        return reject_buffer(reason::index_does_not_separate, buffer, {}, factor);
    }
    return accept();
  }

  // Requires check(p).ok().
  // law: element [.., q, r, ..] is the old element [.., factor * q + r, ..].
  constexpr ir::program apply(ir::program p) const {
    const int b = p.find_buffer(buffer), at = static_cast<int>(dimension);
    ir::buffer& x = p.buffers[b];
    ir::dimension& d = x.dimensions[at];
    if (d.symbol < 0) {
      d.cap = ceil_div(d.cap * d.unit, factor);
      d.unit = 1;
    } else if (d.unit == 1) {
      d.cap = d.cap == ir::unbounded ? d.cap : ceil_div(d.cap, factor);
      d.step *= factor;
    } else {
      d.unit /= factor;
    }
    ir::dimension inner;
    inner.cap = factor;
    x.dimensions.insert(at + 1, inner);
    for (ir::access& a : p.accesses) {
      if (a.buffer != b) continue;
      const ir::affine rest = remainder(a.index[at]);
      ir::affine quotient = a.index[at] - rest;
      quotient.constant /= factor;
      for (ir::term& t : quotient.terms) t.coefficient /= factor;
      a.index[at] = quotient;
      a.index.insert(at + 1, rest);
    }
    return p;  // still canonical: no node, access or expression changed its place
  }

private:
  constexpr ir::affine remainder(const ir::affine& index) const {
    ir::affine rest =
        ir::constant_index(index.constant - factor * analysis::floor_div(index.constant, factor));
    for (const ir::term& t : index.terms)
      if (t.coefficient % factor != 0) rest.add(t.scope, t.coefficient);
    return rest;
  }
};
static_assert(transformation<split_dimension_move>);

template <fixed_string Buffer, index_t Dimension, index_t Factor>
struct split_dimension {
  static constexpr split_dimension_move move{Buffer, Dimension, Factor};
};

}  // namespace perfdojo
