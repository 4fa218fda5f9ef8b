// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/exec/explain.hpp>

#include <doctest/doctest.h>

namespace pd = perfdojo;

namespace {

struct twice {
  static constexpr pd::lang::index<"i"> i{};
  static constexpr pd::lang::tensor<"x", float, "M"> x{};
  static constexpr pd::lang::tensor<"y", float, "M"> y{};
  static constexpr auto math = (y(i) = 2.f * x(i));
};

}  // namespace

TEST_CASE("explain: why a schedule does not fit a kernel, and what would") {
  const std::string text = pd::explain<twice, pd::schedule<pd::split<"i", 7>>>();
  CHECK(text ==
        "step 1: split<\"i\", 7>\n"
        "  the extent of scope i is known only at run time\n"
        "      i M                 <- here\n"
        "      | y[i] = 2*x[i]\n"
        "  legal: split<\"i\", 7, tail::guard>\n");
}

TEST_CASE("explain: a schedule that fits shows what it makes of the kernel") {
  const std::string text = pd::explain<twice, pd::schedule<pd::split<"i", 7, pd::tail::guard>>>();
  CHECK(text.starts_with("the schedule is legal; it makes of the kernel\n"));
  CHECK(text.find("| i1 7 bound M - 7*i0\n| | y[7*i0+i1] = 2*x[7*i0+i1]\n") != std::string::npos);
}
