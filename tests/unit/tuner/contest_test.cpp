// SPDX-License-Identifier: Apache-2.0
#include "tuner/contest.hpp"

#include <doctest/doctest.h>

using namespace perfdojo::tuner;

namespace {

summary takes(double seconds) { return {seconds, seconds * 1.001, seconds * 1.002, seconds * 1.01, 50}; }

}  // namespace

TEST_CASE("contest: the fastest wins, and a tie leaves the default") {
  contest c(3);
  c.add({takes(10), takes(9), takes(8)});
  CHECK(c.winner() == 2);
  contest tie(3);
  tie.add({takes(10), takes(9.95), takes(9.9)});
  CHECK(tie.winner() == 0);
}

TEST_CASE("contest: the winner of an earlier time stays unless another is better than it") {
  contest c(4);
  c.add({takes(10), takes(9), takes(8.9), takes(8.95)});
  CHECK(c.winner() == 1);
}

TEST_CASE("contest: who loses to the default at one size of a class does not win it by another") {
  contest c(3);
  c.add({takes(10), takes(5), takes(9)});
  c.add({takes(10), takes(11), takes(10)});
  CHECK_FALSE(c.better(1, 0));
  CHECK(c.better(2, 0));
  CHECK(c.winner() == 2);
}

TEST_CASE("contest: who is excluded leaves the place to the next") {
  contest c(3);
  c.add({takes(10), takes(8), takes(9)});
  CHECK(c.winner() == 1);
  c.exclude(1);
  CHECK(c.winner() == 2);
  c.exclude(2);
  CHECK(c.winner() == 0);
}

TEST_CASE("contest: a candidate without samples never wins") {
  contest c(2);
  c.add({takes(10), summary{}});
  CHECK(c.winner() == 0);
  contest half(2);
  half.add({takes(10), takes(5)});
  half.add({takes(10), summary{}});
  CHECK(half.winner() == 0);
}
