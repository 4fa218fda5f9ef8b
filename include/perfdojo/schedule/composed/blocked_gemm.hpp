// SPDX-License-Identifier: Apache-2.0
// blocked_gemm: the composed step that turns the lowered matrix product into cache blocks, packed panels and a register tile.
#pragma once

#include <perfdojo/schedule/composed/move_list.hpp>

namespace perfdojo {

/// Parameters of a blocked matrix product, in elements. All extents of the problem stay run-time values.
struct gemm_blocks {
  index_t mr = 6;      // rows of the register tile; 1: no scope of their own
  index_t nv = 2;      // vectors of the register tile
  index_t lanes = 8;   // elements of a vector
  index_t kc = 256;    // rows of a packed panel of B, a multiple of lanes
  index_t mt = 24;     // register tiles of a block of rows: mc = mt * mr, at least 2
  index_t nt = 96;     // register tiles of a block of columns: nc = nt * nv * lanes
  index_t unroll = 2;  // steps of k per iteration of the inner loop; divides lanes. 1: no scope of their own
  friend constexpr bool operator==(const gemm_blocks&, const gemm_blocks&) = default;
};

namespace detail {
struct gemm_names {
  name rows, columns, lanes;
};
constexpr void map_tile(move_list& m, const gemm_names& n, index_t mr) {
  if (mr > 1) m.push(record(unroll_move{n.rows}));
  m.push(record(unroll_move{n.columns}));
  m.push(record(vectorize_move{n.lanes}));
}
}  // namespace detail

/// The moves for a program `i M { j N { C[i,j] = ...; k K { C[i,j] += f(A[i,k]) * g(B[k,j]) } } }`, in five parts.
constexpr move_list blocked_gemm_moves(const gemm_blocks& b) {
  const index_t nr = b.nv * b.lanes, mc = larger(2, b.mt * b.mr), nc = b.nt * nr;
  const bool has_rows = b.mr > 1, has_steps = b.unroll > 1;
  const name tile = has_rows ? name("i10") : name("i1"), panels = has_rows ? name("Ap.00") : name("Ap.0");
  move_list m;
  // Cache blocks: j0 { k0 { i0 { j10 { i10 { i11 { j110 { j111 ... } } } } } } }. C is initialised in the first k block.
  m.push(record(split_move{"k", b.kc, tail::guard}));
  m.push(record(first_move{"k0"}));
  m.push(record(interchange_move{"j", "k0"}));
  m.push(record(interchange_move{"i", "k0"}));
  m.push(record(split_move{"j", nc, tail::guard}));
  m.push(record(interchange_move{"i", "j0"}));
  m.push(record(interchange_move{"k0", "j0"}));
  m.push(record(split_move{"i", mc, tail::guard}));
  m.push(record(split_move{"j1", nr, tail::exact}));
  m.push(record(interchange_move{"i1", "j10"}));
  if (has_rows) m.push(record(split_move{"i1", b.mr, tail::exact}));
  m.push(record(split_move{"j11", b.lanes, tail::exact}));
  // The register tile: initialisation apart from the sum, k outside of the rows.
  m.push(record(fission_move{"j111", 1}));
  m.push(record(fission_move{"j110", 1}));
  if (has_rows) m.push(record(fission_move{"i11", 1}));
  m.push(record(interchange_move{"j111_b", "k1"}));
  m.push(record(interchange_move{"j110_b", "k1"}));
  if (has_rows) m.push(record(interchange_move{"i11_b", "k1"}));
  if (has_steps) m.push(record(split_move{"k1", b.unroll, tail::exact}));
  m.push(record(accumulate_move{"C", tile, "T"}));
  // Panels of A, mr rows wide, zero-padded in both directions.
  m.push(record(pack_move{"A", "i0", "Ap"}));
  if (has_rows) m.push(record(split_move{"Ap.0", b.mr, tail::pad}));
  m.push(record(split_move{"Ap.1", b.lanes, tail::pad}));
  if (has_rows) m.push(record(interchange_move{"Ap.01", "Ap.10"}));
  if (has_rows) m.push(record(split_dimension_move{"Ap", 0, b.mr}));
  if (has_rows) m.push(record(permute_dimensions_move{"Ap", 21}));
  if (has_rows) m.push(record(unroll_move{"Ap.01"}));
  m.push(record(vectorize_move{"Ap.11"}));
  // Panels of B, nr columns wide; as many rows at once as a vector has lanes, so that a transposed B is transposed in registers.
  m.push(record(pack_move{"B", "k0", "Bp"}));
  m.push(record(split_move{"Bp.1", nr, tail::pad}));
  m.push(record(split_move{"Bp.11", b.lanes, tail::exact}));
  m.push(record(split_move{"Bp.0", b.lanes, tail::pad}));
  m.push(record(interchange_move{"Bp.01", "Bp.10"}));
  m.push(record(interchange_move{"Bp.00", "Bp.10"}));
  m.push(record(interchange_move{"Bp.01", "Bp.110"}));
  m.push(record(split_dimension_move{"Bp", 1, nr}));
  m.push(record(permute_dimensions_move{"Bp", 102}));
  m.push(record(unroll_move{"Bp.01"}));
  m.push(record(vectorize_move{"Bp.111"}));
  // The panels are padded: the sum needs no guard. Then rows and vectors become code.
  if (has_steps) m.push(record(trim_guards_move{"k11"}));
  if (has_rows) m.push(record(trim_guards_move{"i11_b"}));
  m.push(record(trim_guards_move{"j111_b"}));
  m.push(record(trim_guards_move{"j110_b"}));
  detail::map_tile(m, {"i11", "j110", "j111"}, b.mr);
  detail::map_tile(m, {"i11_b_c", "j110_b_c", "j111_b_c"}, b.mr);
  if (has_steps) m.push(record(unroll_move{"k11"}));
  detail::map_tile(m, {"i11_b", "j110_b", "j111_b"}, b.mr);
  detail::map_tile(m, {"i11_b_b", "j110_b_b", "j111_b_b"}, b.mr);
  m.push(record(prefetch_move{"C", tile}));
  m.push(record(parallelize_move{"j10"}));
  m.push(record(parallelize_move{panels}));
  m.push(record(parallelize_move{"Bp.10"}));
  return m;
}

/// The moves for the same program without packing, for small sizes: j0 { i0 { exact vectors { exact rows { k ... } } } }. Rows of B are
/// fetched `ahead` steps of k before their use (0: not, for what is in L1 anyway).
constexpr move_list direct_gemm_moves(index_t mr, index_t nv, index_t lanes, index_t ahead) {
  const bool has_rows = mr > 1;
  const name rows = has_rows ? name("i0") : name("i"), tile = has_rows ? name("i1c") : name("j10c");
  move_list m;
  if (has_rows) m.push(record(split_move{"i", mr, tail::guard}));
  m.push(record(split_move{"j", nv * lanes, tail::guard}));
  if (has_rows) m.push(record(interchange_move{"i1", "j0"}));
  m.push(record(interchange_move{rows, "j0"}));
  m.push(record(split_move{"j1", lanes, tail::exact}));
  m.push(record(fission_move{"j11", 1}));
  m.push(record(fission_move{"j10", 1}));
  if (has_rows) m.push(record(fission_move{"i1", 1}));
  m.push(record(interchange_move{"j11_b", "k"}));
  m.push(record(interchange_move{"j10_b", "k"}));
  if (has_rows) m.push(record(interchange_move{"i1_b", "k"}));
  m.push(record(cases_move{rows, "j10"}));
  if (has_rows) m.push(record(cases_move{"j10c", "i1"}));
  m.push(record(accumulate_move{"C", tile, "T"}));
  detail::map_tile(m, {"i1", "j10", "j11"}, mr);
  detail::map_tile(m, {"i1_b", "j10_b", "j11_b"}, mr);
  detail::map_tile(m, {"i1_b_b", "j10_b_b", "j11_b_b"}, mr);
  if (ahead > 0) m.push(record(prefetch_ahead_move{"B", "k", "k", ahead}));
  return m;
}

/// blocked_gemm as a step of a schedule.
template <index_t Mr, index_t Nv, index_t Lanes, index_t Kc, index_t Mt, index_t Nt, index_t Unroll = 2>
struct blocked_gemm {
  static constexpr move_list moves = blocked_gemm_moves({Mr, Nv, Lanes, Kc, Mt, Nt, Unroll});
};

/// direct_gemm as a step of a schedule.
template <index_t Mr, index_t Nv, index_t Lanes, index_t Ahead = 0>
struct direct_gemm {
  static constexpr move_list moves = direct_gemm_moves(Mr, Nv, Lanes, Ahead);
};

}  // namespace perfdojo
