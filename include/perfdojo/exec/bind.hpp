// SPDX-License-Identifier: Apache-2.0
// bind: from the arguments of a call to the state of a program: pointers, strides, and sizes that must agree.
#pragma once

#include <perfdojo/exec/argument.hpp>
#include <perfdojo/exec/call_plan.hpp>
#include <perfdojo/exec/state.hpp>

#include <cstring>

namespace perfdojo::exec {

/// How many arguments a program has; they are its first buffers.
constexpr int argument_count(const ir::program& p) {
  int n = 0;
  while (n < p.buffers.size() && !p.buffers[n].is_private()) ++n;
  return n;
}

/// May argument b be the very same view as an argument that is read? Yes if each operation that touches b alone writes it and reads
/// other arguments at the same element only: then an element is read for the last time where it is overwritten.
constexpr bool works_in_place(const ir::program& p, int b) {
  bool yes = true;
  for (int n = 0; n < p.nodes.size(); ++n) {
    const ir::node& x = p.nodes[n];
    if (x.is_scope) continue;
    const ir::access& d = p.accesses[x.destination];
    ir::for_each_leaf(p, x.value, [&](std::int16_t a) {
      const ir::access& load = p.accesses[a];
      if (load.buffer < 0 || load.index.empty() || p.buffers[load.buffer].is_private()) return;
      yes = yes && d.buffer == b && load.index == d.index && p.buffers[load.buffer].type == p.buffers[b].type;
    });
  }
  return yes;
}

constexpr argument_use use_of(const ir::program& p, int b) {
  if (!planning::is_written(p, b))
    return p.buffers[b].rank() == 2 ? argument_use::read_matrix : argument_use::read;
  return works_in_place(p, b) ? argument_use::write_in_place : argument_use::write;
}

inline namespace PERFDOJO_ISA {

/// Fills pointers, strides and sizes from the arguments. The first dimension that is a size decides it; all others must agree, and
/// so must sizes that the program knows.
[[gnu::noinline]] inline argument_verdict bind(state& st, const argument* arguments, const call_view& p) {
  int owner[ir::program::max_symbols];
  for (int& o : owner) o = -1;
  // Sizes that no argument has are constants that bound a split.
  for (int s = 0; s < p.symbol_count; ++s) st.symbols[s] = p.symbols[s];
  for (int b = 0; b < p.argument_count; ++b) {
    const call_buffer& buffer = p.buffers[b];
    const argument& a = arguments[b];
    st.data[b] = a.data;
    if (buffer.uniform) std::memcpy(&st.uniforms[b], a.data, static_cast<std::size_t>(buffer.size_bytes));
    for (int r = 0; r < buffer.rank; ++r) {
      st.strides[b][r] = a.strides[r];
      const call_dimension& d = buffer.dimensions[r];
      if (!d.is_size() || owner[d.symbol] >= 0) continue;
      owner[d.symbol] = b;
      if (st.symbols[d.symbol] < 0) st.symbols[d.symbol] = a.extents[r];
    }
  }
  for (int b = 0; b < p.argument_count; ++b) {
    for (int r = 0; r < p.buffers[b].rank; ++r) {
      const call_dimension& d = p.buffers[b].dimensions[r];
      const index_t expected = d.extent(d.symbol < 0 ? 0 : st.symbols[d.symbol]);
      const int other = d.symbol < 0 || owner[d.symbol] < 0 ? b : owner[d.symbol];
      if (arguments[b].extents[r] != expected)
        return {argument_fault::extent_mismatch,
                static_cast<std::int8_t>(b),
                static_cast<std::int8_t>(other),
                static_cast<std::int8_t>(r),
                expected,
                arguments[b].extents[r]};
    }
  }
  return {};
}
template <class P>
inline argument_verdict bind(state& st, const argument* arguments) {
  return bind(st, arguments, view_of_call<P>());
}

/// Have all arguments in Units (as bits) a last dimension with stride 1, or without a second element?
template <class P, std::uint32_t Units>
PERFDOJO_INLINE bool has_unit_strides(const argument* arguments) {
  bool yes = true;
  PERFDOJO_UNROLL for (int b = 0; b < call_plan_of<P>.argument_count; ++b) {
    if ((Units >> b & 1) == 0) continue;
    const int last = call_plan_of<P>.buffers[b].rank - 1;
    yes = yes && (arguments[b].strides[last] == 1 || arguments[b].extents[last] <= 1);
  }
  return yes;
}
/// All arguments with a dimension.
template <class P>
constexpr std::uint32_t all_unit_strides() {
  std::uint32_t bits = 0;
  for (int b = 0; b < argument_count(P::value); ++b)
    if (P::value.buffers[b].rank() > 0) bits |= 1u << b;
  return bits;
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
