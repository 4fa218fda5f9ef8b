// SPDX-License-Identifier: Apache-2.0
#include "tuner/text.hpp"

#include <clocale>
#include <locale>

#include <doctest/doctest.h>

#include "tuner/problem.hpp"

using namespace perfdojo::tuner;

namespace {
struct comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};
struct foreign_locale {
  std::locale before = std::locale::global(std::locale(std::locale(), new comma));
  // Where the system has one, C's as well.
  foreign_locale() {
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
      if (std::setlocale(LC_ALL, name) != nullptr) return;
  }
  ~foreign_locale() {
    std::locale::global(before);
    std::setlocale(LC_ALL, "C");
  }
};
}  // namespace

TEST_CASE("H59: numbers are written and read the same in every locale") {
  const auto write = [] {
    problem p;
    p.tolerance = 1234.5;
    p.timed = {{1234567}};
    return decimal(1234567.25, 2) + " " + exact(0.1) + " " + decimal(std::int64_t{1234567}) + " " +
           duration(1.5e-3) + to_json(p);
  };
  const std::string want = write();
  CHECK(want.find("1234567.25 0.1 1234567 1.50 ms") == 0);
  const foreign_locale other;
  CHECK(write() == want);
  problem p;
  p.tolerance = 1234.5;
  CHECK(problem_from_json(to_json(p)).tolerance == 1234.5);
}

TEST_CASE("text: durations keep three digits") {
  CHECK(duration(1.234e-9) == "1.23 ns");
  CHECK(duration(123.4e-6) == "123 us");
  CHECK(duration(12.34) == "12.3 s");
}

TEST_CASE("text: integers are read whole or not at all") {
  std::int64_t value = 0;
  CHECK((read_integer("42", value) && value == 42));
  for (const char* bad : {"", "4x", "-1", "+1", " 1", "1e3", "99999999999999999999"})
    CHECK_FALSE(read_integer(bad, value));
}

TEST_CASE("text: a command reads as one would type it") {
  CHECK(as_typed(std::vector<std::string>{"g++", "-O2", "a b.cpp", "it's", ""}) ==
        "g++ -O2 'a b.cpp' 'it'\\''s' ''");
}

TEST_CASE("text: splitting drops empty parts, trimming only the ends") {
  CHECK(split_text("a,,b,", ',') == std::vector<std::string>{"a", "b"});
  CHECK(split_text("", ',').empty());
  CHECK(trimmed("  a b\n") == "a b");
}
