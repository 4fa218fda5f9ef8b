// SPDX-License-Identifier: Apache-2.0
// A kernel whose schedules were tuned on this CPU, one whose were tuned on another one, and what a call takes then.
#include <perfdojo/dispatch/path.hpp>
#include <perfdojo/dispatch/run_kernel.hpp>

#include "support/check_both.hpp"

#include <string_view>

namespace pd = perfdojo;
namespace lang = pd::lang;

namespace {

template <int Number>
struct doubled {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "N"> y{};
  static constexpr lang::tensor<"x", float, "N"> x{};
  static constexpr auto math = (y(i) = 2.f * x(i));
};
struct with_default : doubled<0> {
  using default_schedule = pd::schedule<pd::split<"i", 8, pd::tail::guard>>;
};
struct plain : with_default {};            // no tuned entry
struct anywhere : with_default {};         // tuned, for every CPU
struct elsewhere : with_default {};        // tuned on a CPU that does not exist
struct here : with_default {};             // tuned on this CPU
struct in_threads : with_default {};       // tuned, for several threads as well
struct only_in_threads : with_default {};  // tuned for several threads only, on a CPU that does not exist
struct bare : doubled<1> {};               // tuned elsewhere, and without default
struct unknown : doubled<2> {};            // nothing at all

// No CPU says this of itself.
struct other_cpu {
  static constexpr pd::target::cpu cpu{"NobodysCPU", 1, 2};
  static constexpr char refusal[] = "perfdojo: it was tuned elsewhere";
};
// The CPU of this test is known at run time only.
struct this_cpu {
  static inline const pd::target::cpu cpu = pd::target::this_cpu();
  static constexpr char refusal[] = "perfdojo: not reached";
};

using by_fours = pd::schedule<pd::split<"i", 4, pd::tail::guard>>;
using by_twos = pd::schedule<pd::split<"i", 2, pd::tail::guard>>;
using two_entries = pd::tuned_entries<pd::tuned_entry<100, by_fours>, pd::tuned_entry<INT64_MAX, by_twos>>;

}  // namespace

namespace perfdojo {
template <>
struct tuned<anywhere> {
  using entries = two_entries;
};
template <>
struct tuned<elsewhere> {
  using entries = two_entries;
  using origin = other_cpu;
};
template <>
struct tuned<here> {
  using entries = two_entries;
  using origin = this_cpu;
};
template <>
struct tuned<in_threads> {
  using entries = tuned_entries<tuned_entry<INT64_MAX, by_fours>>;
  using threaded_entries = tuned_entries<tuned_entry<INT64_MAX, by_twos>>;
};
template <>
struct tuned<only_in_threads> {
  using entries = void;
  using threaded_entries = tuned_entries<tuned_entry<INT64_MAX, by_twos>>;
  using origin = other_cpu;
};
template <>
struct tuned<bare> {
  using entries = two_entries;
  using origin = other_cpu;
};
}  // namespace perfdojo

namespace {

// The type of the schedule that a call takes, as a number.
struct threads {
  int count;
  int concurrency() const { return count; }
};
template <class Kernel>
int taken(pd::index_t work, int concurrency = 1) {
  return pd::dispatch::with_schedule_for<Kernel>(threads{concurrency}, work, []<class Schedule>() {
    if constexpr (std::is_same_v<Schedule, by_fours>) return 4;
    if constexpr (std::is_same_v<Schedule, by_twos>) return 2;
    if constexpr (std::is_same_v<Schedule, with_default::default_schedule>) return 8;
    return 0;
  });
}
template <class Kernel>
std::string_view refusal() {
  return pd::why_not_tuned<Kernel>();
}
constexpr auto contains = [](std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
};

}  // namespace

TEST_CASE("choose: entries serve the work up to their limit, the last one everything above") {
  CHECK(taken<anywhere>(0) == 4);
  CHECK(taken<anywhere>(100) == 4);
  CHECK(taken<anywhere>(101) == 2);
  CHECK(taken<anywhere>(INT64_MAX) == 2);
}

TEST_CASE("choose: without a tuned entry the default runs, without a default the mathematics") {
  CHECK(taken<plain>(50) == 8);
  CHECK(taken<unknown>(50) == 0);
}

