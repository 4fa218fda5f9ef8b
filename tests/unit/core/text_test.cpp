// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/core/text.hpp>

#include "support/check_both.hpp"

#include <limits>
#include <string>

#include <doctest/doctest.h>

namespace pd = perfdojo;

namespace {

constexpr pd::text<40> number(double value, bool single = false) {
  pd::text<40> out;
  put_number(out, value, single);
  return out;
}
constexpr pd::text<40> integer(pd::index_t value) {
  pd::text<40> out;
  put(out, value);
  return out;
}

}  // namespace

TEST_CASE("put: strings, names and integers one after the other") {
  std::string out;
  pd::put(out, "i", pd::name("k0"), -3, 'x' == 'x');
  CHECK(out == "ik0-31");
}

TEST_CASE("put: integers up to both ends of 64 bits") {
  CHECK_BOTH(integer(0).view() == "0");
  CHECK_BOTH(integer(-1).view() == "-1");
  CHECK_BOTH(integer(INT64_MAX).view() == "9223372036854775807");
  CHECK_BOTH(integer(INT64_MIN).view() == "-9223372036854775808");
}

TEST_CASE("put_number: short decimals where they are exact, hexadecimal elsewhere") {
  CHECK_BOTH(number(0).view() == "0");
  CHECK_BOTH(number(-0.0).view() == "-0");
  CHECK_BOTH(number(2).view() == "2");
  CHECK_BOTH(number(-0.5).view() == "-0.5");
  CHECK_BOTH(number(0.1).view() == "0.1");
  CHECK_BOTH(number(0.1f, true).view() == "0.1");
  CHECK_BOTH(number(0.1f).view() == "0x1.99999ap-4");
  CHECK_BOTH(number(0.00001).view() == "0.00001");
  CHECK_BOTH(number(1e-12).view() == "1e-12");
  CHECK_BOTH(number(1.5e-12).view() == "15e-13");
  CHECK_BOTH(number(1e22).view() == "1e22");
  CHECK_BOTH(number(1e23).view() == "10e22");
  CHECK_BOTH(number(0x1p-70).view() == "0x1p-70");
  CHECK_BOTH(number(std::numeric_limits<double>::denorm_min()).view() == "0x0.0000000000001p-1022");
  CHECK_BOTH(number(std::numeric_limits<double>::infinity()).view() == "inf");
  CHECK_BOTH(number(-std::numeric_limits<double>::infinity()).view() == "-inf");
  CHECK_BOTH(number(std::numeric_limits<double>::quiet_NaN()).view() == "nan");
}
