// SPDX-License-Identifier: Apache-2.0
// plan_limit: what the CPU executor has a fixed capacity for. exec/plan.hpp has the numbers.
#pragma once

#include <cstdint>
#include <string_view>

namespace perfdojo {

/// exec/executable.hpp puts the enumerator into verdict::asked of reason::plan_capacity_exceeded.
enum class plan_limit : std::uint8_t {
  none,
  nested_scopes,
  children_of_one_scope,
  outer_scopes_in_one_bound,
  outer_scopes_in_one_index,
  different_bounds,
  guards_of_one_operation,
  loads_of_one_operation,
  operations
};

constexpr std::string_view words_of(plan_limit l) {
  constexpr std::string_view words[] = {"",
                                        "nested scopes",
                                        "children of one scope",
                                        "outer scopes in one bound",
                                        "outer scopes in one index",
                                        "different bounds",
                                        "guards of one operation",
                                        "loads of one operation",
                                        "operations"};
  return words[static_cast<int>(l)];
}

}  // namespace perfdojo