TEST_CASE("choose: on another CPU than that of the entries the default runs, at every call") {
  for (int call = 0; call < 3; ++call) {
    CHECK(taken<elsewhere>(50) == 8);
    CHECK(taken<elsewhere>(5000) == 8);
    CHECK(taken<here>(50) == 4);
    CHECK(taken<here>(5000) == 2);
  }
}

TEST_CASE("choose: entries for several threads serve executors that have them, and no others") {
  CHECK(taken<in_threads>(50, 1) == 4);
  CHECK(taken<in_threads>(50, 2) == 2);
  CHECK(taken<anywhere>(50, 2) == 4);
  CHECK(taken<plain>(50, 2) == 8);
  CHECK(taken<only_in_threads>(50, 1) == 8);
  CHECK(taken<only_in_threads>(50, 2) == 8);
}

TEST_CASE("choose: a kernel without default keeps schedules from another CPU, and says so") {
  CHECK(taken<bare>(50) == 4);
  CHECK(refusal<bare>() == other_cpu::refusal);
}

TEST_CASE("choose: results are right whichever schedule runs") {
  float x[23], y[23];
  for (int i = 0; i < 23; ++i) x[i] = static_cast<float>(i);
  const auto check = [&]<class Kernel>() {
    for (float& e : y) e = -1;
    REQUIRE(pd::dispatch::run_kernel<Kernel, 3>(pd::executor_ref{}, 23, pd::vector(y, 23), pd::vector(x, 23))
                .ok());
    for (int i = 0; i < 23; ++i) CHECK(y[i] == 2 * x[i]);
  };
  check.operator()<plain>();
  check.operator()<elsewhere>();
  check.operator()<here>();
  check.operator()<bare>();
}

TEST_CASE("source_of: what was compiled in") {
  CHECK_BOTH(pd::source_of<plain>() == pd::schedule_source::built_in);
  CHECK_BOTH(pd::source_of<elsewhere>() == pd::schedule_source::tuned);
  CHECK_BOTH(pd::source_of<unknown>() == pd::schedule_source::none);
}

TEST_CASE("path_of: the schedule that a call takes on this CPU") {
  using pd::schedule_source;
  CHECK(pd::path_of<anywhere, pd::shape<7>>() == pd::call_path{schedule_source::tuned, false, 0});
  CHECK(pd::path_of<anywhere>(1000) == pd::call_path{schedule_source::tuned, false, 1});
  CHECK(pd::path_of<here>(1000) == pd::call_path{schedule_source::tuned, false, 1});
  CHECK(pd::path_of<elsewhere>(1000) == pd::call_path{schedule_source::built_in, false, 0});
  CHECK(pd::path_of<bare>(1000) == pd::call_path{schedule_source::tuned, false, 1});
  CHECK(pd::path_of<plain>(1000).source == schedule_source::built_in);
  CHECK(pd::path_of<unknown>(1000).source == schedule_source::none);
  // Other strides run without schedule.
  CHECK(pd::path_of<anywhere>(pd::strides::any, 7).source == schedule_source::none);
  CHECK(pd::path_of<anywhere, pd::shape<7>, pd::strides::any>().source == schedule_source::none);
  CHECK(std::string_view(name_of(pd::path_of<plain>(7).source)) == "built-in");
}

TEST_CASE("path_of: a call with an executor takes the entries for several threads") {
  using pd::schedule_source;
  const pd::call_path threaded{schedule_source::tuned, false, 0, true};
  CHECK(pd::path_of<in_threads>(threads{2}, 50) == threaded);
  CHECK(pd::path_of<in_threads>(threads{1}, 50) == pd::path_of<in_threads>(50));
  CHECK_FALSE(pd::path_of<in_threads>(50).threaded);
  CHECK(pd::path_of<only_in_threads>(threads{2}, 50).source == schedule_source::built_in);
  CHECK(pd::path_of<anywhere>(threads{2}, 1000) == pd::call_path{schedule_source::tuned, false, 1});
}

TEST_CASE("why_not_tuned: a sentence with what to do, or nothing") {
  CHECK(refusal<anywhere>().empty());
  CHECK(refusal<here>().empty());
  CHECK(refusal<elsewhere>() == other_cpu::refusal);
  CHECK(contains(refusal<plain>(), "pd-tuner tune"));
}
