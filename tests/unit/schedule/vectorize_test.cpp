// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/vectorize.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view lanes = R"(perfdojo 1
size M
argument y f32 [M]
argument s f32 []
argument x f32 [M]
i0 M/16
| i1 16 bound M - 16*i0
| | y[16*i0+i1] = 2*x[16*i0+i1]
| | s[] += x[16*i0+i1]
)";

}  // namespace

TEST_CASE("vectorize: lanes that are independent but for a sum") {
  check_picture(pd::vectorize_move{"i1"}, lanes, R"(perfdojo 1
size M
argument y f32 [M]
argument s f32 []
argument x f32 [M]
i0 M/16
| i1 16 bound M - 16*i0 vector
| | y[16*i0+i1] = 2*x[16*i0+i1]
| | s[] += x[16*i0+i1]
)");
}

TEST_CASE("vectorize: checks while compiling, too") {
  constexpr pd::ir::program before = pd::ir::parse(lanes).value;
  CHECK_BOTH(pd::vectorize<"i1">::move.check(before).ok());
  CHECK_BOTH(pd::vectorize<"i0">::move.check(before) == reject(reason::scope_holds_scopes, "i0"));
}

TEST_CASE("vectorize: lanes that depend on each other, or share what each needs, are refused") {
  check_refused(pd::vectorize_move{"i"}, R"(perfdojo 1
argument y f32 [8]
argument s f32 []
i 8
| s[] += y[i]
| y[i] = s[]
)",
                reject_buffer(reason::dependence_is_carried, "s", "i"));
  check_refused(pd::vectorize_move{"i"}, R"(perfdojo 1
argument y f32 [8]
heap t f32 [] in i
i 8
| t[] = y[i]
| y[i] = t[] + 1
)",
                reject_buffer(reason::buffer_lives_in_scope, "t", "i"));
  check_refused(pd::vectorize_move{"i"}, R"(perfdojo 1
argument y f32 [8]
i 8
| y[i] = 1 if later(i)
)",
                reject(reason::condition_depends_on_scope, "i"));
  check_refused(pd::vectorize_move{"i"}, R"(perfdojo 1
argument y f32 [65]
i 65
| y[i] = 1
)",
                reject(reason::extent_is_too_large, "i", 64, 65));
  check_refused(pd::vectorize_move{"i"}, R"(perfdojo 1
argument y f32 [4]
i 4 unrolled
| y[i] = 1
)",
                reject(reason::scope_is_not_sequential, "i"));
  check_refused(pd::vectorize_move{"j"}, lanes, reject(reason::no_such_scope, "j"));
}
