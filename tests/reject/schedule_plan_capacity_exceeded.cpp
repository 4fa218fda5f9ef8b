// SPDX-License-Identifier: Apache-2.0
// plan_capacity_exceeded: a legal schedule whose plan is too large for the executor.
// REJECT: schedule_rejected<.*\bplan_capacity_exceeded, .*\bscope<'i', '1'>.*too_many<.*outer_scopes_in_one_index>.*found<5L?>.*call_explain_for_details
#include <perfdojo/exec/run.hpp>

namespace pd = perfdojo;
namespace lang = pd::lang;

struct doubled {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"x", float, "M"> x{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr auto math = (y(i) = 2 * x(i));
};
using four = pd::schedule<pd::split<"i", 64, pd::tail::guard>, pd::split<"i0", 2, pd::tail::guard>,
                          pd::split<"i00", 2, pd::tail::guard>, pd::split<"i000", 2, pd::tail::guard>>;
using five = pd::schedule<pd::split<"i", 64, pd::tail::guard>, pd::split<"i0", 2, pd::tail::guard>,
                          pd::split<"i00", 2, pd::tail::guard>, pd::split<"i000", 2, pd::tail::guard>,
                          pd::split<"i0000", 2, pd::tail::guard>>;
#ifdef REJECT
using steps = five;
#else
using steps = four;
#endif
static_assert(pd::is_legal<doubled, steps>);

void call(float* y, const float* x) { pd::run<doubled, steps>(pd::vector(y, 8), pd::vector(x, 8)); }
