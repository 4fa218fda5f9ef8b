// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/hoist_nest.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view declarations = R"(perfdojo 1 sums
size M
size K
argument x f32 [K]
argument y f32 [M]
argument n i32 [8]
argument a f32 [8]
)";
constexpr std::string_view own_sum = "heap s f32 [] in i\n", sum = "heap s f32 []\n",
                           rows = "i M\n| s[] = 0\n| k K\n| | s[] += x[k]\n| y[i] *= s[]\n";

// A program of these lines.
template <class... Parts>
std::string program(const Parts&... parts) {
  std::string text(declarations);
  (text.append(parts), ...);
  return text;
}
// Eight iterations of these children, with the private buffers t and u if they are used.
std::string eight(std::string_view children) {
  const bool has_t = children.find("t[") != std::string_view::npos,
             has_u = children.find("u[") != std::string_view::npos;
  return program(has_t ? "heap t f32 [8]\n" : "", has_u ? "heap u f32 [] in i\n" : "", "i 8\n", children);
}
const pd::hoist_nest_move one{"i", 1}, two{"i", 2};

}  // namespace

TEST_CASE("hoist_nest: a sum is added up once; it lives outside of the scope") {
  constexpr std::string_view after = "s[] = 0\nk K\n| s[] += x[k]\ni M\n| y[i] *= s[]\n";
  check_picture(two, program(sum, rows), program(sum, after));
  check_picture(two, program(own_sum, rows), program(sum, after));
}

TEST_CASE("hoist_nest: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(R"(perfdojo 1
argument y f32 [8]
argument a f32 []
i 8
| a[] = 1
| y[i] = a[]
)")
                                    .value;
  CHECK_BOTH(pd::hoist_nest<"i", 1>::move.check(p).ok());
  CHECK_BOTH(pd::ir::child_count(pd::hoist_nest<"i", 1>::move.apply(p), pd::ir::none) == 2);
  CHECK_BOTH(pd::hoist_nest<"i", 2>::move.check(p) == reject(reason::no_such_child, "i", 2, 2));
}

TEST_CASE("hoist_nest: nests keep their scopes and conditions, and take that of the scope") {
  check_picture(one, R"(perfdojo 1
size M
argument x f32 [M]
argument y f32 [5]
heap t f32 [M] in i
h 5
| i 4 if later(h)
| | k M
| | | t[k] = x[k] + h
| | | t[k] *= t[k]
| | l M
| | | y[h] += t[l]
)",
                R"(perfdojo 1
size M
argument x f32 [M]
argument y f32 [5]
heap t f32 [M] in h
h 5
| k M if later(h)
| | t[k] = x[k] + h
| | t[k] *= t[k]
| i 4 if later(h)
| | l M
| | | y[h] += t[l]
)");
}

TEST_CASE("hoist_nest: arguments too, where the scope surely runs") {
  check_picture(one, eight("| a[0] = a[7]\n| a[1] += a[0]\n"), R"(perfdojo 1 sums
size M
size K
argument x f32 [K]
argument y f32 [M]
argument n i32 [8]
argument a f32 [8]
a[0] = a[7]
i 8
| a[1] += a[0]
)");
}

TEST_CASE("hoist_nest: names and places") {
  const std::string p = eight("| a[0] = 1\n| a[i] += 2\n");
  check_refused(pd::hoist_nest_move{"q", 1}, p, reject(reason::no_such_scope, "q"));
  check_refused(pd::hoist_nest_move{"i", 0}, p, reject(reason::no_such_child, "i", 0, 2));
  check_refused(two, p, reject(reason::no_such_child, "i", 2, 2));
  check_refused(one, eight("| a[0] = 1\n"), reject(reason::scope_has_one_child, "i"));
  check_refused(one, program("i 0\n| a[0] = 1\n| a[1] = 2\n"), reject(reason::extent_is_empty, "i"));
  check_refused(one,
                program("heap s f32 []\nheap t f32 [4]\ni 4 bound M beyond zero\n| s[] = 1\n| t[i] = s[]\n"),
                reject(reason::scope_is_not_sequential, "i"));
}

