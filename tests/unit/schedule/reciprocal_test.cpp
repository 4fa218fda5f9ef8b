// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/hoist.hpp>
#include <perfdojo/schedule/reciprocal.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using support::check_picture;
using support::check_refused;

namespace {

std::string text_of(std::string_view value, std::string_view line = "") {
  return R"(perfdojo 1
size N
argument y f32 [N]
argument n i32 [N]
argument x f32 [N]
argument a f32 []
argument k i32 []
j N
| y[j] = )" +
         std::string(value) + "\n" + std::string(line);
}
constexpr std::string_view quotient = R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N]
argument a f32 []
j N
| y[j] = x[j]/a[]
)";

}  // namespace

TEST_CASE("reciprocal: a multiplication, whose factor hoist computes once") {
  check_picture(pd::reciprocal_move{"j", 0}, quotient, R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N]
argument a f32 []
j N
| y[j] = x[j]*(1/a[])
)");
  const pd::ir::program p = pd::reciprocal_move{"j", 0}.apply(support::parsed(quotient));
  std::string text;
  pd::ir::print_to(text, pd::hoist_move{"j", 0, "t"}.apply(p));
  CHECK(text == R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N]
argument a f32 []
heap t f32 []
t[] = 1/a[]
j N
| y[j] = x[j]*t[]
)");
}

TEST_CASE("reciprocal: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(quotient).value;
  CHECK_BOTH(pd::reciprocal<"j", 0>::move.check(p).ok());
  CHECK_BOTH(pd::reciprocal<"j", 0>::move.check(pd::reciprocal<"j", 0>::move.apply(p)) ==
             reject(reason::no_such_value, "j", 0, 0));
  CHECK_BOTH(pd::reciprocal<"k", 0>::move.check(p) == reject(reason::no_such_scope, "k"));
}

TEST_CASE("reciprocal: by what no iteration changes, of floating-point numbers") {
  for (const std::string_view value : {"1/a[]", "a[]/x[j]", "x[j]*a[]", "x[j]/(a[] + x[j])"})
    check_refused(pd::reciprocal_move{"j", 0}, text_of(value), reject(reason::no_such_value, "j", 0, 0));
  check_refused(pd::reciprocal_move{"j", 0}, text_of("2", "| n[j] = n[j]/k[]\n"),
                reject(reason::no_such_value, "j", 0, 0));
  check_refused(pd::reciprocal_move{"j", 0}, text_of("x[j]/a[]", "| a[] = 3\n"),
                reject(reason::no_such_value, "j", 0, 0));
  const std::string two = text_of("x[j]/3", "| x[j] = 2/(x[j]/a[])\n");
  check_refused(pd::reciprocal_move{"j", 2}, two, reject(reason::no_such_value, "j", 2, 2));
  for (const pd::index_t which : {0, 1}) {
    const pd::ir::program p = support::parsed(two), q = pd::reciprocal_move{"j", which}.apply(p);
    CHECK(pd::ir::verify(q).ok());
    CHECK(p != q);
    CHECK(support::same_result(p, q, 1e-6));
  }
}

TEST_CASE("reciprocal: a program without room") {
  pd::ir::program full = support::parsed(quotient);
  while (full.expressions.size() < pd::ir::program::max_expressions - 1)
    full.expressions.push(pd::ir::expression());
  CHECK(pd::reciprocal_move{"j", 0}.check(full) ==
        reject(reason::capacity_exceeded, {}, 0, pd::ir::program::max_expressions));
}
