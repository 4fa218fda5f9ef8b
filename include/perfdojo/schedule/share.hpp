// SPDX-License-Identifier: Apache-2.0
// share: how the threads share the iterations of a parallel scope.
#pragma once

#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// dynamic: a thread that is done takes over iterations of others. fixed: as many contiguous parts as there are threads, whose borders
/// depend on the number of iterations and of threads only.
enum class sharing : std::uint8_t { dynamic, fixed };

/// Says how many iterations of a parallel scope a thread takes at a time at least, and whether the parts are fixed beforehand.
///
///     before                 after share<"i", 8, sharing::fixed>
///     i M parallel           i M parallel grain 8 fixed
///     | y[i] = 2*x[i]        | y[i] = 2*x[i]
///
/// Of two parallel scopes that share their iterations together (parallelize.hpp), the outer one counts, and counts those of both.
/// Legal when:   the scope is parallel, grain is 1 to 2^30, and one of the two changes.
/// Rejects with: no_such_scope, scope_is_not_parallel, factor_out_of_range, work_is_shared_so.
/// Order:        iterations run in any order anyway; never reassociates.
/// Good for:     a grain: iterations of few operations; fixed parts: equal iterations, data that stays with a thread from call to call.
///               Costs: with fixed parts the slowest thread counts.
/// Elsewhere:    schedule(static, n) and schedule(dynamic, n) (OpenMP); the extent of a split before parallel (Halide, TVM, Tiramisu).
struct share_move {
  perfdojo::name scope;
  index_t grain = 1;
  sharing how = sharing::dynamic;

  static constexpr std::string_view name = "share";
  static constexpr std::array parameters{domain::scope, domain::distance, domain::sharing};
  static constexpr field_list<&share_move::scope, &share_move::grain, &share_move::how> fields{};
  static constexpr result_class worst_class = result_class::bitwise_equal;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id n = p.find(scope);
    if (n == ir::none) return reject(reason::no_such_scope, scope);
    const ir::node& s = p.nodes[n];
    if (s.kind != ir::scope_kind::parallel) return reject(reason::scope_is_not_parallel, scope);
    if (grain < 1 || grain > ir::max_grain) return reject(reason::factor_out_of_range, scope, grain);
    const bool changes = s.grain != grain || s.fixed_parts != (how == sharing::fixed);
    return changes ? accept() : reject(reason::work_is_shared_so, scope);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    ir::node& s = p.nodes[p.find(scope)];
    s.grain = grain;
    s.fixed_parts = how == sharing::fixed;
    return p;  // still canonical: no node, access or expression changed its place
  }
};
static_assert(transformation<share_move>);

template <fixed_string Scope, index_t Grain, sharing How = sharing::dynamic>
struct share {
  static constexpr share_move move{Scope, Grain, How};
};

}  // namespace perfdojo
