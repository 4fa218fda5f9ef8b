// SPDX-License-Identifier: Apache-2.0
// scratch: memory and strides of the private buffers that are not in a register tile.
#pragma once

#include <perfdojo/exec/arena.hpp>
#include <perfdojo/exec/call_plan.hpp>
#include <perfdojo/exec/state.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// Elements along a dimension of a private buffer.
inline index_t extent_of(const state& st, const call_dimension& d) {
  if (d.symbol < 0) return d.unit * d.cap;
  return d.unit * smaller(d.cap, ceil_div(st.symbols[d.symbol], d.step));
}

/// Sets the run-time strides of private buffer b and returns its elements; negative if that overflows.
inline index_t lay_out(state& st, const call_buffer& buffer, int b) {
  index_t stride = 1;
  for (int r = buffer.rank - 1; r >= 0; --r) {
    st.strides[b][r] = stride;
    const call_dimension& d = buffer.dimensions[r];
    if (d.reused) continue;
    index_t extent = extent_of(st, d);
    if (r == buffer.rank - 1) extent = round_up(extent, buffer.row_padding);
    stride = stride < 0 ? -1 : checked_product(stride, extent < 1 ? 1 : extent);
  }
  return stride;
}

/// Bytes of all private buffers whose innermost parallel scope is N (-1: none), with their offsets.
[[gnu::noinline]] inline index_t lay_out_all(state& st, index_t* offsets, const call_view& p, int n) {
  scratch_layout layout;
  for (int b = 0; b < p.buffer_count; ++b) {
    const call_buffer& buffer = p.buffers[b];
    if (!buffer.private_memory || buffer.parallel != n) continue;
    const index_t elements = lay_out(st, buffer, b);
    offsets[b] = layout.add(elements < 0 ? -1 : checked_product(elements, buffer.size_bytes));
  }
  return layout.bytes();
}

/// Is there a private buffer in memory whose innermost parallel scope is N (-1: none)?
template <class P, int N>
constexpr bool has_scratch() {
  for (int b = 0; b < call_plan_of<P>.buffer_count; ++b)
    if (call_plan_of<P>.buffers[b].private_memory && call_plan_of<P>.buffers[b].parallel == N) return true;
  return false;
}

/// Is there one anywhere?
template <class P>
constexpr bool has_scratch() {
  for (int b = 0; b < call_plan_of<P>.buffer_count; ++b)
    if (call_plan_of<P>.buffers[b].private_memory) return true;
  return false;
}

/// Memory for the private buffers of one instance of scope N, for the lifetime of this object; sets their pointers in `st`.
/// ok() is false where there is no memory.
template <class P, int N>
class scratch {
public:
  explicit scratch(state& st) : bytes_(lay_out_all(st, offsets_, view_of_call<P>(), N)), memory_(bytes_) {
    if (!memory_.ok()) return;
    for (int b = 0; b < call_plan_of<P>.buffer_count; ++b)
      if (call_plan_of<P>.buffers[b].private_memory && call_plan_of<P>.buffers[b].parallel == N)
        st.data[b] = static_cast<char*>(memory_.data()) + offsets_[b];
  }
  bool ok() const { return memory_.ok(); }
  index_t bytes() const { return bytes_; }

private:
  index_t offsets_[ir::program::max_buffers]{};  // before bytes_, whose initialiser fills it
  index_t bytes_;
  arena_scope memory_;
};

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
