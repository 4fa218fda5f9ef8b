// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/composed/shift.hpp>

#include <perfdojo/schedule/explain.hpp>

#include "support/scheduled.hpp"
#include "support/move_pictures.hpp"

#include <string>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;
using support::nests_after;

namespace {

PERFDOJO_TEST_PROGRAM(pipeline, R"(perfdojo 1
argument y f32 [30]
argument x f32 [30]
heap t f32 [30]
i 30
| t[i] = x[i]
| y[i] = 2*t[i]
)");
PERFDOJO_TEST_PROGRAM(three_parts, R"(perfdojo 1
argument y f32 [5, 3]
argument z f32 [5]
i 5
| z[i] = i
| j 3
| | y[i, j] = z[i]
| z[i] += 1
)");
PERFDOJO_TEST_PROGRAM(feedback, R"(perfdojo 1
argument y f32 [30]
argument z f32 [31]
i 30
| y[i] = z[i]
| z[i+1] = y[i] + 1
)");
PERFDOJO_TEST_PROGRAM(run_time_size, R"(perfdojo 1
size M
argument y f32 [M]
argument z f32 [M]
i M
| y[i] = 1
| z[i] = 2
)");
// The consumer reads what the next iteration of the producer makes.
PERFDOJO_TEST_PROGRAM(neighbours, R"(perfdojo 1
size M
argument y f32 [M]
argument x f32 [M]
heap t f32 [M]
i M
| t[i] = 3*x[i]
j M - 1
| y[j] = t[j] + t[j+1]
)");

}  // namespace

TEST_CASE("shift: the first statements run ahead") {
  CHECK(nests_after<pipeline, pd::schedule<pd::shift<"i", 1, 2>>>() ==
        "i_c 2\n| t[i_c] = x[i_c]\n"
        "i 28\n| t[i+2] = x[i+2]\n| y[i] = 2*t[i]\n"
        "i_b_b 2\n| y[i_b_b+28] = 2*t[i_b_b+28]\n");
  CHECK(nests_after<three_parts, pd::schedule<pd::shift<"i", 2, 4>>>() ==
        "i_c 4\n| z[i_c] = i_c\n| j_b 3\n| | y[i_c, j_b] = z[i_c]\n"
        "i 1\n| z[i+4] = index(i+4)\n| j 3\n| | y[i+4, j] = z[i+4]\n| z[i] += 1\n"
        "i_b_b 4\n| z[i_b_b+1] += 1\n");
}

TEST_CASE("shift: neighbouring scopes shift by peel and join, whatever their size") {
  CHECK(nests_after<neighbours, pd::schedule<pd::peel<"i", 1>, pd::join<"i", "j">>>() ==
        "i_b 1 bound M\n| t[i_b] = 3*x[i_b]\n"
        "i M - 1\n| t[i+1] = 3*x[i+1]\n| y[i] = t[i] + t[i+1]\n");
}

TEST_CASE("shift: errors name the step and the move") {
  const auto has = [](const std::string& text, std::string_view part) {
    CAPTURE(text);
    CHECK(text.starts_with("step 1: shift<"));
    CHECK(text.find(part) != std::string::npos);
  };
  has(pd::explain_schedule<feedback, pd::schedule<pd::shift<"i", 1, 2>>>(),
      "-> fission<\"i\", 1>\n  iterations of scope i depend on each other through buffer");
  has(pd::explain_schedule<run_time_size, pd::schedule<pd::shift<"i", 1, 2>>>(),
      "-> peel<\"i_b\", 2, where::last>\n  the extent of scope i_b is known only at run time");
  has(pd::explain_schedule<pipeline, pd::schedule<pd::shift<"i", 1, 30>>>(),
      "-> peel<\"i\", 30>\n  the factor 30 for scope i is out of range");
}
