// SPDX-License-Identifier: Apache-2.0
// executable: can the CPU executor run a program? Legal schedules may still make more of something than its plan has room for.
#pragma once

#include <perfdojo/error/schedule_rejected.hpp>
#include <perfdojo/exec/call_plan.hpp>

namespace perfdojo::exec {

/// The label of a compile error.
template <plan_limit Limit>
struct too_many;

inline namespace PERFDOJO_ISA {

/// Accepts if a call can know the sizes, and the plan of p fits.
/// Rejects with size_is_unknown (scope is the size), plan_capacity_exceeded (asked is the plan_limit, found the capacity).
constexpr verdict check_executable(const ir::program& p, const plan& l) {
  for (int s = 0; s < p.symbols.size(); ++s)
    if (p.symbols[s].value < 0 && is_used(p, s) && !is_given(p, s))
      return reject(reason::size_is_unknown, p.symbols[s].label);
  if (l.fits()) return accept();
  const ir::node_id at = l.exceeded_at;
  const ir::node_id scope = at == ir::none || p.nodes[at].is_scope ? at : p.nodes[at].parent;
  return reject(reason::plan_capacity_exceeded, scope == ir::none ? name() : p.nodes[scope].label,
                static_cast<index_t>(l.exceeded), l.most);
}

/// ::result is the verdict on the program tag P (a bound_program), ::type its face at compile time.
template <class P>
struct executable {
  static constexpr verdict result = check_executable(P::value, plan_of<P>);
  static constexpr int failed_step = 0;

  static constexpr auto message() {
    using perfdojo::detail::rejection_of;
    using perfdojo::detail::spelled_result;
    if constexpr (result.why == reason::plan_capacity_exceeded) {
      using in = typename spelled_result<scope, executable, true,
                                         std::make_integer_sequence<int, result.scope.size()>>::type;
      return static_cast<schedule_rejected<reason::plan_capacity_exceeded, in, too_many<plan_of<P>.exceeded>,
                                           found<result.found>, call_explain_for_details>*>(nullptr);
    } else {
      return static_cast<typename rejection_of<executable>::type*>(nullptr);
    }
  }
  using type = std::remove_pointer_t<decltype(message())>;
};

}  // namespace PERFDOJO_ISA
}  // namespace perfdojo::exec
