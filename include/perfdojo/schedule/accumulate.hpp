// SPDX-License-Identifier: Apache-2.0
// accumulate: the part of a buffer that one iteration works on is held in registers for that long.
#pragma once

#include <perfdojo/schedule/staging.hpp>

namespace perfdojo {

/// Gives one iteration of `scope` a private tile in registers for its part of `buffer`: loaded at the start, used by all accesses,
/// stored at the end. What is dead is left out: the load where the first nest overwrites the part, the store of a private buffer that
/// nothing else reads.
///
///     before                              after accumulate<"C", "i0", "T">
///     i0 M/4                              i0 M/4
///     | i1 4 bound M - 4*i0               | i1 4 bound M - 4*i0 beyond zero
///     | | C[4*i0+i1] = 0                  | | T[i1] = 0
///     | k K                               | k K
///     | | i1_b 4 bound M - 4*i0           | | i1_b 4 bound M - 4*i0
///     | | | C[4*i0+i1_b] += A[4*i0+i1_b,k]| | | T[i1_b] += A[4*i0+i1_b,k]
///                                         | i1_b_b 4 bound M - 4*i0
///                                         | | C[4*i0+i1_b_b] = T[i1_b_b]
///
/// The copies have the scopes of the last write that touches all of the part, else one scope T.0, T.1, ... per dimension. Where the
/// nest that overwrites the part runs under first(s), the load runs under later(s). That nest and the load write zeros beyond
/// bounds, so that the tile is defined everywhere.
/// Legal when:   the part is a box of constant extents, at most place_move::max_local_bytes; accesses in the scope differ by constants;
///               the buffer has all elements of the box whenever the scope runs, and lives longer than one iteration; copies break no
///               promise of parallel, unrolled and vector scopes around; no parallel scope inside uses the tile.
/// Rejects with: no_such_scope, no_such_buffer, name_is_not_a_word, name_is_taken, buffer_is_placed, buffer_is_not_accessed, buffer_is_not_written,
///               scope_is_not_sequential (a vector, or zeros are written around), scope_runs_in_parallel, live_range_exceeds_iteration,
///               dimension_is_reused, accesses_differ, footprint_is_not_bounded, buffer_is_too_large, element_may_not_exist,
///               dependence_is_carried, capacity_exceeded.
/// Order:        no reduction changes.
/// Good for:     accumulators in registers. Costs: registers; indices of scopes that are not unrolled put the tile in memory.
/// Elsewhere:    cache_write (TVM), stage_mem (Exo), in() with store_in(MemoryType::Register) (Halide).
struct accumulate_move {
  perfdojo::name buffer;
  perfdojo::name scope;
  perfdojo::name target;

  static constexpr std::string_view name = "accumulate";
  static constexpr std::array parameters{domain::buffer, domain::scope, domain::new_name};
  static constexpr field_list<&accumulate_move::buffer, &accumulate_move::scope, &accumulate_move::target>
      fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    return detail::check_staging(p, buffer, scope, new_name(), ir::place::registers);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(const ir::program& p) const {
    return detail::stage(p, buffer, scope, new_name(), ir::place::registers);
  }

private:
  constexpr perfdojo::name new_name() const { return target.empty() ? ir::suffixed(buffer, 't') : target; }
};
static_assert(transformation<accumulate_move>);

template <fixed_string Buffer, fixed_string Scope, fixed_string Target = "">
struct accumulate {
  static constexpr accumulate_move move{Buffer, Scope, Target};
};

}  // namespace perfdojo
