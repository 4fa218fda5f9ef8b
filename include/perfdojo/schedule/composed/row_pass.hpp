// SPDX-License-Identifier: Apache-2.0
// Composed steps for passes over rows: vectors with several accumulators, and the whole of softmax.
#pragma once

#include <perfdojo/schedule/composed/move_list.hpp>

namespace perfdojo {

namespace detail {

/// Scope j of a pass without reduction: `vectors` vectors per iteration, masked at the end.
constexpr void vectorize_pass(move_list& m, name j, index_t lanes, index_t vectors) {
  m.push(record(split_move{j, lanes * vectors, tail::guard}));
  m.push(record(split_move{part(j, "1"), lanes, tail::exact}));
  m.push(record(unroll_move{part(j, "10")}));
  m.push(record(vectorize_move{part(j, "11")}));
}

/// Scope j of a pass that reduces into one element: an accumulator per lane and vector (buffer `wide`), then per lane (`narrow`).
constexpr void vectorize_reduction(move_list& m, name j, index_t lanes, index_t vectors, name wide,
                                   name narrow) {
  m.push(record(split_move{j, lanes * vectors, tail::guard}));
  m.push(record(rfactor_move{part(j, "0"), part(j, "1"), wide}));
  for (const std::string_view copy : {"1", "1_b", "1_c"})
    m.push(record(split_move{part(j, copy), lanes, tail::exact}));
  m.push(record(rfactor_move{part(j, "1_c0"), part(j, "1_c1"), narrow}));
  for (const std::string_view steps : {"10", "1_b0", "1_c0"}) m.push(record(unroll_move{part(j, steps)}));
  for (const std::string_view vector : {"11", "1_b1", "1_c1", "1_c1_b", "1_c1_c"})
    m.push(record(vectorize_move{part(j, vector)}));
}

/// The five statements of softmax over rows (kernels/softmax_kernel.hpp) become one scope over rows, whose body runs three passes over the
/// row: maximum; exponentials, kept in a row buffer, and their sum; scaling.
constexpr void join_softmax(move_list& m, index_t lanes, index_t vectors) {
  for (const std::string_view r : {"r_b", "r_c", "r_d", "r_e"}) m.push(record(join_move{"r", name(r)}));
  m.push(record(reorder_move{"r", 2}));
  m.push(record(join_move{"j_b", "j_c"}));
  for (const std::string_view t : {"m", "e", "s", "q"}) m.push(record(reuse_dimension_move{name(t), 0}));
  vectorize_reduction(m, "j", lanes, vectors, "mv", "mw");
  vectorize_reduction(m, "j_b", lanes, vectors, "sv", "sw");
  vectorize_pass(m, "j_d", lanes, vectors);
}
inline constexpr std::string_view softmax_registers[] = {"m", "s", "q", "mv", "sv", "mw", "sw"};

}  // namespace detail

/// The moves for softmax over rows, one row after the other. While the exponentials of a row are computed, memory has nothing to do, and fetches
/// the row that comes `ahead` rows later (0: none).
constexpr move_list softmax_rows_moves(index_t lanes, index_t vectors, index_t ahead) {
  move_list m;
  detail::join_softmax(m, lanes, vectors);
  for (const std::string_view t : detail::softmax_registers)
    m.push(record(place_move{name(t), ir::place::registers}));
  if (ahead > 0) m.push(record(prefetch_ahead_move{"X", detail::part("j_b", "0"), "r", ahead}));
  m.push(record(parallelize_move{"r"}));
  return m;
}

/// The moves for softmax over blocks of `rows` rows: each pass works on all rows of the block at once, so that the latencies between passes
/// are shared, and short rows fill the pipes. The block that comes `ahead` blocks later is fetched.
constexpr move_list softmax_row_blocks_moves(index_t lanes, index_t vectors, index_t rows, index_t ahead) {
  move_list m;
  detail::join_softmax(m, lanes, vectors);
  m.push(record(split_move{"r", rows, tail::guard}));
  m.push(record(cases_move{"r0", "r1"}));
  m.push(record(unreuse_dimension_move{"e"}));
  for (const std::string_view t : detail::softmax_registers) m.push(record(unreuse_dimension_move{name(t)}));
  // Passes and what stands between them, in turn; the rows of a pass go below its loop.
  struct pass {
    index_t nodes_before;
    name loop;
  };
  name r = "r1";
  for (const pass& x : {pass{2, "j0"}, pass{5, "j_b0"}, pass{4, "j_d0"}}) {
    m.push(record(fission_move{r, x.nodes_before}));
    m.push(record(unroll_move{r}));
    r = detail::part(r, "_b");
    if (x.loop != name("j_d0")) m.push(record(fission_move{r, 1}));
    m.push(record(interchange_move{r, x.loop}));
    m.push(record(unroll_move{r}));
    r = detail::part(r, "_b");
  }
  for (const std::string_view t : detail::softmax_registers)
    m.push(record(place_move{name(t), ir::place::registers}));
  if (ahead > 0) m.push(record(prefetch_ahead_move{"X", detail::part("j_b", "0"), "r0", ahead}));
  m.push(record(parallelize_move{"r0"}));
  return m;
}

/// softmax_rows as a step of a schedule.
template <index_t Lanes, index_t Vectors, index_t Ahead = 1>
struct softmax_rows {
  static constexpr move_list moves = softmax_rows_moves(Lanes, Vectors, Ahead);
};

/// softmax_row_blocks as a step of a schedule.
template <index_t Lanes, index_t Vectors, index_t Rows, index_t Ahead = 1>
struct softmax_row_blocks {
  static constexpr move_list moves = softmax_row_blocks_moves(Lanes, Vectors, Rows, Ahead);
};

/// The moves for an element-wise statement over one index i: vectors, several per iteration, chunks for threads.
constexpr move_list vector_pass_moves(index_t lanes, index_t vectors, index_t chunk) {
  move_list m;
  m.push(record(split_move{"i", chunk, tail::guard}));
  m.push(record(split_move{"i1", lanes * vectors, tail::exact}));
  m.push(record(split_move{"i11", lanes, tail::exact}));
  m.push(record(unroll_move{"i110"}));
  m.push(record(vectorize_move{"i111"}));
  m.push(record(parallelize_move{"i0"}));
  return m;
}

/// vector_pass as a step of a schedule; Chunk, the work of one thread at a time, is a multiple of Lanes * Vectors.
template <index_t Lanes, index_t Vectors, index_t Chunk>
struct vector_pass {
  static constexpr move_list moves = vector_pass_moves(Lanes, Vectors, Chunk);
};

}  // namespace perfdojo
