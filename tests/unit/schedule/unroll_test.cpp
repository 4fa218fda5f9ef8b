// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/unroll.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view sums = R"(perfdojo 1
size K
argument y f32 [6]
argument A f32 [6, K]
i 6
| k K
| | y[i] += A[i, k]
l 65
| y[0] += l
)";

}  // namespace

TEST_CASE("unroll: the scope is marked") {
  check_picture(pd::unroll_move{"i"}, sums, R"(perfdojo 1
size K
argument y f32 [6]
argument A f32 [6, K]
i 6 unrolled
| k K
| | y[i] += A[i, k]
l 65
| y[0] += l
)");
}

TEST_CASE("unroll: what costs too much code, or depends on its order, is refused") {
  check_refused(pd::unroll_move{"j"}, sums, reject(reason::no_such_scope, "j"));
  check_refused(pd::unroll_move{"l"}, sums, reject(reason::extent_is_too_large, "l", 64, 65));
  check_refused(pd::unroll_move{"k"}, sums, reject(reason::extent_is_too_large, "k", 64, pd::ir::unbounded));
  check_refused(pd::unroll_move{"i"}, R"(perfdojo 1
argument y f32 [9]
i 8
| y[i+1] = y[i] + 1
)",
                reject_buffer(reason::dependence_is_carried, "y", "i"));
  check_refused(pd::unroll_move{"i"}, R"(perfdojo 1
argument y f32 [9]
i 8
| y[i] = 1 if first(i)
)",
                reject(reason::condition_depends_on_scope, "i"));
  check_refused(pd::unroll_move{"i"}, R"(perfdojo 1
argument y f32 [9]
i 8 vector
| y[i] = 1
)",
                reject(reason::scope_is_not_sequential, "i"));
}

TEST_CASE("unroll: checks while compiling, too") {
  constexpr pd::ir::program before = pd::ir::parse(sums).value;
  CHECK_BOTH(pd::unroll<"i">::move.check(before).ok());
  CHECK_BOTH(pd::unroll<"i">::move.apply(before).nodes[0].kind == pd::ir::scope_kind::unrolled);
}
