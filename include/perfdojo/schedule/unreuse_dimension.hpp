// SPDX-License-Identifier: Apache-2.0
// unreuse_dimension: a buffer that lives for one iteration of a scope gets storage for all of them.
#pragma once

#include <perfdojo/analysis/interval.hpp>
#include <perfdojo/analysis/uses.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Gives each iteration of a private buffer's home scope elements of its own; the buffer then lives in the scope around the home.
///
///     before                            after unreuse_dimension<"t">
///     stack t f32 [1] in i              heap t f32 [30, 1]
///     i 30                              i 30
///     | t[0] = 0                        | t[i, 0] = 0
///     | k 8                             | k 8
///     | | t[0] += A[i,k]                | | t[i, 0] += A[i,k]
///     | y[i] = t[0]                     | y[i] = t[i, 0]
///
/// The index of the home becomes a new dimension: the first, or of a vector scope the last, so that lanes are neighbours. A dimension that
/// was folded with that index gives its place. The buffer goes to the heap: place it again when its indices are known in code.
/// Legal when:   the buffer lives in a scope that is no cases scope and has at most as many iterations as a constant or a size says, and has
///               fewer than ir::max_rank dimensions.
/// Rejects with: no_such_buffer, buffer_is_an_argument, buffer_lives_everywhere, scope_is_not_sequential, footprint_is_not_bounded,
///               capacity_exceeded.
/// Order:        nothing changes its order; never reassociates.
/// Good for:     what a temporary keeps apart: statements of the scope can be separated (fission), and the scope can go inwards, so
///               that several rows are worked on at once. Costs: storage for all iterations.
/// Elsewhere:    expand_dim (Exo), array expansion and privatisation in compilers; store_at further out (Halide).
struct unreuse_dimension_move {
  perfdojo::name buffer;

  static constexpr std::string_view name = "unreuse_dimension";
  static constexpr std::array parameters{domain::buffer};
  static constexpr field_list<&unreuse_dimension_move::buffer> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const int b = p.find_buffer(buffer);
    if (b < 0) return reject_buffer(reason::no_such_buffer, buffer);
    const ir::buffer& x = p.buffers[b];
    if (!x.is_private()) return reject_buffer(reason::buffer_is_an_argument, buffer);
    if (x.home == ir::none) return reject_buffer(reason::buffer_lives_everywhere, buffer);
    const ir::node& home = p.nodes[x.home];
    if (home.kind == ir::scope_kind::cases) return reject(reason::scope_is_not_sequential, home.label);
    if (folded_with_home(p, b) < 0 && x.rank() == ir::max_rank)
      return reject_buffer(reason::capacity_exceeded, buffer, {}, 0, ir::max_rank);
    // A size counts all iterations if none begins before 0; at size 0 a scope that runs at least once would find no element.
    const ir::extent& e = home.trips;
    if (e.cap == ir::unbounded && (e.lower > 0 || analysis::range_of(p, e.origin).low < 0))
      return reject_buffer(reason::footprint_is_not_bounded, buffer, home.label);
    return accept();
  }

  // Requires check(p).ok().
  // law: in iteration i of the home, element [i, ..] is the old element [..].
  constexpr ir::program apply(ir::program p) const {
    const int b = p.find_buffer(buffer);
    ir::buffer& x = p.buffers[b];
    const ir::node_id home = x.home;
    const ir::node& s = p.nodes[home];
    int at = folded_with_home(p, b);
    if (at < 0) {
      at = s.kind == ir::scope_kind::vector ? x.rank() : 0;
      x.dimensions.insert(at, ir::dimension{});
      for (ir::access& a : p.accesses)
        if (a.buffer == b) a.index.insert(at, ir::affine{});
    }
    const bool sized = s.trips.cap == ir::unbounded;
    x.dimensions[at] = {s.trips.cap, sized ? s.trips.symbol : -1, sized ? s.trips.step : 1, 1, false};
    for (ir::access& a : p.accesses)
      if (a.buffer == b) a.index[at] = ir::index_of(home);
    x.where = ir::place::heap;
    x.home = s.parent;
    return p;  // still canonical: no node, access or expression changed its place
  }

private:
  // The first dimension that is folded, with the home in its index: it has no storage, whatever the index says. -1: none.
  static constexpr int folded_with_home(const ir::program& p, int b) {
    const ir::buffer& x = p.buffers[b];
    for (int r = 0; r < x.rank(); ++r)
      for (const ir::access& a : p.accesses)
        if (x.dimensions[r].reused && a.buffer == b && ir::mentions(a.index[r], x.home)) return r;
    return -1;
  }
};
static_assert(transformation<unreuse_dimension_move>);

template <fixed_string Buffer>
struct unreuse_dimension {
  static constexpr unreuse_dimension_move move{Buffer};
};

}  // namespace perfdojo
