// SPDX-License-Identifier: Apache-2.0
// The reference interpreter is the meaning of a program: each sentence of ir/program.hpp has a test here.
#include <perfdojo/exec/reference.hpp>
#include <perfdojo/ir/parse.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

// One run of a text: sizes in the order of the text, vectors as arguments of rank 0 or 1.
class run {
public:
  explicit run(std::string_view text) : parsed_(ir::parse(text)) {
    INFO(parsed_.message);
    REQUIRE(parsed_.ok());
  }
  run& size(pd::index_t n) {
    given_.sizes.push(n);
    return *this;
  }
  template <class T>
  run& with(std::vector<T>& data, pd::index_t stride = 1) {
    pd::exec::reference_argument a;
    a.data = data.data();
    a.strides[0] = stride;
    given_.arguments.push(a);
    return *this;
  }
  pd::exec::reference_result go(pd::exec::reference_order order = pd::exec::reference_order::forwards) {
    return pd::exec::reference(parsed_.value, given_, order);
  }

private:
  ir::parsed parsed_;
  pd::exec::reference_arguments given_;
};

// y[0] of `y[0] = expression` in f64, with x[0] = x.
double value(std::string_view expression, double x = 0) {
  std::vector<double> y{-99}, in{x};
  const std::string text =
      "perfdojo 1\nargument y f64 [1]\nargument x f64 [1]\ny[0] = " + std::string(expression) + "\n";
  CHECK(run(text).with(y).with(in).go().ok());
  return y[0];
}
std::int32_t integer_value(std::string_view expression, std::int32_t x = 0) {
  std::vector<std::int32_t> y{-99}, in{x};
  const std::string text =
      "perfdojo 1\nargument y i32 [1]\nargument x i32 [1]\ny[0] = " + std::string(expression) + "\n";
  CHECK(run(text).with(y).with(in).go().ok());
  return y[0];
}

}  // namespace

TEST_CASE("reference: strides, sizes and the number of operations") {
  std::vector<float> y(12, -1), x{1, 2, 3};
  const auto r = run("perfdojo 1\nsize M\nargument y f32 [M]\nargument x f32 [M]\ni M\n| y[i] = 2*x[i]\n")
                     .size(3)
                     .with(y, 4)
                     .with(x)
                     .go();
  CHECK(r.ok());
  CHECK(r.operations == 3);
  CHECK(y == std::vector<float>{2, -1, -1, -1, 4, -1, -1, -1, 6, -1, -1, -1});
}

TEST_CASE("reference: size 0 runs nothing; at least 1 runs once") {
  std::vector<std::int32_t> y{0};
  CHECK(run("perfdojo 1\nsize M\nargument y i32 []\ni M\n| y[] += 1\n").size(0).with(y).go().operations == 0);
  CHECK(
      run("perfdojo 1\nsize M\nargument y i32 []\ni M/4 at least 1\n| y[] += 1\n").size(0).with(y).go().ok());
  CHECK(y[0] == 1);
}

TEST_CASE("reference: the bound of a scope is min(cap, ceil((size - origin) / step))") {
  for (pd::index_t size = 0; size < 30; ++size) {
    std::vector<std::int32_t> y(40, 0);
    run("perfdojo 1\nsize M\nargument y i32 [40]\n"
        "i0 M/6\n| i1 3 bound (M - 6*i0)/2\n| | y[6*i0+2*i1] += 1\n| | i2 2 bound M - 6*i0 - 2*i1\n| | | "
        "y[6*i0+2*i1+i2] += 2\n")
        .size(size)
        .with(y)
        .go();
    for (pd::index_t i = 0; i < 40; ++i)
      CHECK(y[static_cast<std::size_t>(i)] == (i < size ? (i % 2 == 0 ? 3 : 2) : 0));
  }
}

TEST_CASE("reference: a zero scope runs all positions, and beyond its bound writes zero without reading") {
  std::vector<float> y(8, -1), x{1, 2, 3};
  const auto r = run("perfdojo 1\nsize M\nargument y f32 [8]\nargument x f32 [M]\nheap t f32 [8]\n"
                     "z 8 bound M beyond zero\n| t[z] = x[z] + 1\ni 8\n| y[i] = t[i]\n")
                     .size(3)
                     .with(y)
                     .with(x)
                     .go();
  CHECK(r.ok());
  CHECK(y == std::vector<float>{2, 3, 4, 0, 0, 0, 0, 0});
}

