// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/online_variance.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr pd::online_variance_move one_pass{"j", "k", "w"};
constexpr std::string_view two_passes = R"(perfdojo 1
size N
argument t f32 []
argument u f32 []
argument v f32 []
argument x f32 [N]
argument r f32 []
t[] = 0
j N
| t[] += x[j]
u[] = t[]*r[]
v[] = 0
k N
| v[] += (x[k] - u[])*(x[k] - u[])
)";

std::string with(std::string_view old, std::string_view now) {
  std::string text(two_passes);
  REQUIRE(text.find(old) != std::string::npos);
  return text.replace(text.find(old), old.size(), now);
}

}  // namespace

TEST_CASE("online_variance: the squares follow the mean") {
  check_picture(one_pass, two_passes, R"(perfdojo 1
size N
argument t f32 []
argument u f32 []
argument v f32 []
argument x f32 [N]
argument r f32 []
heap wn i64 []
heap w f32 [3]
t[] = 0
wn[] = 0
w.0 3 unrolled
| w[w.0] = 0
j N
| t[] += x[j]
| wn[] += 1
| w[2] = w[2] - t[]/f32(wn[])
| w[0] += w[2]*w[1]
| w[1] += w[2]*j
| w[0] += w[2]*w[1]
| w[2] = t[]/f32(wn[])
| w[0] += (x[j] - w[2])*(x[j] - w[2])
| w[1] += x[j] - w[2]
u[] = t[]*r[]
v[] = 0
k_b 1 bound N
| w[2] = w[2] - u[]
| v[] += w[0] + w[2]*(2*w[1] + f32(wn[])*w[2])
)");
}

TEST_CASE("online_variance: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(two_passes).value;
  CHECK_BOTH(pd::online_variance<"j", "k">::move.check(p).ok());
  CHECK_BOTH(pd::online_variance<"j", "k">::move.apply(p).find_buffer("kw") >= 0);
  CHECK_BOTH(pd::online_variance<"k", "j">::move.check(p) == reject(reason::scopes_are_not_siblings, "k"));
}

TEST_CASE("online_variance: names, siblings, extents, kinds and conditions") {
  check_refused(pd::online_variance_move{"q", "k", "w"}, two_passes, reject(reason::no_such_scope, "q"));
  check_refused(pd::online_variance_move{"j", "q", "w"}, two_passes, reject(reason::no_such_scope, "q"));
  check_refused(pd::online_variance_move{"j", "j", "w"}, two_passes,
                reject(reason::scopes_are_not_siblings, "j"));
  check_refused(pd::online_variance_move{"j", "k", "x"}, two_passes,
                reject_buffer(reason::name_is_taken, "x", "x"));
  CHECK(pd::online_variance_move{"j", "k", "w w"}.check(support::parsed(two_passes)).why ==
        reason::name_is_not_a_word);
  check_refused(one_pass, with("k N", "k 8 bound N"), reject(reason::extents_differ, "k"));
  check_refused(one_pass, with("k N", "k N parallel"), reject(reason::scope_is_not_sequential, "k"));
  check_refused(one_pass, R"(perfdojo 1
argument t f32 []
argument v f32 []
argument x f32 [9]
i 2
| t[] = 0
| j 4
| | t[] += x[j]
| k 4 if first(i)
| | v[] += (x[k] - t[])*(x[k] - t[])
)",
                reject(reason::condition_depends_on_scope, "k"));
  check_refused(one_pass, R"(perfdojo 1
argument t f32 []
argument v f32 []
argument x f32 [9]
t[] = 0
j 0
| t[] += x[j]
k 0
| v[] += (x[k] - t[])*(x[k] - t[])
)",
                reject(reason::extent_is_empty, "j"));
}

