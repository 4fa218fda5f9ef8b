// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/common_subexpression.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;
using common = pd::common_subexpression_move;

namespace {

constexpr std::string_view pair = R"(perfdojo 1
argument y f32 [300]
argument z f32 [300]
argument x f32 [300]
argument a f32 [300]
i 300
| y[i] = exp(x[i])*a[i]
| z[i] = exp(x[i]) + 1
)";

std::string with(std::string_view old, std::string_view now) {
  std::string text(pair);
  REQUIRE(text.find(old) != std::string::npos);
  return text.replace(text.find(old), old.size(), now);
}

}  // namespace

TEST_CASE("common_subexpression: the value is computed once, in the scope") {
  check_picture(common{"i", 0, "t"}, pair, R"(perfdojo 1
argument y f32 [300]
argument z f32 [300]
argument x f32 [300]
argument a f32 [300]
heap t f32 [] in i
i 300
| t[] = exp(x[i])
| y[i] = t[]*a[i]
| z[i] = t[] + 1
)");
}

TEST_CASE("common_subexpression: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(pair).value;
  CHECK_BOTH(pd::common_subexpression<"i", 0>::move.check(p).ok());
  CHECK_BOTH(pd::common_subexpression<"i", 0>::move.apply(p).find_buffer("iv") >= 0);
  CHECK_BOTH(pd::common_subexpression<"i", 1>::move.check(p) == reject(reason::no_such_value, "i", 1, 1));
}

TEST_CASE("common_subexpression: lanes have elements of their own; the largest value comes first") {
  check_picture(common{"i", 0, "t"}, R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N]
j N/8
| i 8 bound N - 8*j vector
| | y[8*j+i] = (x[8*j+i] + 1)*(x[8*j+i] + 1)*x[8*j+i]
)",
                R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N]
heap t f32 [8] in j
j N/8
| i 8 bound N - 8*j vector
| | t[i] = x[8*j+i] + 1
| | y[8*j+i] = t[i]*t[i]*x[8*j+i]
)");
  check_picture(common{"i", 1, "t"}, R"(perfdojo 1
argument y f32 [9]
argument z f32 [9]
argument x f32 [9]
i 9
| y[i] = (x[i]/2 + 1)*exp(x[i])
| z[i] = (x[i]/2 + 1)/exp(x[i])
)",
                R"(perfdojo 1
argument y f32 [9]
argument z f32 [9]
argument x f32 [9]
heap t f32 [9]
i 9
| t[i] = exp(x[i])
| y[i] = (x[i]/2 + 1)*t[i]
| z[i] = (x[i]/2 + 1)/t[i]
)");
}

TEST_CASE("common_subexpression: names") {
  check_refused(common{"q", 0, ""}, pair, reject(reason::no_such_scope, "q"));
  check_refused(common{"i", 0, "x"}, pair, reject_buffer(reason::name_is_taken, "x", "x"));
  check_refused(common{"i", -1, ""}, pair, reject(reason::no_such_value, "i", -1, 1));
  pd::ir::program full = support::parsed(pair);
  for (char c = 'b'; !full.buffers.full(); ++c) {
    pd::ir::buffer b;
    b.label = pd::name(std::string_view(&c, 1));
    full.buffers.push(b);
  }
  CHECK(common{"i", 0, "tt"}.check(full) ==
        reject(reason::capacity_exceeded, {}, 0, pd::ir::program::max_buffers));
}

TEST_CASE("common_subexpression: values that differ, or that change in between") {
  for (const std::string_view second : {"exp(x[i+1])", "exp(a[i])", "sqrt(x[i])", "x[i]"}) {
    CAPTURE(second);
    std::string text = with("exp(x[i]) + 1", std::string(second) + " + 1");
    text.replace(text.find("x f32 [300]"), 11, "x f32 [301]");
    check_refused(common{"i", 0, ""}, text, reject(reason::no_such_value, "i", 0, 0));
  }
  check_refused(common{"i", 0, ""}, with("y[i] =", "x[i] ="), reject(reason::no_such_value, "i", 0, 0));
  check_refused(common{"i", 0, ""}, with("| z", "| j 2\n| | x[j] = 1\n| z"),
                reject(reason::no_such_value, "i", 0, 0));
  // Another element is another matter, and so is a write behind both.
  std::string next = with("| y[i] = exp(x[i])*a[i]", "| x[i+1] = exp(x[i])*a[i]");
  next.replace(next.find("x f32 [300]"), 11, "x f32 [301]");
  for (const std::string& text : {next, std::string(pair) + "| x[i] = 1\n"}) {
    const pd::ir::program p = support::parsed(text);
    REQUIRE(common{"i", 0, ""}.check(p).ok());
    CHECK(support::same_result(p, common{"i", 0, ""}.apply(p)));
  }
}

TEST_CASE("common_subexpression: one of the places is certain, or the value exists anyway") {
  constexpr std::string_view sometimes = R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N]
argument k i32 []
argument n i32 [N]
i N
| y[i] = exp(x[i-1]) if later(i)
| y[i] += exp(x[i-1]) if later(i)
)";
  check_refused(common{"i", 0, ""}, sometimes, reject(reason::value_may_not_exist, "i", 0));
  std::string text(sometimes);
  text.replace(text.rfind("x[i-1]"), 6, "x[i]");
  text.replace(text.rfind("x[i-1]"), 6, "x[i]");
  const pd::ir::program p = support::parsed(text);
  REQUIRE(common{"i", 0, ""}.check(p).ok());
  CHECK(support::same_result(p, common{"i", 0, ""}.apply(p)));
  check_refused(common{"i", 0, ""}, R"(perfdojo 1
size N
argument n i32 [N]
argument k i32 []
i N
| n[i] = select(k[] > 0, 8/k[], 8/k[] + 1)
)",
                reject(reason::value_may_not_exist, "i", 0));
}
