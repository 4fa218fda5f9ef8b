// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/exec/kernel_class.hpp>

#include <perfdojo/kernels/gemm_kernel.hpp>
#include <perfdojo/schedule/strict.hpp>

#include "support/check_both.hpp"

namespace pd = perfdojo;
namespace lang = pd::lang;
using enum pd::result_class;

namespace {

struct row_sums {
  static constexpr lang::index<"i"> i{};
  static constexpr lang::index<"j"> j{};
  static constexpr lang::tensor<"A", float, "M", "N"> A{};
  static constexpr lang::tensor<"y", float, "M"> y{};
  static constexpr auto math = (y(i) = sum(j, A(i, j)));
};
using lanes = pd::schedule<pd::split<"j", 8, pd::tail::guard>, pd::vectorize<"j1">>;

}  // namespace

TEST_CASE("kernel_class: of a schedule on a kernel") {
  CHECK_BOTH(pd::kernel_class<row_sums, pd::schedule<>> == bitwise_equal);
  CHECK_BOTH(pd::kernel_class<row_sums, pd::schedule<pd::parallelize<"i">>> == bitwise_equal);
  CHECK_BOTH(pd::kernel_class<row_sums, lanes> == reassociates);
}

TEST_CASE("kernel_class: of a long schedule, within the step limits of compilers") {
  using matmul = pd::gemm_kernel<float>;
  CHECK_BOTH(pd::kernel_class<matmul, pd::schedule<pd::blocked_gemm<6, 2, 8, 256, 4, 4, 1>>> ==
             bitwise_equal);
  CHECK_BOTH(pd::kernel_class<matmul, pd::schedule<pd::blocked_gemm<6, 2, 8, 256, 4, 4, 2>>> == reassociates);
}