TEST_CASE("online_variance: what is a variance, and what is not") {
  const auto added = [](std::string_view value) { return with("(x[k] - u[])*(x[k] - u[])", value); };
  for (const std::string_view value :
       {"(x[k] - u[])*(x[k] + u[])", "(u[] - x[k])*(u[] - x[k])", "(x[k] - u[])*2", "x[k]*x[k]",
        "(x[k] - x[k])*(x[k] - x[k])", "x[k] - u[]"}) {
    CAPTURE(value);
    CHECK(one_pass.check(support::parsed(added(value))).why == reason::sum_is_no_variance);
  }
  for (const std::string_view value : {"(x[k] - 3)*(x[k] - 3)", "(x[k] - (u[] + 1))*(x[k] - (u[] + 1))"}) {
    const pd::ir::program p = support::parsed(added(value));
    REQUIRE(one_pass.check(p).ok());
    CHECK(support::same_result(p, one_pass.apply(p), support::reassociation));
  }
  check_refused(one_pass, with("t[] += x[j]", "t[] += 2*x[j]"),
                reject_buffer(reason::sum_is_no_variance, "v", "j"));
  check_refused(one_pass, with("t[] += x[j]", "t[] max= x[j]"),
                reject_buffer(reason::sum_is_no_variance, "v", "j"));
  check_refused(one_pass, with("| t[] += x[j]", "| l 3\n| | t[] += x[j]"),
                reject_buffer(reason::sum_is_no_variance, "v", "j"));
  check_refused(one_pass, with("| t[] += x[j]\nu", "| l 3 if later(j)\n| | t[] += x[j]\nu"),
                reject_buffer(reason::sum_is_no_variance, "v", "j"));
  check_refused(one_pass, with("| v[] +=", "| v[] *="), reject(reason::update_is_not_a_reduction, "k"));
  check_refused(one_pass, with("| v[] +=", "| u[] = 1\n| v[] +="),
                reject(reason::update_is_not_a_reduction, "k"));
  check_refused(one_pass, with("t[] += x[j]", "t[] += x[j]\n| t[] max= 7"),
                reject_buffer(reason::sum_is_no_variance, "v", "j"));
  std::string own = with("argument v f32 []\nargument x f32 [N]\nargument r f32 []",
                         "argument x f32 [N]\nargument r f32 []\nheap v f32 [] in k");
  own.replace(own.find("v[] = 0\n"), 8, "");
  check_refused(one_pass, own, reject(reason::update_is_not_a_reduction, "k"));
}

TEST_CASE("online_variance: the sum starts as zero, and x stays as it is") {
  check_refused(one_pass, with("t[] = 0", "t[] = 1"),
                reject_buffer(reason::sum_does_not_start_at_zero, "t", "j"));
  check_refused(one_pass, with("v[] = 0\n", "v[] = 0\nx[0] = 2\n"),
                reject_buffer(reason::inputs_change, "v", "j"));
  const pd::ir::program p = support::parsed(with("v[] = 0", "v[] = 5"));
  REQUIRE(one_pass.check(p).ok());
  CHECK(support::same_result(p, one_pass.apply(p), support::reassociation));
}

TEST_CASE("online_variance: sums over blocks, whose elements count once each") {
  constexpr std::string_view blocks = R"(perfdojo 1
size N
argument v f32 [2]
argument x f32 [3, N, 4]
heap t f32 []
t[] = 0
v[1] = 2
j N/4
| a 3
| | b 4 bound N - 4*j
| | | t[] += x[a, 4*j+b, 2]
k N/4
| d 4 bound N - 4*k
| | c 3
| | | v[1] += (x[c, 4*k+d, 2] - t[])*(x[c, 4*k+d, 2] - t[])
)";
  const auto with_line = [&](std::string_view old, std::string_view now) {
    std::string text(blocks);
    REQUIRE(text.find(old) != std::string::npos);
    return text.replace(text.find(old), old.size(), now);
  };
  const pd::ir::program p = support::parsed(blocks);
  REQUIRE(one_pass.check(p).ok());
  const pd::ir::program q = one_pass.apply(p);
  CHECK(pd::ir::verify(q).ok());
  CHECK(support::same_result(p, q, support::reassociation, 3, 20));
  // Twice the same elements, other elements, a block that not every iteration has, and blocks of different sizes.
  const auto is_no_variance = [&](std::string_view old, std::string_view now) {
    CAPTURE(now);
    CHECK(one_pass.check(support::parsed(with_line(old, now))).why == reason::sum_is_no_variance);
  };
  is_no_variance("x[c, 4*k+d, 2] - t[])*(x[c, 4*k+d, 2]", "x[1, 4*k+d, 2] - t[])*(x[1, 4*k+d, 2]");
  is_no_variance("x[c, 4*k+d, 2] - t[])*(x[c, 4*k+d, 2]", "x[c, 4*k+d, 1] - t[])*(x[c, 4*k+d, 1]");
  is_no_variance("| | c 3", "| | c 2");
  is_no_variance("| d 4 bound N - 4*k", "| d 4 bound N - 4*k if later(k)");
  is_no_variance("| | b 4 bound N - 4*j", "| | b 4 bound N - 4*j if later(j)");
  is_no_variance("| | b 4 bound N - 4*j", "| | b 4 bound N - 3*j");
  is_no_variance("t[] += x[a", "t[] += 1 + x[a");
}
