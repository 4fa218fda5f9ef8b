// SPDX-License-Identifier: Apache-2.0
#include "tuner/pace.hpp"

#include <doctest/doctest.h>

using namespace perfdojo::tuner;

TEST_CASE("pace: each kernel gets its share of what is left, and an overrun costs the later ones alike") {
  budget_split split(100, {2, 1, 1});
  CHECK(split.next(0) == doctest::Approx(50));
  // The first one took 20 s less: the two others share 70.
  CHECK(split.next(30) == doctest::Approx(35));
  // The second one took 10 s too much.
  CHECK(split.next(75) == doctest::Approx(25));
  budget_split late(10, {1, 1});
  CHECK(late.next(4) == doctest::Approx(3));
  CHECK(late.next(12) == 0);
}

namespace {

// A machine on which a batch takes `start` seconds and `each` for every candidate.
struct outcome_of_search {
  int tried = 0, batches = 0;
  double overrun = 0;
};
outcome_of_search search(double budget, double start, double each) {
  pace p(2, 32);
  outcome_of_search all;
  double clock = start + 4 * each;
  p.note(4, clock);
  for (std::size_t n; (n = p.batch(budget - clock)) > 0; ++all.batches) {
    CHECK(n >= 2);
    CHECK(n <= 32);
    const double taken = start + each * static_cast<double>(n);
    clock += taken;
    p.note(n, taken);
    all.tried += static_cast<int>(n);
  }
  all.overrun = clock - budget;
  return all;
}

}  // namespace

TEST_CASE("pace: a search fills its share and overruns it by less than a batch") {
  for (const double start : {0., 0.1, 0.5, 2.})
    for (const double each : {0.02, 0.1, 0.5, 1.5})
      for (const double budget : {5., 20., 100.}) {
        CAPTURE(start);
        CAPTURE(each);
        CAPTURE(budget);
        const auto result = search(budget, start, each);
        if (start + 4 * each < budget) CHECK(result.overrun <= start + 1e-9);
        // What remains is not enough for two candidates, told with caution.
        if (result.batches > 0) CHECK(-result.overrun <= 2 * 1.25 * (start + 2 * each));
      }
}

TEST_CASE("pace: where starts are dear, batches are large") {
  const auto few = search(100, 2, 0.1), many = search(100, 0.01, 0.1);
  CHECK(few.tried > 200);
  CHECK(many.tried > 600);
  CHECK(few.tried > 12 * few.batches);
}

TEST_CASE("pace: the time sheet adds up what each activity took") {
  time_sheet sheet;
  sheet.begin(activity::preparing, 10);
  sheet.begin(activity::compiling, 11);
  sheet.begin(activity::measuring, 14);
  sheet.begin(activity::compiling, 14.5);
  sheet.end(15);
  CHECK(sheet.seconds(activity::preparing) == doctest::Approx(1));
  CHECK(sheet.seconds(activity::compiling) == doctest::Approx(3.5));
  CHECK(sheet.seconds(activity::checking) == 0);
  CHECK(sheet.text() == "preparing 1.0 s, compiling 3.5 s, measuring 0.5 s");
}
