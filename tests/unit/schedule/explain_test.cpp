// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/explain.hpp>

#include "support/golden.hpp"
#include "support/sample_programs.hpp"

#include <doctest/doctest.h>

namespace pd = perfdojo;

namespace {

struct nest {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1 nest
size M
argument y f32 [64, 30]
argument x f32 [64, 30]
heap t f32 [64] in k
k 64
| i 30
| | t[i] = x[k, i]
| | y[k, i] = 2*t[i]
)")
                                               .value;
};
struct tile {
  static constexpr pd::fixed_vector<pd::move_record, 4> moves = [] {
    pd::fixed_vector<pd::move_record, 4> m;
    m.push(pd::record(pd::split_move{"k", 8}));
    m.push(pd::record(pd::split_move{"i", 7}));
    return m;
  }();
};

template <class... Steps>
std::string message() {
  return pd::explain_schedule<nest, pd::schedule<Steps...>>();
}

}  // namespace

TEST_CASE("explain: the step as the user wrote it, the cause, the place and what would be legal") {
  check_golden("schedule/explain_split", message<pd::split<"k", 2>, pd::split<"i", 7>>());
}

TEST_CASE("explain: a composed step names both levels") {
  const std::string text = message<pd::unroll<"i">, tile>();
  CHECK(text.starts_with("step 2: "));
  CHECK(text.find("tile -> split<\"i\", 7>\n") != std::string::npos);
}

TEST_CASE("explain: a name that does not exist, and a buffer in the place of the arrow") {
  check_golden("schedule/explain_no_such_scope", message<pd::split<"q", 7>>());
  check_golden("schedule/explain_argument", message<pd::place<"x", pd::ir::place::stack>>());
}

TEST_CASE("explain: a legal schedule has no message") {
  CHECK(message<pd::split<"k", 2>, pd::split<"i", 7, pd::tail::guard>>().empty());
}

TEST_CASE("explain: a list of moves gives the same message as the type") {
  const std::vector<pd::move_record> moves{pd::record(pd::split_move{"k", 2}),
                                           pd::record(pd::split_move{"i", 7})};
  CHECK(pd::explain(nest::value, moves) == message<pd::split<"k", 2>, pd::split<"i", 7>>());
  CHECK(pd::explain(nest::value, {moves[0]}).empty());
}

TEST_CASE("sentence: values stand in the place of their names") {
  CHECK(pd::sentence(pd::reject(pd::reason::factor_does_not_divide_extent, "i", 7, 30)) ==
        "7 does not divide 30, the extent of scope i");
  CHECK(pd::sentence(pd::reject_buffer(pd::reason::buffer_is_an_argument, "x")) ==
        "buffer x is an argument; its storage belongs to the caller");
  CHECK(pd::sentence(pd::reject(pd::reason::program_is_malformed, {}, 3,
                                static_cast<pd::index_t>(pd::ir::invariant::empty_scope))) ==
        "the program breaks an invariant at node 3: a scope has no body");
  CHECK(pd::sentence(pd::accept()) == "nothing is wrong");
}

TEST_CASE("sentence: every reason has one, with all its fields filled in") {
  for (std::size_t i = 0; i < std::size(pd::reason_names); ++i) {
    const pd::verdict v{static_cast<pd::reason>(i), "scope_name", "buffer_name", 1, 2};
    const std::string text = pd::sentence(v);
    CAPTURE(text);
    CHECK(text.size() > 10);
    CHECK(text.find('{') == std::string::npos);
    CHECK(text.back() != '.');
  }
}
