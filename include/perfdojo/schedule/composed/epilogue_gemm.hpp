// SPDX-License-Identifier: Apache-2.0
// epilogue_gemm: the composed step for a matrix product that something is computed from, element by element: the sum never leaves registers.
#pragma once

#include <perfdojo/schedule/composed/move_list.hpp>

namespace perfdojo {

/// The moves for a program `i M { j N { S[i,j] = ...; k K { S[i,j] += ... } C[i,j] = f(S[i,j], ...) } }`, as C(i, j) = f(sum(k, ...), ...) lowers
/// with S = C_r: mr rows of nv vectors at a time, j0 { i0 { exact vectors { exact rows { start; k; f } } } }. All of K is added up before f, so
/// k has no blocks. A nest of its own behind the product that computes f is joined first.
constexpr move_list epilogue_gemm_moves(name sum, index_t mr, index_t nv, index_t lanes) {
  move_list m;
  m.push(record(split_move{"i", mr, tail::guard}));
  m.push(record(split_move{"j", nv * lanes, tail::guard}));
  m.push(record(interchange_move{"i1", "j0"}));
  m.push(record(interchange_move{"i0", "j0"}));
  m.push(record(split_move{"j1", lanes, tail::exact}));
  // Start, sum and f apart; k outside of the tile.
  for (const name n : {name("j11"), name("j10"), name("i1")}) {
    m.push(record(fission_move{n, 1}));
    m.push(record(fission_move{detail::part(n, "_b"), 1}));
  }
  for (const name n : {name("j11_b"), name("j10_b"), name("i1_b")}) m.push(record(interchange_move{n, "k"}));
  m.push(record(cases_move{"i0", "j10"}));
  m.push(record(cases_move{"j10c", "i1"}));
  m.push(record(accumulate_move{sum, "i1c", "T"}));
  for (const std::string_view part : {"", "_b", "_b_b"}) {
    const auto named = [&](name n) { return detail::part(n, part); };
    m.push(record(unroll_move{named("i1")}));
    m.push(record(unroll_move{named("j10")}));
    m.push(record(vectorize_move{named("j11")}));
  }
  return m;
}

/// epilogue_gemm as a step of a schedule. Mr and Nv are at least 2.
template <fixed_string Sum, index_t Mr, index_t Nv, index_t Lanes>
struct epilogue_gemm {
  static constexpr move_list moves = epilogue_gemm_moves(Sum, Mr, Nv, Lanes);
};

}  // namespace perfdojo
