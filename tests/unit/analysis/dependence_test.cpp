// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/analysis/dependence.hpp>
#include <perfdojo/ir/parse.hpp>

#include "support/check_both.hpp"

#include <string>

namespace pd = perfdojo;
namespace analysis = perfdojo::analysis;
using analysis::dependence;
using analysis::order;

namespace {

// What iterations of the outermost scope of a program depend on each other by.
constexpr dependence carried(std::string_view text) {
  const pd::ir::program p = pd::ir::parse(text).value;
  return analysis::carried_by(p, p.first).kind;
}

}  // namespace

TEST_CASE("dependence: a touch knows its scopes and conditions") {
  constexpr pd::ir::program p = pd::ir::parse(R"(perfdojo 1
argument y f32 [8]
argument x f32 [8]
i 8
| j 8 if first(i)
| | y[j] = x[j] + y[i] if later(j)
| prefetch x[i]
)")
                                    .value;
  constexpr analysis::touch_list list = analysis::touches_in(p, p.first);
  CHECK_BOTH(list.size() == 3);
  CHECK_BOTH(list[0].write && !list[1].write && !list[2].write);
  CHECK_BOTH(list[1].buffer == p.find_buffer("x"));
  CHECK_BOTH(list[2].above == (analysis::bit(p.find("i")) | analysis::bit(p.find("j"))));
  CHECK_BOTH(list[0].in_first == analysis::bit(p.find("i")));
  CHECK_BOTH(list[0].in_later == analysis::bit(p.find("j")));
}

TEST_CASE("dependence: elements of their own, sums, and recurrences") {
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 [8]\ni 8\n| y[i] = y[i] + 1\n") == dependence::none);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 []\ni 8\n| y[] += i\n") == dependence::reduction);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 []\ni 8\n| y[] = i\n") == dependence::conflict);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 [9]\ni 8\n| y[i+1] = y[i]\n") == dependence::conflict);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 []\ni 8\n| y[] += i\n| y[] max= i\n") ==
             dependence::conflict);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 []\nargument x f32 []\ni 8\n| y[] += i\n| x[] = y[]\n") ==
             dependence::conflict);
}

TEST_CASE("dependence: strides, offsets and gcd tell elements apart") {
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 [20]\ni 8\n| y[2*i] = y[2*i+1]\n") == dependence::none);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 [20]\ni 8\n| y[i] = y[i+8]\n") == dependence::none);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 [20]\ni 8\n| y[i] = y[i+7]\n") == dependence::conflict);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 [20]\ni 8\n| y[i] = y[-i+15]\n") == dependence::none);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 [20]\ni 8\n| y[i] = y[-i+14]\n") == dependence::conflict);
}

TEST_CASE("dependence: blocks of a split do not overlap, whatever the size is") {
  CHECK_BOTH(carried(R"(perfdojo 1
size M
argument y f32 [M]
i0 M/6
| i1 6 bound M - 6*i0
| | y[6*i0+i1] = y[6*i0+i1] + 1
)") == dependence::none);
  CHECK_BOTH(carried(R"(perfdojo 1
size M
argument y f32 [M]
i0 M/6
| i1 7
| | y[6*i0+i1] = y[6*i0+i1] + 1
)") == dependence::conflict);
}

TEST_CASE("dependence: first and later never meet in one iteration, and first meets no other iteration") {
  constexpr pd::ir::program p = pd::ir::parse(R"(perfdojo 1
argument y f32 []
argument z f32 []
k 8
| y[] = 1 if first(k)
| y[] = 2 if later(k)
| z[] = 1 if first(k)
)")
                                    .value;
  constexpr analysis::touch_list list = analysis::touches_in(p, p.first);
  constexpr pd::ir::node_id k = p.first;
  CHECK_BOTH(!analysis::may_meet(p, list[0], list[1], {.scope = k, .at = order::equal}));
  CHECK_BOTH(analysis::may_meet(p, list[0], list[1], {.scope = k, .at = order::less}));
  CHECK_BOTH(!analysis::may_meet(p, list[0], list[1], {.scope = k, .at = order::greater}));
  CHECK_BOTH(analysis::may_meet(p, list[1], list[1], {.scope = k, .at = order::less}));
  CHECK_BOTH(!analysis::may_meet(p, list[2], list[2], {.scope = k, .at = order::different}));
}

TEST_CASE("dependence: a private buffer is another one in each iteration of its home") {
  constexpr std::string_view rest = "i 8\n| t[] = y[i]\n| y[i] = t[]\n";
  const auto with = [&](const char* buffer) {
    return carried(std::string("perfdojo 1\nargument y f32 [8]\n") + buffer + std::string(rest));
  };
  CHECK(with("heap t f32 []\n") == dependence::conflict);
  CHECK(with("heap t f32 [] in i\n") == dependence::none);
}

TEST_CASE("dependence: a folded dimension tells no elements apart") {
  constexpr std::string_view rest = "i 8\n| t[i] = y[i]\n| y[i] = t[i]\n";
  const auto with = [&](const char* buffer) {
    return carried(std::string("perfdojo 1\nargument y f32 [8]\n") + buffer + std::string(rest));
  };
  CHECK(with("heap t f32 [8]\n") == dependence::none);
  CHECK(with("heap t f32 [8 reused]\n") == dependence::conflict);
}

TEST_CASE("dependence: orders of two scopes, and of two sibling scopes") {
  constexpr pd::ir::program p = pd::ir::parse(R"(perfdojo 1
argument y f32 [9, 9]
i 8
| j 8
| | y[i+1, j] = y[i, j+1]
k 8
| y[k, k] = 0
)")
                                    .value;
  constexpr pd::ir::node_id i = p.find("i"), j = p.find("j"), k = p.find("k");
  constexpr analysis::touch_list list = analysis::touches_in(p, i);
  // y[i+1, j] of iteration (a, b) is y[i, j+1] of iteration (a + 1, b - 1).
  CHECK_BOTH(analysis::may_meet(p, list[0], list[1], {i, order::less, j, order::greater}));
  CHECK_BOTH(!analysis::may_meet(p, list[0], list[1], {i, order::less, j, order::less}));
  CHECK_BOTH(!analysis::may_meet(p, list[0], list[1], {i, order::greater}));
  // y[k, k] and y[i+1, j] meet where k == i + 1.
  constexpr analysis::touch_list other = analysis::touches_in(p, k);
  CHECK_BOTH(analysis::may_meet(p, list[0], other[0], {.scope = i, .at = order::less, .partner = k}));
  CHECK_BOTH(!analysis::may_meet(p, list[0], other[0], {.scope = i, .at = order::equal, .partner = k}));
}

TEST_CASE("dependence: what never runs depends on nothing") {
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 []\ni 8\n| j 0\n| | y[] = 1\n") == dependence::none);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 []\ni 8\n| j 1\n| | y[] = 1 if later(j)\n") ==
             dependence::none);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 []\ni 8\n| j 8 if first(i)\n| | y[] = 1 if later(i)\n") ==
             dependence::none);
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 []\ni 8\n| j 8 if first(i)\n| | y[] = 1 if later(j)\n") ==
             dependence::none);  // in iteration 0 of i alone
  CHECK_BOTH(carried("perfdojo 1\nargument y f32 []\ni 8\n| y[] = 1 if later(i)\n") == dependence::conflict);
}
