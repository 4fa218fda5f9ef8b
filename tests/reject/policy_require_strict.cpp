// SPDX-License-Identifier: Apache-2.0
// require_strict: a default schedule that adds up in another order.
// REJECT: schedule_rejected<.*\breassociation_is_forbidden, .*\bstep<2>.*in_buffer<'s'>.*call_explain_for_details
#include <perfdojo/dispatch/policy.hpp>

namespace pd = perfdojo;
namespace lang = pd::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"s", float> s{};
  static constexpr lang::tensor<"x", float, "N"> x{};
  static constexpr auto math = (s() = lang::sum(i, x(i)));
#ifdef REJECT
  using default_schedule = pd::schedule<pd::split<"i", 16, pd::tail::guard>, pd::vectorize<"i1">>;
#else
  using default_schedule = pd::schedule<pd::split<"i", 16, pd::tail::guard>>;
#endif
};
static_assert(pd::require_strict<kernel>);
