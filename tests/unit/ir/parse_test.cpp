// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/print.hpp>

#include "support/check_both.hpp"
#include "support/sample_programs.hpp"

#include <limits>
#include <string>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;

TEST_CASE("parse: the samples read back as the same programs") {
  for (const samples::sample& s : samples::all) {
    CAPTURE(s.label);
    std::string text;
    ir::print_to(text, s.program);
    CHECK(ir::parse(text).value == s.program);
  }
}

TEST_CASE("parse: values of a small program") {
  constexpr ir::parsed p = ir::parse(
      "perfdojo 1 p\nsize M\nargument y f32 [M/4*4]\ni 6 bound (M - 3)/2 at least 1 vector\n| y[i] = 0\n");
  CHECK_BOTH(p.ok());
  CHECK_BOTH(p.value.buffers[0].dimensions[0] == ir::dimension{ir::unbounded, 0, 4, 4, false});
  CHECK_BOTH(p.value.nodes[0].kind == ir::scope_kind::vector);
  CHECK_BOTH(p.value.nodes[0].trips.cap == 6);
  CHECK_BOTH(p.value.nodes[0].trips.step == 2);
  CHECK_BOTH(p.value.nodes[0].trips.lower == 1);
  CHECK_BOTH(p.value.nodes[0].trips.origin.constant == 3);
}

TEST_CASE("parse: a branch is the bound that it is not") {
  constexpr ir::parsed p =
      ir::parse("perfdojo 1 p\nsize M\nargument y f32 [4]\ni 4\n| e 1 unless M - 6*i - 5\n| | y[i] = 0\n");
  CHECK_BOTH(p.ok());
  CHECK_BOTH(p.value.nodes[1].trips.is_otherwise());
  CHECK_BOTH(p.value.nodes[1].trips.cap == 1);
  CHECK_BOTH(p.value.nodes[1].trips.origin == ir::index_of(0, 6) + ir::constant_index(5));
  CHECK_BOTH(ir::print(p.value).view().find("| e 1 unless M - 6*i - 5\n") != std::string_view::npos);
  for (const char* wrong : {"2 unless M", "1 unless M/2", "1 unless M at least 1", "1 unless 3", "unless M"})
    CHECK(!ir::parse(std::string("perfdojo 1 p\nsize M\nargument y f32 [4]\ni ") + wrong + "\n| y[0] = 0\n")
               .ok());
}

TEST_CASE("parse: blank lines, comments, spaces and line ends of other systems change nothing") {
  constexpr std::string_view plain = "perfdojo 1 p\nargument y f32 [4]\ni 4\n| y[i] = 1\n";
  constexpr std::string_view loose =
      "perfdojo 1   p # a comment\r\n\n#  another\nargument y f32 [ 4 ]\n\n  i  4\n  |y [ i ]=1";
  CHECK_BOTH(ir::parse(loose).value == ir::parse(plain).value);
  CHECK_BOTH(ir::parse(loose).ok());
}

namespace {

// The constant of `y[0] = number` in f64.
constexpr double constant(std::string_view number) {
  pd::text<100> text;
  put(text, "perfdojo 1\nargument y f64 [1]\ny[0] = ", number, "\n");
  const ir::parsed p = ir::parse(text);
  return p.ok() ? p.value.expressions[0].number : -12345;
}

struct mistake {
  int line, column;
  std::string_view message;
};
constexpr mistake read(std::string_view text) {
  const ir::parsed p = ir::parse(text);
  if (p.result.why != pd::reason::syntax_error) return {};
  return {static_cast<int>(p.result.asked), static_cast<int>(p.result.found), p.message};
}
constexpr bool fails(std::string_view text, int line, int column, std::string_view message) {
  const mistake m = read(text);
  return m.line == line && m.column == column && m.message == message;
}
// The same for one line behind a header of four lines: scope i of 4, with buffers y and x of rank 1.
constexpr bool line_fails(std::string_view line, int column, std::string_view message) {
  pd::text<300> text;
  put(text, "perfdojo 1 p\nsize M\nargument y f32 [4]\ni 4\n", line, "\n");
  return fails(text, 5, column, message);
}

}  // namespace

TEST_CASE("parse: numbers") {
  CHECK_BOTH(constant("2") == 2);
  CHECK_BOTH(constant("0.1") == 0.1);
  CHECK_BOTH(constant("-1.25e-3") == -1.25e-3);
  CHECK_BOTH(constant("0x1.8p3") == 12);
  CHECK_BOTH(constant("0x0.0000000000001p-1022") == std::numeric_limits<double>::denorm_min());
  CHECK_BOTH(constant("-inf") == -std::numeric_limits<double>::infinity());
  CHECK_BOTH(constant("nan") != constant("nan"));
  CHECK_BOTH(constant("9007199254740992") == 0x1p53);
}

