// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/online.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view sum = R"(perfdojo 1 sum
size N
argument m f32 []
argument s f32 []
argument x f32 [N]
m[] = -inf
s[] = 0
j N
| m[] max= x[j]
k N
| s[] += exp(x[k] - m[])
)";

// sum with one text in the place of another.
std::string with(std::string_view old, std::string_view now) {
  std::string text(sum);
  REQUIRE(text.find(old) != std::string::npos);
  return text.replace(text.find(old), old.size(), now);
}

}  // namespace

TEST_CASE("online: the sum is scaled when the maximum grows") {
  check_picture(pd::online_move{"j", "k", "o"}, sum, R"(perfdojo 1 sum
size N
argument m f32 []
argument s f32 []
argument x f32 [N]
heap o f32 []
heap mc f32 [] in j
m[] = -inf
s[] = 0
j N
| o[] = max(m[], -0x1.fffffep127)
| m[] max= x[j]
| mc[] = max(m[], -0x1.fffffep127)
| o[] = select(o[] == mc[], 1, exp(o[] - mc[]))
| s[] *= o[]
| s[] += exp(x[j] - mc[])
j_b 1 bound N
| o[] = select(m[] == -inf, m[] - m[], 0)
| s[] += o[]
)");
}

TEST_CASE("online: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(sum).value;
  CHECK_BOTH(pd::online<"j", "k">::move.check(p).ok());
  CHECK_BOTH(pd::online<"j", "k">::move.apply(p).find_buffer("mo") >= 0);
  CHECK_BOTH(pd::online<"k", "j">::move.check(p) == reject(reason::scopes_are_not_siblings, "k"));
}

TEST_CASE("online: names, neighbours, extents, kinds and conditions") {
  check_refused(pd::online_move{"q", "k", ""}, sum, reject(reason::no_such_scope, "q"));
  check_refused(pd::online_move{"j", "q", ""}, sum, reject(reason::no_such_scope, "q"));
  check_refused(pd::online_move{"j", "k", "x"}, sum, reject_buffer(reason::name_is_taken, "x", "x"));
  check_refused(pd::online_move{"j", "k", ""},
                with("s[] = 0\nj N\n| m[] max= x[j]\n", "j N\n| m[] max= x[j]\ns[] = 0\n"),
                reject(reason::scopes_are_not_siblings, "j"));
  check_refused(pd::online_move{"j", "k", ""}, with("k N", "k 8 bound N"),
                reject(reason::extents_differ, "k"));
  const std::string empty = with("[N]\nm", "[N]\ni 2\n| j 0\n| | m[] max= x[j]\n| k 0\n| | s[] += x[k]\nm");
  check_refused(pd::online_move{"j", "k", ""}, empty.substr(0, empty.rfind("m[] = -inf")),
                reject(reason::extent_is_empty, "j"));
  constexpr std::string_view kinds = R"(perfdojo 1
argument s f32 []
argument m f32 []
argument x f32 [9]
i 2
| m[] = 0
| s[] = 0
| j 4 unrolled
| | m[] max= x[j]
| k 4
| | s[] += exp(x[k] - m[])
| l 4 if first(i)
| | s[] += exp(x[l] - m[])
)";
  check_refused(pd::online_move{"j", "k", ""}, kinds, reject(reason::scope_is_not_sequential, "j"));
  check_refused(pd::online_move{"k", "l", ""}, kinds, reject(reason::condition_depends_on_scope, "l"));
}

TEST_CASE("online: what is no maximum, or no sum") {
  check_refused(pd::online_move{"j", "k", ""}, with("max=", "min="),
                reject(reason::update_is_not_a_reduction, "j"));
  check_refused(pd::online_move{"j", "k", ""}, with("max=", "="),
                reject(reason::update_is_not_a_reduction, "j"));
  check_refused(pd::online_move{"j", "k", ""}, with(" - m[])", ")"),
                reject(reason::update_is_not_a_reduction, "j"));
  check_refused(pd::online_move{"j", "k", ""}, with("s[] +=", "s[] *="),
                reject_buffer(reason::update_is_not_a_reduction, "s", "k"));
  check_refused(pd::online_move{"j", "k", ""}, with("s[] +=", "s[] ="),
                reject_buffer(reason::update_is_not_a_reduction, "s", "k"));
}

