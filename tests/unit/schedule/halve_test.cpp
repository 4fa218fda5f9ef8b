// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/halve.hpp>

#include <perfdojo/schedule/composed/tree_combine.hpp>
#include <perfdojo/schedule/explain.hpp>
#include <perfdojo/schedule/schedule_class.hpp>

#include "support/check_both.hpp"
#include "support/executed.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view sums = R"(perfdojo 1
size M
argument s f32 [M]
argument x f32 [M, 8]
heap t f32 [8] in i
i M
| j 8
| | t[j] = x[i, j]*2
| c 8
| | s[i] += t[c]
)";

std::string with(std::string_view old, std::string_view now) {
  std::string text(sums);
  REQUIRE(text.find(old) != std::string::npos);
  return text.replace(text.find(old), old.size(), now);
}

constexpr pd::halve_move move{"c"};

struct exact {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument s f32 []
argument m f32 []
argument n i32 []
heap t f32 [4]
heap q i32 [4]
j 4
| t[j] = 1
| q[j] = 1
c 4
| m[] max= t[c]
d 4
| n[] += q[d]
)")
                                               .value;
};

PERFDOJO_TEST_PROGRAM(total, R"(perfdojo 1
size M
argument s f32 [2]
argument x f32 [M]
s[0] = 0
i M
| s[0] += x[i]
)");

}  // namespace

TEST_CASE("halve: each partial result of the second half goes to one of the first half") {
  check_picture(move, sums, R"(perfdojo 1
size M
argument s f32 [M]
argument x f32 [M, 8]
heap t f32 [8] in i
i M
| j 8
| | t[j] = x[i, j]*2
| c_b 4
| | t[c_b] += t[c_b+4]
| c 4
| | s[i] += t[c]
)");
}

TEST_CASE("halve: elements at a distance, of several dimensions, under a condition") {
  check_picture(move, R"(perfdojo 1
argument s i32 []
argument x i32 [3, 9]
heap t i32 [3, 9] in k
k 2
| i 3
| | j 9
| | | t[i, j] = x[i, j]
| c 2 if later(k)
| | s[] max= t[2*c, -3*c+8]
)",
                R"(perfdojo 1
argument s i32 []
argument x i32 [3, 9]
heap t i32 [3, 9] in k
k 2
| i 3
| | j 9
| | | t[i, j] = x[i, j]
| c_b 1 if later(k)
| | t[2*c_b, -3*c_b+8] max= t[2*c_b+2, -3*c_b+5]
| c 1 if later(k)
| | s[] max= t[2*c, -3*c+8]
)");
}

TEST_CASE("halve: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(sums).value;
  CHECK_BOTH(pd::halve<"c">::move.check(p).ok());
  CHECK_BOTH(pd::halve<"c">::move.apply(p).find("c_b") >= 0);
  CHECK_BOTH(pd::halve<"j">::move.check(p) == reject(reason::update_is_not_a_reduction, "j"));
}

TEST_CASE("halve: names, kinds and extents") {
  check_refused(pd::halve_move{"q"}, sums, reject(reason::no_such_scope, "q"));
  check_refused(move, with("c 8", "c 8 unrolled"), reject(reason::scope_is_not_sequential, "c"));
  check_refused(move, with("c 8", "c 8 bound M"), reject(reason::extent_is_not_constant, "c"));
  check_refused(move, with("c 8", "c 7"), reject(reason::factor_does_not_divide_extent, "c", 2, 7));
  check_refused(move, with("c 8", "c 0"), reject(reason::extent_is_empty, "c"));
}

TEST_CASE("halve: what is no reduction of partial results") {
  check_refused(move, with("s[i] +=", "s[i] ="), reject(reason::update_is_not_a_reduction, "c"));
  check_refused(move, with("+= t[c]", "+= 2*t[c]"), reject(reason::update_is_not_a_reduction, "c"));
  check_refused(move, with("+= t[c]", "+= t[c]\n| | s[i] += 1"),
                reject(reason::update_is_not_a_reduction, "c"));
  check_refused(move, with("| | s[i]", "| | d 2\n| | | s[i]"),
                reject(reason::update_is_not_a_reduction, "c"));
  check_refused(move, with("s[i] += t[c]", "s[c] += t[c]"),
                reject_buffer(reason::update_is_not_a_reduction, "s", "c"));
  check_refused(move, with("s[i] += t[c]", "t[0] += t[c]"),
                reject_buffer(reason::update_is_not_a_reduction, "t", "c"));
  check_refused(move, with("t[c]", "x[i, c]"), reject_buffer(reason::buffer_is_an_argument, "x", "c"));
  check_refused(move, with("t[c]", "t[3]"), reject_buffer(reason::elements_stay_the_same, "t", "c"));
  check_refused(move, with("t[c]", "t[c] if later(c)"), reject(reason::condition_depends_on_scope, "c"));
}

TEST_CASE("halve: partial results that something else uses") {
  check_refused(move, with("| c 8\n| | s[i] += t[c]\n", "| c 8\n| | s[i] += t[c]\n| s[i] += t[0]\n"),
                reject_buffer(reason::live_range_exceeds_iteration, "t", "c"));
  check_refused(move, with("[8] in i", "[8]"), reject_buffer(reason::live_range_exceeds_iteration, "t", "c"));
  check_refused(move, R"(perfdojo 1
argument s f32 []
argument x f32 [8]
heap t f32 [8 reused] in i
i 1
| j 8
| | t[j] = x[j]
| | s[] += t[j]
| c 8
| | s[] += t[c]
)",
                reject_buffer(reason::dimension_is_reused, "t", "c", 0));
}

TEST_CASE("halve: sums reassociate, maxima and integers keep their bits") {
  using enum pd::result_class;
  CHECK_BOTH(pd::schedule_class<exact, pd::schedule<pd::halve<"c">, pd::halve<"d">>> == bitwise_equal);
  constexpr pd::ir::program p = pd::ir::parse(sums).value;
  CHECK_BOTH(pd::detail::class_of(move, p) == reassociates);
}

TEST_CASE("tree_combine: eight accumulators in straight code") {
  using tree =
      pd::scheduled<total, pd::schedule<pd::split<"i", 8, pd::tail::guard>, pd::rfactor<"i0", "i1", "t">,
                                        pd::tree_combine<"i1_c", 8>, pd::unroll<"i1">, pd::unroll<"i1_b">,
                                        pd::place<"t", pd::ir::place::registers>>>;
  CAPTURE(pd::sentence(tree::result));
  REQUIRE(tree::result.ok());
  std::string text;
  pd::ir::print_to(text, tree::value);
  CHECK(text.find(R"(i1_c_b 4 unrolled
| t[i1_c_b] += t[i1_c_b+4]
i1_c_c 2 unrolled
| t[i1_c_c] += t[i1_c_c+2]
i1_c_d 1 unrolled
| t[i1_c_d] += t[i1_c_d+1]
i1_c 1 unrolled
| s[0] += t[i1_c]
)") != std::string::npos);
  CHECK(support::executed_as(total::value, &support::execute_program<tree, 1>,
                             &support::execute_program<tree, 0>, {}, 1e-5, 100));
}

TEST_CASE("tree_combine: of an extent that is no power of two, as far as it goes") {
  const pd::move_list m = pd::tree_combine_moves("c", 12);
  REQUIRE(m.size() == 5);
  CHECK(pd::spell(m[2]) == "halve<\"c\">");
  CHECK(pd::spell(m[3]) == "unroll<\"c_c\">");
  CHECK(pd::spell(m[4]) == "unroll<\"c\">");
}
