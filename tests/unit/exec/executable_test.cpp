// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/exec/executable.hpp>

#include <perfdojo/exec/explain.hpp>
#include <perfdojo/exec/run.hpp>
#include <perfdojo/ir/parse.hpp>

#include "support/check_both.hpp"

#include <string>

namespace pd = perfdojo;
namespace exec = pd::exec;
namespace lang = pd::lang;
using pd::plan_limit;

namespace {

constexpr pd::verdict verdict_of(std::string_view text) {
  const pd::ir::program p = pd::ir::parse(text).value;
  return exec::check_executable(p, exec::make_plan(p));
}
constexpr pd::verdict beyond(pd::name scope, plan_limit what, int most) {
  return pd::reject(pd::reason::plan_capacity_exceeded, scope, static_cast<pd::index_t>(what), most);
}

// y has three rows for each element of x.
struct tripled {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M*3]
argument x f32 [M]
argument z f32 [2*3]
i M
| j 3
| | y[3*i+j] = x[i] + z[j]
)")
                                               .value;
};

struct doubled {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"x", float, "M"> x{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr auto math = (y(i) = 2 * x(i));
};
using deep = pd::schedule<pd::split<"i", 64, pd::tail::guard>, pd::split<"i0", 2, pd::tail::guard>,
                          pd::split<"i00", 2, pd::tail::guard>, pd::split<"i000", 2, pd::tail::guard>,
                          pd::split<"i0000", 2, pd::tail::guard>>;

}  // namespace

TEST_CASE("executable: a plan beyond a capacity says which, how many, and where") {
  CHECK_BOTH(verdict_of(R"(perfdojo 1
argument y f32 [2, 2, 2, 2]
a 2
| b 2
| | c 2
| | | d 2
| | | | e 2
| | | | | y[a, b, c, d+e] = 1
)")
                 .ok());
  CHECK_BOTH(verdict_of(R"(perfdojo 1
argument y f32 [2, 2, 2, 9]
a 2
| b 2
| | c 2
| | | d 2
| | | | e 2
| | | | | f 2
| | | | | | y[0, 0, 0, a+b+c+d+e+f] = 1
)") == beyond("f", plan_limit::outer_scopes_in_one_index, 5));
  CHECK_BOTH(verdict_of(R"(perfdojo 1
argument x f32 [8]
argument y f32 []
y[] = x[0] + x[1] + x[2] + x[3] + x[4] + x[5] + x[6]
)") == beyond("", plan_limit::loads_of_one_operation, 6));
}

TEST_CASE("executable: 25 operations, 17 children and 17 nested scopes are too many") {
  std::string operations = "perfdojo 1\nargument y f32 [64]\n", children = operations + "i 4\n",
              nest = operations;
  for (int n = 0; n < 25; ++n) operations += "y[" + std::to_string(n) + "] = 1\n";
  for (int n = 0; n < 17; ++n) children += "| y[i+" + std::to_string(n) + "] = 1\n";
  for (int n = 0; n < 17; ++n) {
    for (int i = 0; i < n; ++i) nest += "| ";
    nest += std::string(1, static_cast<char>('a' + n)) + " 1\n";
  }
  for (int i = 0; i < 17; ++i) nest += "| ";
  nest += "y[a] = 1\n";
  CHECK(verdict_of(operations) == beyond("", plan_limit::operations, 24));
  CHECK(verdict_of(children) == beyond("i", plan_limit::children_of_one_scope, 16));
  CHECK(verdict_of(nest) == beyond("q", plan_limit::nested_scopes, 16));
}

TEST_CASE("executable: a size that no argument has as a dimension is unknown") {
  constexpr auto with = [](const char* size, const char* dimension) {
    return verdict_of(std::string("perfdojo 1\nsize N") + size + "\nargument y f32 [" + dimension +
                      "]\ni 4\n| k N\n| | y[i] += 1\n");
  };
  const pd::verdict unknown = pd::reject(pd::reason::size_is_unknown, "N");
  CHECK(with("", "4") == unknown);
  CHECK(with("", "N/2") == unknown);
  CHECK(with("", "N*2") == unknown);
  CHECK(with("", "N").ok());
  CHECK(with(" = 3", "4").ok());
  // What nothing asks for may be unknown.
  CHECK(verdict_of("perfdojo 1\nsize N\nargument y f32 [4]\ni 4\n| y[i] = 1\n").ok());
}

TEST_CASE("executable: a dimension that is an expression of a size must have its value") {
  float y[7], x[2]{1, 2}, z[6]{10, 20, 30};
  exec::argument a[3] = {pd::vector(y, 6), pd::vector(x, 2), pd::vector(z, 6)};
  CHECK(exec::run_dense<tripled>({}, a).ok());
  CHECK(y[0] == 11);
  CHECK(y[5] == 32);
  a[0] = pd::vector(y, 7);
  CHECK(exec::run_dense<tripled>({}, a) ==
        exec::argument_verdict{exec::argument_fault::extent_mismatch, 0, 1, 0, 6, 7});
  a[0] = pd::vector(y, 6);
  a[2] = pd::vector(z, 2);
  CHECK(exec::run_dense<tripled>({}, a) ==
        exec::argument_verdict{exec::argument_fault::extent_mismatch, 2, 2, 0, 6, 2});
}

TEST_CASE("executable: explain tells what of a legal schedule the executor has no room for") {
  static_assert(pd::is_legal<doubled, deep>);
  static_assert(!pd::is_executable<doubled, deep>);
  static_assert(pd::is_executable<doubled, pd::schedule<>>);
  const std::string text = pd::explain<doubled, deep>();
  CHECK(text.find("the CPU executor has room for 5 outer scopes in one index; scope i1 has more in it") !=
        std::string::npos);
}
