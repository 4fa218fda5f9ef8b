// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/strict.hpp>

#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/explain.hpp>

#include "support/check_both.hpp"

namespace pd = perfdojo;

namespace {

// y[i] and s are sums over j; m is a maximum, n an integer sum.
struct sums {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
size M
argument y f32 [M]
argument A f32 [M, 16]
argument m f32 []
argument n i32 []
argument q i32 [16]
i M
| j 16
| | y[i] += A[i, j]
k 16
| m[] max= A[0, k]
l 16
| n[] += q[l]
)")
                                               .value;
};
template <class... Steps>
using strictly = pd::scheduled<sums, pd::strict<pd::schedule<Steps...>>>;
template <class... Steps>
using freely = pd::scheduled<sums, pd::schedule<Steps...>>;

constexpr pd::verdict forbidden = pd::reject_buffer(pd::reason::reassociation_is_forbidden, "y");

// One sum in two places.
struct halves {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument s f64 []
argument x f64 [8]
argument z f64 [8]
i 8
| s[] += x[i]
| s[] += z[i]
j 8
| s[] += x[j]
)")
                                               .value;
};
template <class... Steps>
using strict_halves = pd::scheduled<halves, pd::strict<pd::schedule<Steps...>>>;

struct sum_by_four {
  static constexpr pd::fixed_vector<pd::move_record, 3> moves = [] {
    pd::fixed_vector<pd::move_record, 3> m;
    m.push(pd::record(pd::split_move{"j", 4}));
    m.push(pd::record(pd::rfactor_move{"j0", "j1", ""}));
    return m;
  }();
};

}  // namespace

TEST_CASE("strict: lanes and unrolled steps of a sum are refused, those of other elements are not") {
  CHECK_BOTH(strictly<pd::vectorize<"j">>::result == forbidden);
  CHECK_BOTH(strictly<pd::unroll<"j">>::result == forbidden);
  CHECK_BOTH(freely<pd::vectorize<"j">>::result.ok());
  using by_rows =
      strictly<pd::split<"i", 8, pd::tail::guard>, pd::interchange<"i1", "j">, pd::vectorize<"i1">>;
  CHECK_BOTH(by_rows::result.ok());
  CHECK_BOTH(
      by_rows::value ==
      freely<pd::split<"i", 8, pd::tail::guard>, pd::interchange<"i1", "j">, pd::vectorize<"i1">>::value);
}

TEST_CASE("strict: maxima and whole numbers have no order") {
  CHECK_BOTH(strictly<pd::vectorize<"k">, pd::unroll<"l">>::result.ok());
  CHECK_BOTH(strictly<pd::split<"k", 4>, pd::rfactor<"k0", "k1">>::result.ok());
}

TEST_CASE("strict: partial sums are refused at their step") {
  using result = strictly<pd::split<"j", 4>, pd::rfactor<"j0", "j1">>;
  CHECK_BOTH(result::result == forbidden);
  CHECK_BOTH(result::failed_step == 2);
  CHECK_BOTH(result::value == freely<pd::split<"j", 4>>::value);
}

TEST_CASE("strict: exchanged scopes of one sum are refused") {
  // After the split j0 and j1 both run over the sum of one row.
  CHECK_BOTH(strictly<pd::split<"j", 4>, pd::interchange<"j0", "j1">>::result == forbidden);
  CHECK_BOTH(freely<pd::split<"j", 4>, pd::interchange<"j0", "j1">>::result.ok());
  CHECK_BOTH(strictly<pd::interchange<"i", "j">>::result.ok());
}

TEST_CASE("strict: an unrolled scope may not move out of the sum's way") {
  // Unrolled inside, the elements of a row block are independent; further out they still are.
  CHECK_BOTH(strictly<pd::split<"i", 4, pd::tail::guard>, pd::interchange<"i1", "j">, pd::unroll<"i1">,
                      pd::interchange<"j", "i1">>::result.ok());
}

TEST_CASE("strict: separated, joined and reordered sums are refused") {
  CHECK_BOTH(strict_halves<pd::fission<"i", 1>>::result.why == pd::reason::reassociation_is_forbidden);
  CHECK_BOTH(strict_halves<pd::join<"i", "j">>::result.why == pd::reason::reassociation_is_forbidden);
  CHECK_BOTH(strict_halves<pd::reorder<"i", 0>>::result.why == pd::reason::reassociation_is_forbidden);
  CHECK_BOTH(strict_halves<pd::reorder<"", 0>>::result.buffer == "s");
  CHECK_BOTH(pd::scheduled<halves, pd::schedule<pd::join<"i", "j">>>::result.ok());
}

TEST_CASE("strict: what is illegal anyway says so") {
  CHECK_BOTH(strictly<pd::split<"j", 5>>::result.why == pd::reason::factor_does_not_divide_extent);
}

TEST_CASE("strict: a move of a composed step is named, and the long form tells both levels") {
  using result = strictly<sum_by_four>;
  CHECK_BOTH(result::result == forbidden);
  CHECK_BOTH(result::failed_step == 1);
  CHECK_BOTH(result::failed_move == 1);
  const std::string text = pd::explain_schedule<sums, pd::strict<pd::schedule<sum_by_four>>>();
  CHECK(text.find("sum_by_four -> rfactor<\"j0\", \"j1\">") != std::string::npos);
  CHECK(text.find("policy strict forbids a change of the order of the reduction into y") !=
        std::string::npos);
}
