// SPDX-License-Identifier: Apache-2.0
// stage: the part of a buffer that one iteration works on is copied near, worked on, and copied back.
#pragma once

#include <perfdojo/schedule/staging.hpp>

namespace perfdojo {

/// As accumulate, with the tile in the heap or on the stack: one iteration of `scope` works on a dense copy of its part of `buffer`.
///
///     before                      after stage<"x", "i", ir::place::stack>
///     i 5                         i 5
///     | t 3                       | j_c 6
///     | | j 6                     | | xs[j_c] = x[j_c,i]
///     | | | x[j,i] *= x[j,i]      | t 3
///                                 | | j 6
///                                 | | | xs[j] *= xs[j]
///                                 | j_b 6
///                                 | | x[j_b,i] = xs[j_b]
///
/// Legal when:   as for accumulate; in the heap the part may be as large as a size, and parallel scopes inside may use it.
/// Rejects with: the reasons of accumulate.
/// Order:        no reduction changes.
/// Good for:     strided data that is used often, several passes over one block. Costs: two passes over the data.
/// Elsewhere:    cache_read and cache_write (TVM), stage_mem (Exo), in() (Halide).
struct stage_move {
  perfdojo::name buffer;
  perfdojo::name scope;
  ir::place where = ir::place::heap;
  perfdojo::name target;

  static constexpr std::string_view name = "stage";
  static constexpr std::array parameters{domain::buffer, domain::scope, domain::place, domain::new_name};
  static constexpr field_list<&stage_move::buffer, &stage_move::scope, &stage_move::where,
                              &stage_move::target>
      fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    if (where == ir::place::argument) return reject_buffer(reason::buffer_is_an_argument, buffer, scope);
    return detail::check_staging(p, buffer, scope, new_name(), where);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(const ir::program& p) const {
    return detail::stage(p, buffer, scope, new_name(), where);
  }

private:
  constexpr perfdojo::name new_name() const { return target.empty() ? ir::suffixed(buffer, 's') : target; }
};
static_assert(transformation<stage_move>);

template <fixed_string Buffer, fixed_string Scope, ir::place Where = ir::place::heap,
          fixed_string Target = "">
struct stage {
  static constexpr stage_move move{Buffer, Scope, Where, Target};
};

}  // namespace perfdojo
