// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/schedule_class.hpp>

#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/strict.hpp>

#include "support/check_both.hpp"

namespace pd = perfdojo;

namespace {

// y[i] are sums over j, m is a maximum, n an integer sum.
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
constexpr pd::result_class class_of = pd::schedule_class<sums, pd::schedule<Steps...>>;

/// A user's move that rounds differently; here it does nothing.
struct loosen_move {
  static constexpr pd::result_class worst_class = pd::result_class::approximates;
  constexpr pd::verdict check(const pd::ir::program&) const { return pd::accept(); }
  constexpr pd::ir::program apply(const pd::ir::program& p) const { return p; }
};
struct loosen {
  static constexpr loosen_move move{};
};

struct lanes_of_max {
  static constexpr pd::fixed_vector<pd::move_record, 12> moves = [] {
    pd::fixed_vector<pd::move_record, 12> m;
    m.push(pd::record(pd::split_move{"k", 8}));
    m.push(pd::record(pd::split_move{"k0", 2}));
    m.push(pd::record(pd::fuse_move{"k00", "k01"}));
    m.push(pd::record(pd::split_move{"l", 4}));
    m.push(pd::record(pd::unroll_move{"l1"}));
    m.push(pd::record(pd::vectorize_move{"k1"}));
    return m;
  }();
};
struct lanes_of_sum {
  static constexpr pd::fixed_vector<pd::move_record, 12> moves = [] {
    auto m = lanes_of_max::moves;
    m.push(pd::record(pd::vectorize_move{"j"}));
    return m;
  }();
};

using enum pd::result_class;

}  // namespace

TEST_CASE("schedule_class: of the moves on this program, not of their kinds") {
  CHECK_BOTH(class_of<> == bitwise_equal);
  CHECK_BOTH(class_of<pd::split<"j", 4>, pd::unroll<"k">, pd::vectorize<"l">> == bitwise_equal);
  CHECK_BOTH(class_of<pd::split<"k", 4>, pd::rfactor<"k0", "k1">> == bitwise_equal);
  CHECK_BOTH(class_of<pd::interchange<"i", "j">> == bitwise_equal);
  CHECK_BOTH(class_of<pd::vectorize<"j">> == reassociates);
  CHECK_BOTH(class_of<pd::split<"j", 4>, pd::interchange<"j0", "j1">> == reassociates);
}

TEST_CASE("schedule_class: the most lenient move counts, wherever it stands") {
  CHECK_BOTH(class_of<pd::split<"j", 4>, pd::unroll<"j1">, pd::split<"k", 4>, pd::unroll<"k1">> ==
             reassociates);
  CHECK_BOTH(class_of<loosen> == approximates);
  CHECK_BOTH(class_of<loosen, pd::unroll<"j">> == approximates);
  CHECK_BOTH(class_of<pd::unroll<"j">, loosen, pd::unroll<"k">> == approximates);
}

TEST_CASE("schedule_class: moves of composed steps count, also beyond those of one evaluation") {
  CHECK_BOTH(class_of<lanes_of_max> == bitwise_equal);
  CHECK_BOTH(class_of<lanes_of_sum> == reassociates);
  CHECK_BOTH(class_of<pd::split<"i", 4, pd::tail::guard>, lanes_of_max, pd::unroll<"j">> == reassociates);
}

TEST_CASE("schedule_class: of a strict schedule it is bitwise_equal") {
  CHECK_BOTH(pd::schedule_class<sums, pd::strict<pd::schedule<pd::split<"j", 4>, pd::unroll<"k">>>> ==
             bitwise_equal);
  using refused = pd::scheduled<sums, pd::strict<pd::schedule<pd::split<"j", 4>, loosen>>>;
  CHECK_BOTH(refused::result == pd::reject(pd::reason::approximation_is_forbidden));
  CHECK_BOTH(refused::failed_step == 2);
}