TEST_CASE("online: the algebra of what is added") {
  const auto added = [](std::string_view value) { return with("exp(x[k] - m[])", value); };
  for (const std::string_view value :
       {"exp(x[k] - m[])*2", "x[k]*exp(x[k] - m[])", "-exp(x[k] - m[])", "exp(x[k] - m[])/(1 + x[k]*x[k])",
        "exp(x[k] - m[])*x[k] + 3*exp(x[k] - m[])"}) {
    CAPTURE(value);
    const pd::ir::program p = support::parsed(added(value));
    REQUIRE(pd::online_move{"j", "k", ""}.check(p).ok());
    const pd::ir::program q = pd::online_move{"j", "k", ""}.apply(p);
    CHECK(pd::ir::verify(q).ok());
    CHECK(support::same_result(p, q, support::reassociation));
  }
  for (const std::string_view value :
       {"exp(m[] - x[k])", "exp(x[k] + m[])", "exp(x[k]) - m[]", "exp(x[k] - m[]) + 1", "1/exp(x[k] - m[])",
        "exp(x[k] - m[])*exp(x[k] - m[])", "exp(2*x[k] - m[])", "exp(x[0] - m[])", "exp(x[k] - m[])*m[]",
        "exp(x[k] - m[] - m[])", "select(x[k] > 0, exp(x[k] - m[]), 0)", "abs(exp(x[k] - m[]))"}) {
    CAPTURE(value);
    check_refused(pd::online_move{"j", "k", ""}, added(value),
                  reject_buffer(reason::sum_does_not_rescale, "s", "k"));
  }
  std::string wide = with("argument s f32", "argument s f64");
  wide.replace(wide.find("exp(x[k] - m[])"), 15, "f64(exp(x[k] - m[]))");
  check_refused(pd::online_move{"j", "k", ""}, wide, reject_buffer(reason::sum_does_not_rescale, "s", "k"));
}

TEST_CASE("online: the sum starts as zero, and only the sum") {
  check_refused(pd::online_move{"j", "k", ""}, with("s[] = 0", "s[] = 1"),
                reject_buffer(reason::sum_does_not_start_at_zero, "s", "k"));
  check_refused(pd::online_move{"j", "k", ""}, with("s[] = 0\n", ""),
                reject_buffer(reason::sum_does_not_start_at_zero, "s", "k"));
  check_refused(pd::online_move{"j", "k", ""}, with("s[] = 0\n", "s[] = 0\ns[] += 2\n"),
                reject_buffer(reason::sum_does_not_start_at_zero, "s", "k"));
  check_refused(pd::online_move{"j", "k", ""}, R"(perfdojo 1
size N
argument m f32 []
argument s f32 [3]
argument x f32 [N]
c 2
| s[c] = 0
j N
| m[] max= x[j]
k N
| d 3
| | s[d] += exp(x[k] - m[])
)",
                reject_buffer(reason::sum_does_not_start_at_zero, "s", "k"));
}

TEST_CASE("online: nothing else looks at the maximum or at the sum on the way") {
  constexpr std::string_view steps = R"(perfdojo 1
size N
argument m f32 []
argument s f32 []
argument y f32 [N]
argument x f32 [N]
s[] = 0
j N
| m[] max= x[j]
| y[j] = 2
k N
| s[] += exp(x[k] - m[])
)";
  const auto in_place_of_two = [&](std::string_view value, std::string_view line) {
    std::string text(steps);
    text.replace(text.find(" = 2") + 3, 1, value);
    return text + std::string(line);
  };
  CHECK(pd::online_move{"j", "k", ""}.check(support::parsed(steps)).ok());
  check_refused(pd::online_move{"j", "k", ""}, in_place_of_two("m[]", ""),
                reject_buffer(reason::dependence_is_reversed, "m", "j"));
  check_refused(pd::online_move{"j", "k", ""}, in_place_of_two("s[]", ""),
                reject_buffer(reason::dependence_is_reversed, "s", "k"));
  check_refused(pd::online_move{"j", "k", ""}, in_place_of_two("2", "| m[] max= 3\n"),
                reject_buffer(reason::dependence_is_reversed, "m", "k"));
  check_refused(pd::online_move{"j", "k", ""}, in_place_of_two("2", "| y[k] = s[]\n"),
                reject_buffer(reason::dependence_is_reversed, "s", "k"));
  check_refused(pd::online_move{"j", "k", ""}, in_place_of_two("2", "| y[k] = exp(x[k] - m[])\n"),
                reject_buffer(reason::update_is_not_a_reduction, "y", "k"));
  // An iteration of the second scope would come before one of the first that reads what it overwrites.
  check_refused(pd::online_move{"j", "k", ""}, in_place_of_two("x[0]", "| x[k] = 5\n"),
                reject_buffer(reason::dependence_is_reversed, "x", "j"));
}