TEST_CASE("reference: a cases scope runs once if its count is not 0, and count() is that count") {
  for (const int size : {0, 1, 3, 9}) {
    std::vector<std::int32_t> y{0, 0, 0};
    run("perfdojo 1\nsize M\nargument y i32 [3]\nc 4 bound M cases\n| y[0] += 1\n| y[1] += c\n| i 4 "
        "count(c)\n| | y[2] += 1\n")
        .size(size)
        .with(y)
        .go();
    CHECK(y == std::vector<std::int32_t>{size > 0 ? 1 : 0, 0, size < 4 ? size : 4});
  }
}

TEST_CASE("reference: conditions") {
  std::vector<std::int32_t> y{0, 0};
  run("perfdojo 1\nargument y i32 [2]\ni 5\n| y[0] += 1 if first(i)\n| j 2 if later(i)\n| | y[1] += 1\n")
      .with(y)
      .go();
  CHECK(y == std::vector<std::int32_t>{1, 8});
}

TEST_CASE("reference: a private buffer is new in each iteration of its home") {
  std::vector<double> y(3, 0);
  run("perfdojo 1\nargument y f64 [3]\nheap t f64 [] in i\ni 3\n| t[] = 1 if first(i)\n| y[i] = t[]\n")
      .with(y)
      .go();
  CHECK(y[0] == 1);
  CHECK(std::isnan(y[1]));
  CHECK(std::isnan(y[2]));
}

TEST_CASE("reference: a reused dimension holds one element") {
  std::vector<std::int32_t> y(3, 0);
  run("perfdojo 1\nargument y i32 [3]\nheap t i32 [3 reused]\ni 3\n| t[i] = i\ni_b 3\n| y[i_b] = t[i_b]\n")
      .with(y)
      .go();
  CHECK(y == std::vector<std::int32_t>{2, 2, 2});
}

TEST_CASE(
    "reference: siblings and iterations run in order; backwards means unrolled, vector and parallel scopes") {
  constexpr std::string_view text =
      "perfdojo 1\nargument y i32 []\ni 3\n| y[] = i\nj 3 unrolled\n| y[] = y[]*10 + j\n";
  std::vector<std::int32_t> y{0};
  run(text).with(y).go();
  CHECK(y[0] == 2012);
  run(text).with(y).go(pd::exec::reference_order::reversed);
  CHECK(y[0] == 2210);
}

TEST_CASE("reference: updates") {
  std::vector<double> y{5, 5, 5, 5, not_a_number, not_a_number, not_a_number};
  run("perfdojo 1\nargument y f64 [7]\ny[0] += 2\ny[1] *= 2\ny[2] max= 7\ny[3] min= 7\ny[4] max_number= "
      "1\ny[5] min_number= 1\ny[6] max= 1\n")
      .with(y)
      .go();
  CHECK(y[0] == 7);
  CHECK(y[1] == 10);
  CHECK(y[2] == 7);
  CHECK(y[3] == 5);
  CHECK(y[4] == 1);
  CHECK(y[5] == 1);
  CHECK(std::isnan(y[6]));
}

TEST_CASE("reference: maximum and minimum follow IEEE 754-2019, also for zeros (H05)") {
  CHECK(std::isnan(value("max(x[0], 1)", not_a_number)));
  CHECK(std::isnan(value("max(1, x[0])", not_a_number)));
  CHECK(std::isnan(value("min(x[0], 1)", not_a_number)));
  CHECK(value("max_number(x[0], 1)", not_a_number) == 1);
  CHECK(value("min_number(1, x[0])", not_a_number) == 1);
  CHECK(!std::signbit(value("max(-0, 0)")));
  CHECK(!std::signbit(value("max(0, -0)")));
  CHECK(std::signbit(value("min(-0, 0)")));
  CHECK(std::signbit(value("min(0, -0)")));
  CHECK(value("max(x[0], 0)", -inf) == 0);
}

