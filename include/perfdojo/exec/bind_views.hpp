// SPDX-License-Identifier: Apache-2.0
// bind_views: as bind.hpp, for views of known types whose sizes agree. Unrolled at compile time: calls on small matrices pay for
// each instruction of it.
#pragma once

#include <perfdojo/exec/run_program.hpp>
#include <perfdojo/exec/view.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

/// Does dimension `r` of argument `b` decide size `s`: is it the first that names it?
template <class P>
constexpr bool decides_size(int b, int r, int s) {
  for (int c = 0; c <= b; ++c)
    for (int d = 0; d < P::value.buffers[c].rank(); ++d)
      if (P::value.buffers[c].dimensions[d].symbol == s) return c == b && d == r;
  return false;
}

template <class P, int B, int R, class View>
PERFDOJO_INLINE void bind_dimensions(state& st, const View& view) {
  if constexpr (R < View::rank) {
    constexpr int s = P::value.buffers[B].dimensions[R].symbol;
    index_t stride = view.strides[R];
    PERFDOJO_SCALAR(stride);
    st.strides[B][R] = stride;
    if constexpr (s >= 0 && decides_size<P>(B, R, s)) {
      index_t extent = view.extent(R);
      PERFDOJO_SCALAR(extent);
      st.symbols[s] = extent;
    }
    bind_dimensions<P, B, R + 1>(st, view);
  }
}
template <class P, int B, class View>
PERFDOJO_INLINE void bind_view(state& st, const View& view) {
  if constexpr (View::rank == 0 && requires { view.value; }) {
    st.data[B] = const_cast<typename View::value_type*>(&view.value);
    std::memcpy(&st.uniforms[B], &view.value, sizeof view.value);
  } else {
    st.data[B] = const_cast<typename View::value_type*>(view.data);
    if constexpr (View::rank == 0) std::memcpy(&st.uniforms[B], view.data, sizeof *view.data);
    bind_dimensions<P, B, 0>(st, view);
  }
}

/// Sizes that no argument has: constants that bound a split.
template <class P>
constexpr bool is_given(int s) {
  for (int b = 0; b < argument_count(P::value); ++b)
    for (const ir::dimension& d : P::value.buffers[b].dimensions)
      if (d.symbol == s) return true;
  return false;
}
template <class P, int S = 0>
PERFDOJO_INLINE void bind_constants(state& st) {
  if constexpr (S < P::value.symbols.size()) {
    if constexpr (!is_given<P>(S)) st.symbols[S] = P::value.symbols[S].value;
    bind_constants<P, S + 1>(st);
  }
}

/// Requires: the views are the arguments of P in order, checked, and their sizes agree.
template <class P, std::size_t... B, class... Views>
PERFDOJO_INLINE void bind_views(std::index_sequence<B...>, state& st, const Views&... views) {
  (bind_view<P, static_cast<int>(B)>(st, views), ...);
  bind_constants<P>(st);
}

template <class View>
PERFDOJO_INLINE bool has_unit_stride(const View& v) {
  if constexpr (View::rank == 0) {
    return true;
  } else {
    return v.strides[View::rank - 1] == 1 || v.extent(View::rank - 1) <= 1;
  }
}
template <std::uint32_t Units, std::size_t... B, class... Views>
PERFDOJO_INLINE bool have_unit_strides(std::index_sequence<B...>, const Views&... views) {
  return (((Units >> B & 1) == 0 || has_unit_stride(views)) && ...);
}

/// As run_agreeing (run_program.hpp), for views. Fallback void: the caller saw to the unit strides.
template <class P, class Fallback, std::uint32_t Units, class... Views>
PERFDOJO_INLINE argument_verdict run_agreeing_views(const executor_ref& executor, const Views&... views) {
  using program = bound_program<P, Units>;
  constexpr std::index_sequence_for<Views...> positions{};
  if constexpr (!std::is_void_v<Fallback>) {
    if (!have_unit_strides<Units>(positions, views...)) [[unlikely]] {
      const argument arguments[] = {argument(views)...};
      return run_general<bound_program<Fallback, 0>>(executor, arguments);
    }
  }
  state st;
  if constexpr (has_parallel_scope(plan_of<program>)) st.executor = executor;
  bind_views<program>(positions, st, views...);
  return run_bound<program>(st);
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
