// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/error/schedule_rejected.hpp>

#include "support/check_both.hpp"

#include <type_traits>

namespace pd = perfdojo;

TEST_CASE("verdict: accepted or rejected with values") {
  CHECK_BOTH(pd::accept().ok());
  CHECK_BOTH(!pd::reject(pd::reason::no_such_scope, "i").ok());
  CHECK_BOTH(pd::reject(pd::reason::factor_out_of_range, "i", 1, 2).asked == 1);
  CHECK_BOTH(pd::reject(pd::reason::factor_out_of_range, "i", 1, 2).found == 2);
  CHECK_BOTH(pd::reject_buffer(pd::reason::no_such_buffer, "x").buffer == "x");
  CHECK_BOTH(pd::reject(pd::reason::no_such_scope, "i") != pd::reject(pd::reason::no_such_scope, "j"));
}

namespace {
struct refused {
  static constexpr pd::verdict result{pd::reason::factor_does_not_divide_extent, "i0", {}, 7, 30};
  static constexpr int failed_step = 2;
};
struct accepted {
  static constexpr pd::verdict result = pd::accept();
  static constexpr int failed_step = 0;
};
}  // namespace

TEST_CASE("schedule_rejected: the arguments spell step, names and values") {
  using expected =
      pd::schedule_rejected<pd::reason::factor_does_not_divide_extent, pd::step<2>, pd::scope<'i', '0'>,
                            pd::in_buffer<>, pd::asked<7>, pd::found<30>, pd::call_explain_for_details>;
  CHECK_BOTH(std::is_same_v<pd::detail::rejection_of<refused>::type, expected>);
  CHECK_BOTH(pd::detail::rejection_of<accepted>::type::ok);
}