TEST_CASE("reference: functions") {
  CHECK(value("exp(x[0])", 1) == doctest::Approx(2.718281828459045));
  CHECK(value("log(x[0])", 2) == doctest::Approx(0.6931471805599453));
  CHECK(value("sqrt(x[0])", 9) == 3);
  CHECK(value("rsqrt(x[0])", 4) == 0.5);
  CHECK(value("tanh(x[0])", 1) == doctest::Approx(0.7615941559557649));
  CHECK(value("erf(x[0])", 1) == doctest::Approx(0.8427007929497149));
  CHECK(value("abs(x[0])", -2) == 2);
  CHECK(value("-x[0]", 2) == -2);
  CHECK(value("x[0] - 1/x[0]", 2) == 1.5);
  CHECK(value("select(x[0] >= 2, 1, 3)", 2) == 1);
  CHECK(value("select(x[0] == x[0], 1, 3)", not_a_number) == 3);
  CHECK(value("select(x[0] != x[0], 1, 3)", not_a_number) == 1);
  // 1 + 2^-30 squared is 1 + 2^-29 + 2^-60: only one rounding keeps the last term.
  CHECK(value("fma(x[0], x[0], -1) - 0x1p-29", 1 + 0x1p-30) == 0x1p-60);
}

TEST_CASE("reference: select evaluates only the branch that it takes") {
  std::vector<std::int32_t> y{0}, x{7};
  const auto r =
      run("perfdojo 1\nargument y i32 []\nargument x i32 [1]\ni 3\n| y[] += select(i < 1, x[i], 1)\n")
          .with(y)
          .with(x)
          .go();
  CHECK(r.ok());
  CHECK(y[0] == 9);
}

TEST_CASE("reference: f32 rounds after each operation") {
  std::vector<float> y{0}, x{16777216};
  run("perfdojo 1\nargument y f32 []\nargument x f32 []\ny[] = x[] + 1 + 1\n").with(y).with(x).go();
  CHECK(y[0] == 16777216);
}

TEST_CASE("reference: integers wrap, and a quotient by zero is 0") {
  CHECK(integer_value("x[0] + 1", INT32_MAX) == INT32_MIN);
  CHECK(integer_value("-x[0]", INT32_MIN) == INT32_MIN);
  CHECK(integer_value("abs(x[0])", INT32_MIN) == INT32_MIN);
  CHECK(integer_value("x[0]*65536", 65537) == 65536);
  CHECK(integer_value("x[0]/-1", INT32_MIN) == INT32_MIN);
  CHECK(integer_value("-7/x[0]", 2) == -3);
  CHECK(integer_value("x[0]/0", 5) == 0);
}

TEST_CASE("reference: conversions") {
  CHECK(integer_value("i32(f64(x[0]) + 0.9:f64)", -2) == -1);
  CHECK(integer_value("i32(1e10:f64)") == INT32_MIN);
  CHECK(integer_value("i32(nan:f64)") == INT32_MIN);
  CHECK(integer_value("i32(4294967297)") == 1);
  CHECK(integer_value("i32(boolean(2))") == 1);
  CHECK(value("f64(f32(x[0]))", 0.1) == static_cast<double>(0.1f));
}

TEST_CASE("reference: an index outside its buffer stops the run and is named") {
  std::vector<float> y(3, 0);
  const auto r = run("perfdojo 1\nsize M\nargument y f32 [M]\ni 3\n| y[i+1] = 1\n").size(3).with(y).go();
  CHECK(!r.ok());
  CHECK(r.operation == 1);
  CHECK(r.buffer == "y");
  CHECK(r.index == 3);
  CHECK(r.extent == 3);
  CHECK(y == std::vector<float>{0, 1, 1});
}

TEST_CASE("reference: prefetch changes nothing, also outside of its buffer") {
  std::vector<float> y{1};
  CHECK(run("perfdojo 1\nargument y f32 [1]\nprefetch y[5]\n").with(y).go().ok());
  CHECK(y[0] == 1);
}
