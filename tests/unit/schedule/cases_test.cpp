// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/cases.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view rows = R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [6] in i0
i0 M/6
| i1 6 bound M - 6*i0
| | t[i1] = x[6*i0+i1]
| i2 6 bound M - 6*i0
| | y[6*i0+i2] = t[i2]
)";

}  // namespace

TEST_CASE("cases: all scopes of that extent run the value of the cases scope") {
  check_picture(pd::cases_move{"i0", "i1"}, rows, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [6] in i1c
i0 M/6
| i1c 6 bound M - 6*i0 cases
| | i1 6 count(i1c)
| | | t[i1] = x[6*i0+i1]
| | i2 6 count(i1c)
| | | y[6*i0+i2] = t[i2]
)");
}

TEST_CASE("cases: around the whole program") {
  check_picture(pd::cases_move{"", "i"}, R"(perfdojo 1
size M
argument y f32 [8]
i 8 bound M
| y[i] = 1
)",
                R"(perfdojo 1
size M
argument y f32 [8]
ic 8 bound M cases
| i 8 count(ic)
| | y[i] = 1
)");
}

TEST_CASE("cases: checks while compiling, too") {
  constexpr pd::ir::program before = pd::ir::parse(rows).value;
  CHECK_BOTH(pd::cases<"i0", "i1">::move.check(before).ok());
  CHECK_BOTH(pd::cases<"", "i1">::move.check(before) == reject(reason::bound_depends_on_scope, "i0"));
}

TEST_CASE("cases: what would not run where the count is 0 is refused") {
  check_refused(pd::cases_move{"", "i"}, R"(perfdojo 1
size M
argument y f32 [8]
y[0] = 0
i 8 bound M
| y[i] = 1
)",
                reject_buffer(reason::value_beyond_bound_is_observed, "y", "i"));
}

TEST_CASE("cases: counts that are large, constant or unknown outside are refused") {
  constexpr std::string_view odd = R"(perfdojo 1
size M
argument y f32 [70]
i M
| y[0] += 1
j 65 bound M
| y[j] = 1
k 8
| l 4
| | y[l] = 1
c 4 bound M cases
| y[0] += 1
)";
  check_refused(pd::cases_move{"", "i"}, odd,
                reject(reason::extent_is_too_large, "i", 64, pd::ir::unbounded));
  check_refused(pd::cases_move{"", "j"}, odd, reject(reason::extent_is_too_large, "j", 64, 65));
  check_refused(pd::cases_move{"k", "l"}, odd, reject(reason::scope_has_no_bound, "l"));
  check_refused(pd::cases_move{"", "c"}, odd, reject(reason::scope_is_not_sequential, "c"));
  check_refused(pd::cases_move{"i0", "i0"}, rows,
                reject(reason::extent_is_too_large, "i0", 64, pd::ir::unbounded));
  check_refused(pd::cases_move{"i2", "i1"}, rows, reject(reason::scopes_are_not_nested, "i1"));
  check_refused(pd::cases_move{"x", "i1"}, rows, reject(reason::no_such_scope, "x"));
  check_refused(pd::cases_move{"", "x"}, rows, reject(reason::no_such_scope, "x"));
}