TEST_CASE("online: x is read as it was, in the same iteration") {
  constexpr std::string_view changing = R"(perfdojo 1
size N
argument m f32 []
argument s f32 []
argument x f32 [N]
s[] = 0
j N
| m[] max= x[j]
| x[j] = 2*x[j]
k N
| s[] += exp(x[k] - m[])
)";
  check_refused(pd::online_move{"j", "k", ""}, changing,
                reject_buffer(reason::sum_does_not_rescale, "s", "k"));
  std::string before(changing);
  before.replace(before.find("| m[] max= x[j]\n| x[j] = 2*x[j]\n"), 32, "| x[j] = 2*x[j]\n| m[] max= x[j]\n");
  const pd::ir::program p = support::parsed(before);
  REQUIRE(pd::online_move{"j", "k", ""}.check(p).ok());
  CHECK(support::same_result(p, pd::online_move{"j", "k", ""}.apply(p), support::reassociation));
}

TEST_CASE("online: a sum whose elements are not all of every iteration") {
  constexpr std::string_view varying = R"(perfdojo 1
argument m f32 []
argument s f32 [4]
argument x f32 [4]
c 4
| s[c] = 0
j 4
| m[] max= x[j]
k 4
| d 4
| | s[d] += exp(x[k] - m[])
)";
  CHECK(pd::online_move{"j", "k", ""}.check(support::parsed(varying)).ok());
  const auto with_line = [&](std::string_view old, std::string_view now) {
    std::string text(varying);
    return text.replace(text.find(old), old.size(), now);
  };
  const pd::verdict refused = reject_buffer(reason::accesses_differ, "s", "k");
  check_refused(pd::online_move{"j", "k", ""}, with_line("| d 4", "| d 4 if later(k)"), refused);
  check_refused(pd::online_move{"j", "k", ""}, with_line("s[d] +=", "s[k] +="), refused);
  check_refused(pd::online_move{"j", "k", ""}, with_line("| d 4\n| | s[d]", "| d 2\n| | s[k+d]"), refused);
}

TEST_CASE("online: sums of infinities and NaN are those of the two passes") {
  constexpr std::string_view rows = R"(perfdojo 1
size M
argument m f32 [M]
argument s f32 [M, 2]
argument x f32 [M, 4]
i M
| m[i] = -inf
| c 2
| | s[i, c] = 0
| j 4
| | m[i] max= x[i, j]
| k 4
| | d 2
| | | s[i, d] += exp(x[i, k] - m[i])*(1 + 2*x[i, d])
)";
  constexpr float inf = INFINITY;
  const float special[] = {0, -inf, inf, NAN, 3, -3.4e38f};
  std::vector<float> x;
  for (int row = 0; row < 6 * 6 * 6 * 6; ++row)
    for (int at = 0, rest = row; at < 4; ++at, rest /= 6) x.push_back(special[rest % 6]);
  const auto size = static_cast<pd::index_t>(x.size() / 4);
  const auto sums = [&](const pd::ir::program& p) {
    std::vector<float> m(static_cast<std::size_t>(size)), s(m.size() * 2);
    pd::exec::reference_arguments a;
    a.sizes.push(size);
    a.arguments.push({m.data(), {1}});
    a.arguments.push({s.data(), {2, 1}});
    a.arguments.push({x.data(), {4, 1}});
    pd::exec::reference(p, a);
    return s;
  };
  for (const bool ignores_nan : {false, true}) {
    std::string text(rows);
    if (ignores_nan) text.replace(text.find("max="), 4, "max_number=");
    const pd::ir::program p = support::parsed(text);
    const pd::online_move move{"j", "k", ""};
    REQUIRE(move.check(p).ok());
    const std::vector<float> expected = sums(p), found = sums(move.apply(p));
    int nan = 0, different = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      nan += std::isnan(expected[i]);
      const bool same = expected[i] == found[i] || std::fabs(expected[i] - found[i]) < 1e-5f ||
                        (std::isnan(expected[i]) && std::isnan(found[i]));
      different += !same;
    }
    CHECK(nan > 0);
    CHECK(nan < static_cast<int>(expected.size()));
    CHECK(different == 0);
  }
}
