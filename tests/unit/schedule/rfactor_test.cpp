// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/rfactor.hpp>

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
argument s f32 []
argument x f32 [N]
j0 N/4
| j1 4 bound N - 4*j0
| | s[] += x[4*j0+j1]
)";

// sum with another update, for one element type.
std::string with(std::string_view update, std::string_view type) {
  std::string text(sum);
  for (std::size_t at = 0; (at = text.find("f32", at)) != std::string::npos; at += 3)
    text.replace(at, 3, type);
  return text.replace(text.find("+= x"), 2, update);
}

}  // namespace

TEST_CASE("rfactor: one accumulator for each index, combined at the end") {
  check_picture(pd::rfactor_move{"j0", "j1", "t"}, sum, R"(perfdojo 1 sum
size N
argument s f32 []
argument x f32 [N]
heap t f32 [4]
j1_b 4
| t[j1_b] = 0
j0 N/4
| j1 4 bound N - 4*j0
| | t[j1] += x[4*j0+j1]
j1_c 4
| s[] += t[j1_c]
)");
}

TEST_CASE("rfactor: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(sum).value;
  CHECK_BOTH(pd::rfactor<"j0", "j1">::move.check(p).ok());
  CHECK_BOTH(pd::rfactor<"j0", "j1">::move.apply(p).find_buffer("sr") >= 0);
  CHECK_BOTH(pd::rfactor<"j0", "j0">::move.check(p) == reject(reason::extent_is_not_constant, "j0"));
}

TEST_CASE("rfactor: the accumulators start from the neutral element of the update") {
  const auto start = [](std::string_view update, std::string_view type) {
    const pd::ir::program p = support::parsed(with(update, type));
    const pd::rfactor_move move{"j0", "j1", "t"};
    REQUIRE(move.check(p).ok());
    const pd::ir::program q = move.apply(p);
    CHECK(support::same_result(p, q, 1e-4));
    return q.expressions[0].number;
  };
  CHECK(start("+=", "i64") == 0);
  CHECK(start("*=", "f64") == 1);
  CHECK(start("max=", "f32") == -std::numeric_limits<double>::infinity());
  CHECK(start("min=", "f32") == std::numeric_limits<double>::infinity());
  CHECK(start("max=", "i32") == -2147483648.0);
  CHECK(start("min_number=", "i32") == 2147483647.0);
}

TEST_CASE("rfactor: an update without a neutral element that a program can hold") {
  for (const std::string_view update : {"max_number=", "min_number="})
    check_refused(pd::rfactor_move{"j0", "j1", "t"}, with(update, "f32"),
                  reject_buffer(reason::update_has_no_neutral, "s", "j1"));
  for (const std::string_view update : {"max=", "min=", "max_number=", "min_number="})
    check_refused(pd::rfactor_move{"j0", "j1", "t"}, with(update, "i64"),
                  reject_buffer(reason::update_has_no_neutral, "s", "j1"));
}

TEST_CASE("rfactor: names, nesting and capacity") {
  check_refused(pd::rfactor_move{"q", "j1", "t"}, sum, reject(reason::no_such_scope, "q"));
  check_refused(pd::rfactor_move{"j0", "q", "t"}, sum, reject(reason::no_such_scope, "q"));
  check_refused(pd::rfactor_move{"j1", "j0", "t"}, sum, reject(reason::scopes_are_not_nested, "j0"));
  check_refused(pd::rfactor_move{"j0", "j1", "x"}, sum, reject_buffer(reason::name_is_taken, "x", "x"));
  pd::ir::program full = support::parsed(sum);
  for (char c = 'a'; !full.buffers.full(); ++c) {
    pd::ir::buffer b;
    b.label = pd::name(std::string_view(&c, 1));
    full.buffers.push(b);
  }
  CHECK(pd::rfactor_move{"j0", "j1", "tt"}.check(full) ==
        reject(reason::capacity_exceeded, {}, 0, pd::ir::program::max_buffers));
}

TEST_CASE("rfactor: one reduction into an element that stays the same, which nothing else touches") {
  check_refused(pd::rfactor_move{"i", "j", "t"}, R"(perfdojo 1 moving
argument y f32 [4]
argument x f32 [4, 8]
i 4
| j 8
| | y[i] += x[i, j]
)",
                reject(reason::update_is_not_a_reduction, "j"));
  check_refused(pd::rfactor_move{"i", "j", "t"}, R"(perfdojo 1 read
argument y f32 [4]
argument s f32 []
argument x f32 [4, 8]
i 4
| j 8
| | s[] += x[i, j]
| y[i] = s[]
)",
                reject(reason::update_is_not_a_reduction, "j"));
}

TEST_CASE("rfactor: as many accumulators as code can hold, in all iterations") {
  check_refused(pd::rfactor_move{"j", "j", "t"}, R"(perfdojo 1 long
argument s f32 []
argument x f32 [2000]
j 2000
| s[] += x[j]
)",
                reject(reason::extent_is_too_large, "j", 1024, 2000));
  check_refused(pd::rfactor_move{"j", "j", "t"}, R"(perfdojo 1 sometimes
argument s f32 []
argument x f32 [20]
i 2
| j 20 if later(i)
| | s[] += x[j]
| s[] *= 2
)",
                reject(reason::condition_depends_on_scope, "j"));
}

TEST_CASE("rfactor: the accumulator must exist even if nothing is added") {
  check_refused(pd::rfactor_move{"k", "j", "t"}, R"(perfdojo 1 nothing
size K
argument y f32 [K]
argument x f32 [K, 4]
k K
| j 4
| | y[0] += x[k, j]
)",
                reject_buffer(reason::element_may_not_exist, "y", "k"));
}

TEST_CASE("rfactor: adding nothing is an access, too") {
  check_refused(pd::rfactor_move{"k", "k", "t"}, R"(perfdojo 1 threads
argument y f32 [9]
argument z f32 [8, 4]
argument x f32 [4]
i 8 parallel
| k 4
| | y[0] += x[k] if first(i)
| | z[i, k] = x[k]
)",
                reject_buffer(reason::dependence_is_carried, "y", "i"));
}
