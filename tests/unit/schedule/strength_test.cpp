// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/strength.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using support::check_picture;
using support::check_refused;

namespace {

std::string text_of(std::string_view value) {
  return R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N]
argument a f32 []
j N
| y[j] = )" +
         std::string(value) + "\n";
}
constexpr std::string_view product = R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N]
argument a f32 []
j N
| y[j] = exp(x[j])*exp(-a[])
)";

}  // namespace

TEST_CASE("strength: exponentials and roots") {
  const pd::strength_move first{"j", 0};
  check_picture(first, product, text_of("exp(x[j] + -a[])"));
  check_picture(first, text_of("2*(exp(x[j])/exp(a[]))"), text_of("2*exp(x[j] - a[])"));
  check_picture(first, text_of("a[]/sqrt(x[j]*x[j] + 1)"), text_of("a[]*rsqrt(x[j]*x[j] + 1)"));
  check_picture(first, text_of("exp(1)/sqrt(exp(2))"), text_of("exp(1)*rsqrt(exp(2))"));
  // The larger value first; each rewriting may make the next one possible.
  const std::string chain = text_of("exp(x[j])*exp(a[])*exp(2)");
  check_picture(first, chain, text_of("exp(x[j] + a[])*exp(2)"));
  check_picture(first, text_of("exp(x[j] + a[])*exp(2)"), text_of("exp(x[j] + a[] + 2)"));
  check_picture(pd::strength_move{"j", 1}, text_of("exp(x[j]/sqrt(2))*exp(a[])"),
                text_of("exp(x[j]*rsqrt(2))*exp(a[])"));
}

TEST_CASE("strength: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(product).value;
  CHECK_BOTH(pd::strength<"j", 0>::move.check(p).ok());
  CHECK_BOTH(pd::strength<"j", 0>::move.apply(p).expressions.size() == p.expressions.size() - 1);
  CHECK_BOTH(pd::strength<"j", 1>::move.check(p) == reject(reason::no_such_value, "j", 1, 1));
}

TEST_CASE("strength: what no law covers") {
  check_refused(pd::strength_move{"q", 0}, product, reject(reason::no_such_scope, "q"));
  for (const std::string_view value :
       {"exp(x[j]) + exp(a[])", "x[j]*exp(a[])", "sqrt(x[j]*x[j])/2", "sqrt(4)*sqrt(a[]*a[])", "2/rsqrt(4)"})
    check_refused(pd::strength_move{"j", 0}, text_of(value), reject(reason::no_such_value, "j", 0, 0));
}
