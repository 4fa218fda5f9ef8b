// SPDX-License-Identifier: Apache-2.0
// bind_views: as bind.hpp, for views of known types whose sizes agree. Unrolled at compile time: calls on small matrices pay for
// each instruction of it.
#pragma once

#include <perfdojo/exec/run_program.hpp>
#include <perfdojo/exec/view.hpp>

namespace perfdojo::exec {
inline namespace PERFDOJO_ISA {

template <class P, int B, int R, class View>
PERFDOJO_INLINE void bind_dimensions(state& st, const View& view) {
  if constexpr (R < View::rank) {
    constexpr int s = P::value.buffers[B].dimensions[R].symbol;
    index_t stride = view.strides[R];
    PERFDOJO_SCALAR(stride);
    st.strides[B][R] = stride;
    if constexpr (s >= 0 && decides_size(P::value, B, R, s)) {
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

template <class P, int S = 0>
PERFDOJO_INLINE void bind_constants(state& st) {
  if constexpr (S < P::value.symbols.size()) {
    if constexpr (!is_given(P::value, S)) st.symbols[S] = P::value.symbols[S].value;
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

/// For views whose sizes agree. Fallback void: the caller saw to the unit strides.
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

template <class P, int Symbol, int B, int R = 0, class View>
PERFDOJO_INLINE void find_extent(index_t& extent, const View& v) {
  if constexpr (R < View::rank) {
    if constexpr (decides_size(P::value, B, R, Symbol)) extent = v.extent(R);
    find_extent<P, Symbol, B, R + 1>(extent, v);
  }
}
/// Has dimension R of argument B, and have those after it, the extents that the program and the other arguments ask for?
template <class P, int B, int R, class View, std::size_t... A, class... Views>
PERFDOJO_INLINE bool extents_agree(std::index_sequence<A...> all, const View& v, const Views&... views) {
  if constexpr (R < View::rank) {
    constexpr call_dimension d = dimension_of_call(P::value.buffers[B].dimensions[R]);
    index_t size = 0;
    if constexpr (d.symbol >= 0) {
      size = P::value.symbols[d.symbol].value;
      if constexpr (P::value.symbols[d.symbol].value < 0)
        (find_extent<P, d.symbol, static_cast<int>(A)>(size, views), ...);
    }
    return v.extent(R) == (d.is_size() ? size : d.extent(size)) &&
           extents_agree<P, B, R + 1>(all, v, views...);
  } else {
    return true;
  }
}
template <class P, std::size_t... B, class... Views>
PERFDOJO_INLINE bool sizes_agree(std::index_sequence<B...> all, const Views&... views) {
  return (extents_agree<P, static_cast<int>(B), 0>(all, views, views...) && ...);
}
// Which of them does not, in words: slow, and apart.
template <class P, class... Views>
[[gnu::cold, gnu::noinline]] argument_verdict disagreement(const Views&... views) {
  const argument arguments[] = {argument(views)...};
  state st;
  return bind<P>(st, arguments);
}

/// As run_agreeing() (run_program.hpp), for views: their sizes may disagree, and the verdict then says where.
template <class P, class Fallback, std::uint32_t Units, class... Views>
PERFDOJO_INLINE argument_verdict run_checked_views(const executor_ref& executor, const Views&... views) {
  if constexpr (subscripts_of<Fallback>.count > 0) {
    const argument arguments[] = {argument(views)...};
    return run_agreeing<P, Fallback, Units>(executor, arguments);
  }
  if (!sizes_agree<P>(std::index_sequence_for<Views...>{}, views...)) [[unlikely]]
    return disagreement<bound_program<P, Units>>(views...);
  return run_agreeing_views<P, Fallback, Units>(executor, views...);
}

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