TEST_CASE("hoist_nest: nothing depends on the index of the scope") {
  const auto depends = [](pd::index_t child) { return reject(reason::child_depends_on_scope, "i", child); };
  check_refused(one, eight("| t[i] = 1\n| a[0] = 1\n"), depends(0));
  check_refused(two, eight("| t[1] = 1\n| t[0] = i\n| a[0] = 1\n"), depends(1));
  check_refused(one, eight("| k 8 bound K - i\n| | t[k] = 1\n| a[0] = 1\n"), depends(0));
  check_refused(one, eight("| t[0] = 1 if first(i)\n| a[0] = 1\n"), depends(0));
  check_refused(one,
                program("heap t f32 [8]\ni 8 bound M cases\n| j 8 count(i)\n| | t[j] = 1\n| a[0] = t[0]\n"),
                depends(0));
  check_refused(one, R"(perfdojo 1
argument a f32 [8]
g 4
| h 4
| | i 4 if first(g)
| | | a[0] = 1 if later(h)
| | | a[1] = 1
)",
                reject(reason::condition_depends_on_scope, "i"));
}

TEST_CASE("hoist_nest: what is done once must do the same when repeated") {
  const auto carried = [](std::string_view b) {
    return reject_buffer(reason::dependence_is_carried, pd::name(b), "i");
  };
  check_refused(one, eight("| a[0] += 1\n| y[0] = 1\n"), carried("a"));
  check_refused(one, eight("| a[0] = a[0]*2\n| y[0] = 1\n"), carried("a"));
  check_refused(one, eight("| k 7\n| | a[k] = a[k+1]\n| y[0] = 1\n"), carried("a"));
  check_refused(two, eight("| k 4\n| | t[k] = 1\n| l 8\n| | t[l] += 1\n| y[0] = t[0]\n"), carried("t"));
  // K == 0 sets nothing.
  check_refused(two, eight("| k K\n| | t[0] = 1\n| t[0] += 2\n| y[0] = t[0]\n"), carried("t"));
  check_refused(two, eight("| k 8\n| | t[k] = t[7]\n| t[0] = 1\n| y[0] = t[0]\n"), carried("t"));
  CHECK(two.check(support::parsed(eight("| k 8\n| | t[k] = 1\n| l 8\n| | t[l] += 1\n| y[0] = t[0]\n"))).ok());
}

TEST_CASE("hoist_nest: the rest of the body leaves alone what moves") {
  const auto carried = [](std::string_view b) {
    return reject_buffer(reason::dependence_is_carried, pd::name(b), "i");
  };
  check_refused(one, eight("| a[0] = x[0]\n| a[0] += 1\n"), carried("a"));
  check_refused(one, eight("| a[0] = x[0]\n| x[i] = 1\n"), carried("x"));
  check_refused(one, eight("| a[0] = 1\n| k 8\n| | a[k] = 1\n"), carried("a"));
  CHECK(one.check(support::parsed(eight("| a[0] = x[0]\n| k 7\n| | a[k+1] += a[0]\n"))).ok());
  check_refused(one, eight("| u[] = x[0]\n| y[i] = u[]\n| u[] = 1\n"),
                reject_buffer(reason::live_range_exceeds_iteration, "u", "i"));
}

TEST_CASE("hoist_nest: a scope that may run nothing") {
  check_refused(one, program("i M\n| a[0] = 1\n| y[i] = 2\n"),
                reject_buffer(reason::scope_may_not_run, "a", "i"));
  check_refused(one, program("heap t f32 [8]\nt[0] = 3\ni M\n| t[0] = 1\n| y[i] = t[0]\na[0] = t[0]\n"),
                reject_buffer(reason::scope_may_not_run, "t", "i"));
  // Another iteration of h may see what it left.
  check_refused(one, program("heap t f32 [8]\nh 8\n| i M\n| | t[h] = 1\n| | y[i] = t[0]\n"),
                reject_buffer(reason::scope_may_not_run, "t", "i"));
  check_refused(one, program("heap t f32 [8]\ni K\n| t[0] = x[0]\n| a[0] = t[0]\n"),
                reject_buffer(reason::element_may_not_exist, "x", "i"));
  check_refused(one, program("heap t f32 [8]\ni K\n| j 4\n| | t[j] = x[j]\n| a[0] = t[0]\n"),
                reject_buffer(reason::element_may_not_exist, "x", "i"));
  check_refused(one, program("heap t f32 [M]\ni M\n| t[0] = 1\n| a[0] = t[0]\n"),
                reject_buffer(reason::element_may_not_exist, "t", "i"));
  check_refused(one, program("heap t i32 [8]\ni K\n| t[0] = 5/n[0]\n| n[1] = t[0]\n"),
                reject(reason::value_may_not_exist, "i"));
  CHECK(
      one.check(support::parsed(program("heap t f32 [K]\ni M\n| j K\n| | t[j] = x[j]\n| y[i] = 1\n"))).ok());
}
