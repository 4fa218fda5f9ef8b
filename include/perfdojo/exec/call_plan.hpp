// SPDX-License-Identifier: Apache-2.0
// call_plan: the little of a program that code reads at run time, when it binds arguments and lays out scratch. A table of its own, so
// that programs and plans, many times as large, never reach an object file.
#pragma once

#include <perfdojo/exec/make_plan.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

struct call_dimension {
  index_t cap = 0, step = 1, unit = 1;
  int symbol = -1;
  bool reused = false;

  /// Is the extent the size itself, and not an expression such as M/6*6?
  constexpr bool is_size() const { return symbol >= 0 && cap == ir::unbounded && step == 1 && unit == 1; }
  /// With the value of the symbol, if there is one.
  constexpr index_t extent(index_t size) const {
    return unit * (symbol < 0 ? cap : smaller(cap, ceil_div(size, step)));
  }
};
constexpr call_dimension dimension_of_call(const ir::dimension& d) {
  return {d.cap, d.step, d.unit, d.symbol, d.reused};
}

/// Does dimension `r` of argument `b` decide size `s`: is it the first that is that size?
constexpr bool decides_size(const ir::program& p, int b, int r, int s) {
  for (int c = 0; c <= b; ++c)
    for (int d = 0; d < p.buffers[c].rank() && !p.buffers[c].is_private(); ++d)
      if (const ir::dimension& x = p.buffers[c].dimensions[d];
          x.symbol == s && dimension_of_call(x).is_size())
        return c == b && d == r;
  return false;
}
/// Does an argument tell the size? The others are constants that bound a split.
constexpr bool is_given(const ir::program& p, int s) {
  for (int b = 0; b < p.buffers.size(); ++b)
    for (int r = 0; r < p.buffers[b].rank(); ++r)
      if (decides_size(p, b, r, s)) return true;
  return false;
}
constexpr bool is_used(const ir::program& p, int s) {
  for (const ir::node& n : p.nodes)
    if (n.trips.symbol == s) return true;
  for (const ir::buffer& b : p.buffers)
    for (const ir::dimension& d : b.dimensions)
      if (d.symbol == s) return true;
  return false;
}
struct call_buffer {
  std::int8_t rank = 0, size_bytes = 0;
  bool private_memory = false;
  bool uniform = false;  // a scalar argument that nothing writes
  std::int16_t parallel = -1;
  std::int16_t row_padding = 1;
  call_dimension dimensions[ir::max_rank];
};
template <int Buffers, int Symbols>
struct call_plan {
  static constexpr int buffer_count = Buffers, symbol_count = Symbols;
  int argument_count = 0;
  call_buffer buffers[larger(Buffers, 1)];
  index_t symbols[larger(Symbols, 1)]{};  // their values; -1 at run time only
};

template <class P>
constexpr auto make_call_plan() {
  call_plan<P::value.buffers.size(), P::value.symbols.size()> c;
  for (int b = 0; b < P::value.buffers.size(); ++b) {
    const ir::buffer& x = P::value.buffers[b];
    const buffer_plan& q = plan_of<P>.buffers[b];
    call_buffer& y = c.buffers[b];
    if (!x.is_private()) c.argument_count = b + 1;
    y.rank = static_cast<std::int8_t>(x.rank());
    y.size_bytes = static_cast<std::int8_t>(ir::size_bytes(x.type));
    y.private_memory = q.private_memory;
    y.uniform = !x.is_private() && x.rank() == 0 && !planning::is_written(P::value, b);
    y.parallel = static_cast<std::int16_t>(q.parallel);
    y.row_padding = static_cast<std::int16_t>(q.row_padding);
    for (int r = 0; r < x.rank(); ++r) {
      y.dimensions[r] = dimension_of_call(x.dimensions[r]);
    }
  }
  for (int s = 0; s < P::value.symbols.size(); ++s) c.symbols[s] = P::value.symbols[s].value;
  return c;
}
template <class P>
inline constexpr auto call_plan_of = make_call_plan<P>();

/// A call plan of any size: functions that take it are compiled once for all programs of a unit.
struct call_view {
  const call_buffer* buffers;
  const index_t* symbols;
  int buffer_count, argument_count, symbol_count;
};
template <class P>
constexpr call_view view_of_call() {
  constexpr const auto& c = call_plan_of<P>;
  return {c.buffers, c.symbols, c.buffer_count, c.argument_count, c.symbol_count};
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
