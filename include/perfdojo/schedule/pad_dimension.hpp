// SPDX-License-Identifier: Apache-2.0
// pad_dimension: one dimension of a private buffer gets elements that nothing touches.
#pragma once

#include <perfdojo/schedule/place.hpp>

#include <bit>

namespace perfdojo {

/// Makes a dimension of a private buffer as long as the next multiple of `unit`; a constant length that is a multiple gets `unit` elements more.
///
///     before                        after pad_dimension<"t", 1, 8>
///     heap t f32 [32, 64]           heap t f32 [32, 72]
///     i 32                          i 32
///     | j 64                        | j 64
///     | | t[i,j] = x[i,j]           | | t[i,j] = x[i,j]
///
/// Legal when:   the buffer is in memory, unit is a power of two up to 64 and at most the constant length, a length with a size is no
///               multiple of a number yet, and the stack still holds the buffer (place_move::max_local_bytes).
/// Rejects with: no_such_buffer, buffer_is_an_argument, buffer_has_no_addresses, dimension_out_of_range (also a folded one),
///               factor_out_of_range, buffer_is_too_large.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     rows that begin at whole vectors, or that do not all fall into the same cache sets. Costs: storage.
/// Elsewhere:    align_storage (Halide), storage_align (TVM), resize_dim (Exo).
struct pad_dimension_move {
  perfdojo::name buffer;
  index_t dimension = 0;
  index_t unit = 0;

  static constexpr std::string_view name = "pad_dimension";
  static constexpr std::array parameters{domain::buffer, domain::number, domain::factor};
  static constexpr field_list<&pad_dimension_move::buffer, &pad_dimension_move::dimension,
                              &pad_dimension_move::unit>
      fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  /// A cache line of bytes.
  static constexpr index_t max_unit = 64;

  static constexpr int leading = 2;  // buffer and dimension
  constexpr verdict check_leading(const ir::program& p) const {
    const int b = p.find_buffer(buffer);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    const ir::buffer& x = p.buffers[b];
    if (!x.is_private()) return reject_buffer(reason::buffer_is_an_argument, buffer);
    if (x.where == ir::place::registers) return reject_buffer(reason::buffer_has_no_addresses, buffer);
    if (dimension < 0 || dimension >= x.rank() || x.dimensions[static_cast<int>(dimension)].reused)
      return reject_buffer(reason::dimension_out_of_range, buffer, {}, dimension, x.rank());
    return accept();
  }

  constexpr verdict check(const ir::program& p) const {
    if (const verdict v = check_leading(p); !v.ok()) return v;
    const ir::buffer& x = p.buffers[p.find_buffer(buffer)];
    const ir::dimension& d = x.dimensions[static_cast<int>(dimension)];
    const bool is_unit =
        unit >= 2 && unit <= max_unit && std::has_single_bit(static_cast<std::uint64_t>(unit));
    const bool fits = d.symbol < 0 ? unit <= d.cap * d.unit && d.cap * d.unit < ir::unbounded - max_unit
                                   : d.unit == 1 && d.step <= ir::max_step / unit;
    if (!is_unit || !fits) return reject_buffer(reason::factor_out_of_range, buffer, {}, unit, d.unit);
    if (x.where != ir::place::stack) return accept();
    ir::buffer after = x;
    after.dimensions[static_cast<int>(dimension)] = padded(d);
    const index_t bytes = place_move::stored_bytes(after);
    return bytes <= place_move::max_local_bytes
               ? accept()
               : reject_buffer(reason::buffer_is_too_large, buffer, {}, place_move::max_local_bytes, bytes);
  }

  // Requires check(p).ok().
  // law: no access changes, and no length shrinks.
  constexpr ir::program apply(ir::program p) const {
    ir::dimension& d = p.buffers[p.find_buffer(buffer)].dimensions[static_cast<int>(dimension)];
    d = padded(d);
    return p;  // still canonical: no node, access or expression changed its place
  }

private:
  constexpr ir::dimension padded(ir::dimension d) const {
    if (d.symbol < 0) {
      d.cap = (d.cap * d.unit / unit + 1) * unit;
      d.unit = 1;
    } else {
      d.cap = d.cap == ir::unbounded ? d.cap : ceil_div(d.cap, unit);
      d.step *= unit;
      d.unit = unit;
    }
    return d;
  }
};
static_assert(transformation<pad_dimension_move>);

template <fixed_string Buffer, index_t Dimension, index_t Unit>
struct pad_dimension {
  static constexpr pad_dimension_move move{Buffer, Dimension, Unit};
};

}  // namespace perfdojo
