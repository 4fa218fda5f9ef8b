// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/dispatch/path.hpp>
#include <perfdojo/dispatch/policy.hpp>
#include <perfdojo/kernels/elementwise_kernels.hpp>
#include <perfdojo/kernels/gemm_kernel.hpp>

#include "support/check_both.hpp"

namespace pd = perfdojo;
namespace lang = pd::lang;

namespace {

struct sum_kernel {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"s", float> s{};
  static constexpr lang::tensor<"x", float, "N"> x{};
  static constexpr auto math = (s() = lang::sum(i, x(i)));
};
// Tuned to a schedule that keeps the order of the sum.
struct ordered_sum : sum_kernel {
  using default_schedule = pd::schedule<>;
};
struct with_small {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::tensor<"y", float, "N"> y{};
  static constexpr lang::tensor<"x", float, "N"> x{};
  static constexpr auto math = (y(i) = x(i));
  struct for_few : ordered_sum {
    static constexpr pd::index_t largest_work = 64;
  };
  using small_kernel = for_few;
};

}  // namespace

namespace perfdojo {
template <>
struct tuned<ordered_sum> {
  using entries = tuned_entries<tuned_entry<INT64_MAX, schedule<split<"i", 8, tail::guard>>>>;
};
template <>
struct tuned<with_small> {
  using entries = tuned_entries<tuned_entry<INT64_MAX, schedule<>>>;
};
template <>
struct tuned<with_small::for_few> {
  using entries = tuned_entries<tuned_entry<INT64_MAX, schedule<>>>;
};
}  // namespace perfdojo

TEST_CASE("require_tuned: holds for kernels with entries, and with entries for small sizes") {
  CHECK_BOTH(pd::require_tuned<ordered_sum>);
  CHECK_BOTH(pd::require_tuned<ordered_sum, with_small>);
}

TEST_CASE("require_strict: holds where every schedule keeps the order of sums") {
  CHECK_BOTH(pd::require_strict<ordered_sum>);
  CHECK_BOTH(pd::require_strict<pd::scale_shift_relu_kernel<float>>);
  CHECK_BOTH(pd::require_strict<pd::small_gemm_kernel<float>>);
}

TEST_CASE("path_of: small sizes take the small kernel") {
  CHECK(pd::path_of<with_small>(64).small_kernel);
  CHECK_FALSE(pd::path_of<with_small>(65).small_kernel);
  CHECK_FALSE(pd::path_of<with_small>(pd::strides::any, 64).small_kernel);
  CHECK(pd::path_of<pd::gemm_kernel<float>, pd::shape<16, 16, 16>>().small_kernel);
  CHECK_FALSE(pd::path_of<pd::gemm_kernel<float>, pd::shape<1000, 1000, 1000>>().small_kernel);
  CHECK(pd::path_of<pd::gemm_kernel<double>>(512, 512, 512).source == pd::schedule_source::built_in);
}