TEST_CASE("parse: a wrong header") {
  CHECK_BOTH(fails("", 1, 1, "expected 'perfdojo', the version and the name of the program"));
  CHECK_BOTH(fails("perfdojo 2 p\n", 1, 10, "this version of perfdojo reads version 1 of the text form"));
  CHECK_BOTH(fails("perfdojo 1 p q\n", 1, 14, "expected the end of the line"));
  CHECK_BOTH(fails("perfdojo 1 p\nsize 3\n", 2, 6, "expected the name of a size"));
  CHECK_BOTH(fails("perfdojo 1 p\nsize M = -1\n", 2, 11, "expected an integer up to 2^40"));
  CHECK_BOTH(fails("perfdojo 1 p\nsize M\nsize M\n", 3, 6, "this size is declared twice"));
  CHECK_BOTH(fails("perfdojo 1 p\nargument y f16 [4]\n", 2, 12, "expected an element type"));
  CHECK_BOTH(fails("perfdojo 1 p\nargument y f32 [Q]\n", 2, 17, "expected a number or the name of a size"));
  CHECK_BOTH(fails("perfdojo 1 p\nargument y f32 [1, 1, 1, 1, 1]\n", 2, 29, "more than 4 dimensions"));
  CHECK_BOTH(fails("perfdojo 1 p\nheap t f32 [1] in i\n", 2, 19, "no scope has this name"));
}

TEST_CASE("parse: a wrong line") {
  CHECK_BOTH(line_fails("| | y[i] = 1", 5, "this line has more bars than the line above allows"));
  CHECK_BOTH(line_fails("i 4", 1, "this scope is declared twice"));
  CHECK_BOTH(line_fails("| j", 4, "expected a number or the name of a size"));
  CHECK_BOTH(line_fails("| j 99999999999999", 5, "expected an integer up to 2^40"));
  CHECK_BOTH(line_fails("| j 4 sideways", 7, "expected the end of the line"));
  CHECK_BOTH(line_fails("| y[i] 1", 8, "expected =, +=, *=, max=, min=, max_number= or min_number="));
  CHECK_BOTH(line_fails("| y[i] = ", 10, "expected a number, a buffer, a scope, a function or '('"));
  CHECK_BOTH(line_fails("| y[q] = 1", 5, "no scope above has this name"));
  CHECK_BOTH(line_fails("| z[i] = 1", 3, "no buffer has this name"));
  CHECK_BOTH(line_fails("| y[i] = z[i]", 10, "no buffer has this name"));
  CHECK_BOTH(line_fails("| y[i] = sin(y[i])", 10, "no function has this name"));
  CHECK_BOTH(line_fails("| y[i] = max(1)", 15, "expected ',' and a further operand"));
  CHECK_BOTH(line_fails("| y[i] = (1", 12, "expected ')'"));
  CHECK_BOTH(line_fails("| y[i = 1", 7, "expected ',' or ']'"));
  CHECK_BOTH(line_fails("| y[i] = 2x", 10, "a number ends in letters"));
  CHECK_BOTH(line_fails("| y[i] = 1e99", 10, "the decimal exponent is beyond 22; write it as 0x1.8p3"));
  CHECK_BOTH(line_fails("| y[i] = 0x1p128", 17, "the number is out of the range of f32"));
  CHECK_BOTH(line_fails("| y[i] = 1 if sometimes(i)", 15, "expected first(scope) or later(scope)"));
  CHECK_BOTH(line_fails("| y[i] = 1 @", 12, "this character has no meaning here"));
}

TEST_CASE("parse: texts that exceed the fixed capacities, or nest deeply, are errors") {
  std::string many = "perfdojo 1\nargument y f32 [1]\n";
  for (int i = 0; i < 100; ++i) many += "y[0] = 1\n";
  CHECK(ir::parse(many).message == "more accesses than a program holds");

  std::string deep = "perfdojo 1\nargument y f32 [1]\n", bars;
  for (int i = 0; i < 30; ++i, bars += "| ") deep += bars + "s" + std::to_string(i) + " 2\n";
  CHECK(ir::parse(deep + bars + "y[0] = 1\n").message == "scopes are nested too deeply");

  const std::string start = "perfdojo 1\nargument y f32 [1]\ny[0] = ";
  CHECK(ir::parse(start + std::string(100000, '(')).message == "the expression is nested too deeply");
  CHECK(ir::parse(start + std::string(100000, '-')).message == "the expression is nested too deeply");
  CHECK(ir::parse(std::string(std::size_t(2) << 20, 'a')).message == "the text is longer than 1 MiB");
}

TEST_CASE("parse: a text that is no program that may run gets the verdict of verify") {
  constexpr std::string_view text = "perfdojo 1\nargument y f32 [4]\ni 4\n| y[i] = 1\ny[i] = 1\n";
  CHECK_BOTH(ir::parse(text).result == pd::reject(pd::reason::index_is_not_bound, "i"));
  CHECK_BOTH(ir::parse_unverified(text).ok());
}
