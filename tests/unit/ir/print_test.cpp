// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/ir/print.hpp>

#include "support/check_both.hpp"
#include "support/golden.hpp"
#include "support/sample_programs.hpp"

#include <string>

namespace ir = perfdojo::ir;

TEST_CASE("print: one line per node, with bars for the nesting") {
  constexpr std::string_view text = R"(perfdojo 1 scale
size M
argument y f32 [M]
argument x f32 [M]
i0 M/6
| i1 6 bound M - 6*i0
| | y[6*i0+i1] = 2*x[6*i0+i1]
)";
  CHECK_BOTH(ir::print(ir::parse(text).value).view() == text);
}

TEST_CASE("print: every construct") {
  std::string all;
  for (const samples::sample& s : samples::all) {
    ir::print_to(all, s.program);
    all += "\n";
  }
  check_golden("ir/print_samples", all);
}

TEST_CASE("print: a text and a string hold the same") {
  std::string s;
  ir::print_to(s, samples::scale(30));
  CHECK(ir::print(samples::scale(30)).view() == s);
}

namespace {

// The expression of `y[i] = expression` after parsing and printing.
constexpr auto printed(std::string_view expression) {
  perfdojo::text<200> text, out;
  put(text, "perfdojo 1\nargument y f32 [4]\nargument n i32 [4]\ni 4\n| y[i] = ", expression, "\n");
  const ir::parsed p = ir::parse(text);
  if (p.ok()) ir::print_node_to(out, p.value, 1);
  return out;
}

}  // namespace

TEST_CASE("print: brackets stand only where the tree needs them") {
  CHECK_BOTH(printed("(y[i] + 1) + 2").view() == "y[i] = y[i] + 1 + 2");
  CHECK_BOTH(printed("y[i] + (1 + 2)").view() == "y[i] = y[i] + (1 + 2)");
  CHECK_BOTH(printed("y[i] - (1 - 2)").view() == "y[i] = y[i] - (1 - 2)");
  CHECK_BOTH(printed("(y[i]*2)/3").view() == "y[i] = y[i]*2/3");
  CHECK_BOTH(printed("y[i]*(2/3)").view() == "y[i] = y[i]*(2/3)");
  CHECK_BOTH(printed("(y[i] + 1)*2").view() == "y[i] = (y[i] + 1)*2");
  CHECK_BOTH(printed("-(y[i] + 1)").view() == "y[i] = -(y[i] + 1)");
  CHECK_BOTH(printed("(-y[i])*2").view() == "y[i] = -y[i]*2");
  CHECK_BOTH(printed("-(y[i]*2)").view() == "y[i] = -(y[i]*2)");
  CHECK_BOTH(printed("max((y[i] + 1), 2)").view() == "y[i] = max(y[i] + 1, 2)");
}

TEST_CASE("print: a sign belongs to the number behind it, a negated number has brackets") {
  CHECK_BOTH(printed("-2*y[i]").view() == "y[i] = -2*y[i]");
  CHECK_BOTH(printed("-(2)*y[i]").view() == "y[i] = -(2)*y[i]");
  CHECK_BOTH(printed("y[i] - -2").view() == "y[i] = y[i] - -2");
  CHECK_BOTH(printed("--y[i]").view() == "y[i] = --y[i]");
  CHECK_BOTH(printed("-inf").view() == "y[i] = -inf");
}

TEST_CASE("print: a type stands only where the text around it does not tell") {
  CHECK_BOTH(printed("2:f32").view() == "y[i] = 2");
  CHECK_BOTH(printed("select(y[i] < 0:f32, 1, 2)").view() == "y[i] = select(y[i] < 0, 1, 2)");
  CHECK_BOTH(printed("select(i < 2, 1, 2)").view() == "y[i] = select(i < 2, 1, 2)");
  CHECK_BOTH(printed("select(i:i32 < 2:i32, 1, 2)").view() == "y[i] = select(i:i32 < 2:i32, 1, 2)");
  CHECK_BOTH(printed("select(n[i] == i, 1, 2)").view() == "y[i] = select(n[i] == i, 1, 2)");
  CHECK_BOTH(printed("f32(i + 1)").view() == "y[i] = f32(i + 1)");
  CHECK_BOTH(printed("f32(0.5:f64)").view() == "y[i] = f32(0.5:f64)");
  CHECK_BOTH(printed("index(2*i-1)*0.1").view() == "y[i] = index(2*i-1)*0.1");
}
