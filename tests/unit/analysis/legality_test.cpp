// SPDX-License-Identifier: Apache-2.0
// docs/legality.md as tests: what is exact, and for each conservative answer a move that is lost.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/all.hpp>

#include "support/order_oracle.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace pd = perfdojo;
using pd::reason;
using support::disorder;

namespace {

constexpr const char* buffers =
    "perfdojo 1\nsize M\nsize N = 4\nargument y f32 [64]\nargument x f32 [64]\nargument A f32 [64, "
    "64]\nargument s f32 []\n";

/// The verdict of a move, and the truth about the order of what it moves, for all M up to 9.
struct opinion {
  reason why;
  disorder truth;
};
template <class Move>
opinion on(const std::string& body, const Move& move) {
  const pd::ir::parsed p = pd::ir::parse(buffers + body);
  REQUIRE(p.ok());
  disorder truth = disorder::none;
  for (pd::index_t m = 0; m < 10; ++m) {
    const support::order_oracle run(p.value, {m, 4}, 4000);
    REQUIRE(run.complete());
    truth = (std::max)(truth, run.after(move));
  }
  return {move.check(p.value).why, truth};
}
// Accepted, and nothing speaks against it.
template <class Move>
bool is_found(const std::string& body, const Move& move) {
  const opinion o = on(body, move);
  return o.why == reason::ok && o.truth == disorder::none;
}
// Refused, although no two instances of one element change their order.
template <class Move>
bool is_lost(const std::string& body, const Move& move) {
  const opinion o = on(body, move);
  return o.why != reason::ok && o.truth == disorder::none;
}
// Refused, and rightly if storage counts and not values.
template <class Move>
bool is_kept_apart(const std::string& body, const Move& move) {
  const opinion o = on(body, move);
  return o.why != reason::ok && o.truth == disorder::conflict;
}

const pd::parallelize_move i_parallel{"i"};
const pd::vectorize_move i_lanes{"i"};
const pd::reorder_move first_two{"", 0};

}  // namespace

TEST_CASE("legality: exact for distances, directions, strides, blocks and conditions") {
  CHECK(is_found("i 8\n| y[2*i] = y[2*i+1]\n", i_parallel));
  CHECK(is_found("i 8\n| y[i] = y[i+8]\n", i_parallel));
  CHECK(is_kept_apart("i 9\n| y[i] = y[i+8]\n", i_parallel));
  CHECK(is_found("i M\n| j M\n| | A[i+1, j+1] = A[i, j]\n", pd::interchange_move{"i", "j"}));
  CHECK(is_kept_apart("i M\n| j M\n| | A[i+1, j] = A[i, j+1]\n", pd::interchange_move{"i", "j"}));
  CHECK(is_found("i M/6\n| j 6 bound M - 6*i\n| | y[6*i+j] = x[6*i+j]\n", i_parallel));
  CHECK(is_found("i M\n| y[0] = x[i] if first(i)\n| x[i] = y[1] if later(i)\n", i_parallel));
  // Two dimensions together: 3*i == j and 2*i == j have no solution with i >= 1.
  CHECK(is_found("i M\n| A[3*i+3, 2*i+2] = 1\nj M\n| A[j, j] = 1\n", first_two));
}

TEST_CASE("legality: exact for run-time sizes, whose bounds cannot tell elements apart") {
  // With M = 9 the last iteration writes what the first one reads: no bound on M excludes it.
  CHECK(is_kept_apart("i M\n| y[i] = y[i+8]\n", i_parallel));
  CHECK(is_kept_apart("i M\n| j 4 bound M - i\n| | y[i+j] = 1\n", i_parallel));
}

TEST_CASE("legality: exact for what runs where a size is large and what runs where it is not") {
  CHECK(is_found("w 1 bound M - 4\n| y[0] = 1\ne 1 unless M - 4\n| y[0] = 2\n", first_two));
  CHECK(is_found("e 1 unless M - 4\n| y[0] = 2\nw 1 bound M - 5\n| y[0] = 1\n", first_two));
  // Both run where M is 4.
  CHECK(is_kept_apart("w 1 bound M - 3\n| y[0] = 1\ne 1 unless M - 4\n| y[0] = 2\n", first_two));
  // Of one iteration of i; and of several, where the first kind comes first.
  CHECK(is_found("i M\n| w 1 bound M - 2*i\n| | y[i] = 1\n| e 1 unless M - 2*i\n| | y[i] = 2\n",
                 pd::reorder_move{"i", 0}));
  CHECK(is_found("i M\n| w 1 bound M - 2*i\n| | s[] = x[i]\n| e 1 unless M - 2*i\n| | s[] = y[i]\n",
                 pd::fission_move{"i", 1}));
  CHECK(is_kept_apart("i M\n| e 1 unless M - 2*i\n| | s[] = x[i]\n| w 1 bound M - 2*i\n| | s[] = y[i]\n",
                      pd::fission_move{"i", 1}));
}

TEST_CASE("legality: conservative: a size that is small in a branch is any size there") {
  // M is at most 4.
  CHECK(is_lost("e 1 unless M - 4\n| i M\n| | y[i] = 1\nk 1\n| s[] = y[5]\n", first_two));
  CHECK(is_found("e 1 unless M - 4\n| i 4 bound M\n| | y[i] = 1\nk 1\n| s[] = y[5]\n", first_two));
}

TEST_CASE("legality: conservative: bounds by a constant size that move with an outer index") {
  // i + j < N = 4, and the extents alone allow 6.
  CHECK(is_lost("i 4\n| j 4 bound N - i\n| | y[i+j] = x[i]\nk 1\n| s[] = y[5]\n", first_two));
  CHECK(is_found("i 4\n| j 4 bound N\n| | y[i+j] = x[i]\nk 1\n| s[] = y[7]\n", first_two));
}

TEST_CASE("legality: conservative: three and more indices whose multiples leave gaps") {
  // 6*i + 10*j + 15*k is 29 for no indices, although it takes smaller and larger values and the coefficients have no common factor.
  CHECK(is_lost("i 6\n| j 4\n| | k 3\n| | | y[6*i+10*j+15*k] = 1\nl 1\n| s[] = y[29]\n", first_two));
  CHECK(is_found("i 6\n| j 4\n| | k 3\n| | | y[6*i+10*j+14*k] = 1\nl 1\n| s[] = y[29]\n", first_two));
}

TEST_CASE("legality: conservative: values do not count, storage does") {
  // One temporary for all iterations: a home in i would give each its own.
  CHECK(is_kept_apart("i M\n| s[] = x[i]\n| y[i] = s[]\n", i_parallel));
  // Every iteration stores the same.
  CHECK(is_kept_apart("i M\n| s[] = 1\n", i_parallel));
  // The branch that reads another element is never taken.
  CHECK(is_kept_apart("i M\n| y[i] = select(x[i] < x[i], y[i+1], 0)\n", i_parallel));
}

TEST_CASE("legality: conservative: a reduction is an update, not an assignment that looks like one") {
  CHECK(on("i 8\n| s[] += x[i]\n", i_lanes).why == reason::ok);
  CHECK(on("i 8\n| s[] += x[i]\n", i_lanes).truth == disorder::reduction);
  CHECK(is_kept_apart("i 8\n| s[] = s[] + x[i]\n", i_lanes));
  CHECK(is_kept_apart("i 8\n| s[] += x[i]\n| s[] max= y[i]\n", i_lanes));
}
