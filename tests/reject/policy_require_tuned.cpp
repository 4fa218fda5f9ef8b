// SPDX-License-Identifier: Apache-2.0
// require_tuned: a kernel that no tuned header has a schedule for.
// REJECT: perfdojo: require_tuned: this kernel has no tuned schedule here. Include the perfdojo_tuned.hpp
#include <perfdojo/dispatch/policy.hpp>

namespace pd = perfdojo;
namespace lang = pd::lang;

struct kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "N"> y{};
  static constexpr lang::tensor<"x", float, "N"> x{};
  static constexpr auto math = (y(i) = 2.f * x(i));
  using default_schedule = pd::schedule<>;
};

#ifndef REJECT
namespace perfdojo {
template <>
struct tuned<kernel> {
  using entries = tuned_entries<tuned_entry<INT64_MAX, schedule<>>>;
};
}  // namespace perfdojo
#endif
static_assert(pd::require_tuned<kernel>);
